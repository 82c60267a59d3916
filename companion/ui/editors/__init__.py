"""Screens to make battlefields and scenarios by touch."""
