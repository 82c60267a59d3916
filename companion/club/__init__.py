"""Connects the tables of a club by MQTT: publishes a table's state, serves the page of all tables."""
