"""What runs on the Pico: copied there by `companion flash`. The companion itself imports only identity.py."""
