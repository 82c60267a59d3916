"""Rulers for the picture of the table: lines, rings, arcs, templates, and a real tape. Without Kivy."""
