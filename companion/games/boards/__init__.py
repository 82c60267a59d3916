"""The boards of the map games: territories, links and outlines."""
