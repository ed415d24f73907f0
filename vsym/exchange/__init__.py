"""Text for other tools, and from them: SMV, SMT-LIB, Apalache's ITF, NuSMV's XML."""
