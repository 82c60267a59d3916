"""Dice: faces, pads for typing them, the live picture, pairs and odds."""
