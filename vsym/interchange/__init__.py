"""Traces for other tools, and from them: Apalache's ITF and NuSMV's XML."""
