"""The game night: session, clocks, seats, computer players, rolling, phones, speech."""
