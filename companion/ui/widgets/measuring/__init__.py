"""Inches on the picture of the table and on the tape."""
