"""Drawings as data: emblems of seats and icons of the map."""
