"""Languages: messages that are put into words where they are shown, and the catalogues of translators."""
