"""The parts of the map of squads: ground, squads, arrows."""
