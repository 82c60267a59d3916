"""Calibration of a camera: lens, plane of the table, tray, colours of dice; profiles and sheets to print."""
