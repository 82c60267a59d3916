"""Classic Risk for two to six, with both card systems."""
