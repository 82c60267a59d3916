"""The cameras of a game night: sources, dice tray, calibration steps, measuring, teaching faces."""
