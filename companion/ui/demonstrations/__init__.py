"""Demonstrations: what the pictures of the README are taken of."""
