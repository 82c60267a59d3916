"""What happened: the timeline of a game, replay, awards, charts, report, statistics."""
