"""What is true of any die: the colours that are told apart, and the pips of each face."""
