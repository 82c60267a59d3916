"""The board: territory map, battlefield of zones, roster of an open field."""
