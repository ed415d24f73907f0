"""vsym verifies systems of many similar processes by virtual symmetry and counter abstraction."""

__version__ = "0.1.0"
