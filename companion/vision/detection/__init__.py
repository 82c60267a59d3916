"""Detection: where dice are and what they show, by the network or by their pips."""
