"""The map of territories, piece by piece: its geometry, its view, its lands, its discs."""
