"""The parts of the territory map: geometry, viewport, land, army discs."""
