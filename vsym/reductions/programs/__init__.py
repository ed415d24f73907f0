"""Programs as systems: every instance of a rule run symbolically."""
