"""The language in which games are written: questions, answers, rulings, scripts, the timeline and the table.

It contains no game, no device, no clock, and reads no file except rulebooks.
"""
