"""Risk Battlefield Rogue for two to four players: squads on tiles, face-down cards and symbol dice."""
