"""Models for NuSMV and its traces."""
