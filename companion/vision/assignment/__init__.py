"""Assignment: which player each die belongs to, by body colour and kind."""
