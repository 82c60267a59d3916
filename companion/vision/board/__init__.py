"""The board, seen: which places of a board carry pieces, and whose, in a camera's picture."""
