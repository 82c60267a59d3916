"""Verification: checks of detections that share nothing with the network's classes."""
