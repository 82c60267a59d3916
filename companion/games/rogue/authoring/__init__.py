"""Making battlefields and scenarios of Battlefield Rogue: the models behind the editors, no screens."""
