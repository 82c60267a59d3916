"""Tables of one club joined by an MQTT broker: what a table publishes, and the page of all tables."""
