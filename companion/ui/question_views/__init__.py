"""One panel for each kind of question: what there is to touch to answer it."""
