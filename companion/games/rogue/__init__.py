"""Risk Battlefield Rogue for two to four: squads on tiles, face-down cards and symbol dice."""
