"""The screens with which players create content for a game; each game lists its editors."""
