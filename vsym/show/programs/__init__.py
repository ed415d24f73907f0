"""What is shown of programs: for a terminal, as JSON and as a page, from results alone."""
