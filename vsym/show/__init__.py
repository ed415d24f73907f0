"""Results as text, pages, pictures and JSON, from values alone: nothing here runs anything."""
