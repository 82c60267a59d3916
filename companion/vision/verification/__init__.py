"""Verification: checks of detections that are independent of the network's classes."""
