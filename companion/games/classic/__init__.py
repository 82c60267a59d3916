"""Classic Risk for two to six players, with both card systems."""
