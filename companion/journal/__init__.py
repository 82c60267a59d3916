"""The journal: every answer of every game on disk, with the dice evidence; games as files to share."""
