"""What the map games share: territories and armies, reinforcement, battle, movement, corrections."""
