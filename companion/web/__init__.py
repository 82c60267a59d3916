"""Phones at the table: a web server on the local network, off until the host starts it. See README.md."""
