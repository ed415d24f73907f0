"""Programs in C: explicit exploration at the machine's speed. Knows programs; not how they are written."""
