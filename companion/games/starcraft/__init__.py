"""Risk StarCraft for two to six: Basic Training, Command Room, Total Domination and Team Play."""
