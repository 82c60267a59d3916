"""Editing battlefields and scenarios of Battlefield Rogue: the models of the editors, without screens."""
