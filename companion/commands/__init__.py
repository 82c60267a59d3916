"""One module per `companion` command."""
