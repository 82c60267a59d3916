"""Draws the maps from public-domain geography; not needed to play. See README.md here."""
