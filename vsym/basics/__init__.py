"""What every part may use and none has to itself: sources and diagnostics, limits, numbers. It knows no model."""
