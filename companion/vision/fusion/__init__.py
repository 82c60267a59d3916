"""Fusion: what network and pip lattice together make of a die."""
