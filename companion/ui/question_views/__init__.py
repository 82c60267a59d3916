"""One view for each kind of question: the widgets that answer it."""
