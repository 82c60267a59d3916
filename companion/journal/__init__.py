"""The journal: stores every answer of every game with its dice evidence, and exports games as files."""
