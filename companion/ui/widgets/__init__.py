"""The widgets. They draw themselves, know no game, and report touches as events."""
