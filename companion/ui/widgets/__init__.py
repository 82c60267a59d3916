"""The widgets. They draw themselves, work for every game, and report touches as events."""
