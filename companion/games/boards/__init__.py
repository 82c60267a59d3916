"""The boards of the map games: which territories there are, what joins them, and how they are drawn."""
