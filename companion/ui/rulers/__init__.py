"""Measuring on the picture of the table: lines, rings, arcs, templates, and a real tape. No Kivy."""
