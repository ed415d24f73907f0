"""Models written in one style: the same declarations and comments, with other spaces and line breaks."""
