"""The parts of the battlefield map: ground, squads, arrows."""
