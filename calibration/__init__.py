"""Calibration of a camera: lens, table plane, tray and dice colours; profiles and printable sheets."""
