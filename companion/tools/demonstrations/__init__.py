"""Scripts that make the screenshots of the README."""
