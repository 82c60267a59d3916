"""The language games are written in: questions, answers, rulings, scripts, the timeline and the table.

No game, no device, no clock lives here, and no file but the rulebooks.
"""
