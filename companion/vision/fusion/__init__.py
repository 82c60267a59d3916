"""Fusion: what network and pips together make of a die."""
