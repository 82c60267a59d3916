"""Risk StarCraft for two to six players: Basic Training, Command Room, Total Domination and Team Play."""
