"""Words of the game within a sentence. In a state, and in the players' files, their English words are ids."""

import re
from collections.abc import Sequence

from companion.locale.messages import Message, gettext, listed, ngettext


def in_hits(count: int) -> Message:
    """Return a number of hits in words."""
    return ngettext("{count} hit", "{count} hits", count)


def in_blocks(count: int) -> Message:
    """Return a number of blocks in words."""
    return ngettext("{count} block", "{count} blocks", count)


def in_wounds(count: int) -> Message:
    """Return a number of wounds in words."""
    return ngettext("{count} wound", "{count} wounds", count)


def tokens_left(count: int) -> Message:
    """Say how many tokens are left."""
    return ngettext("{count} token left", "{count} tokens left", count)


def side_of_players(players: Sequence[int]) -> Message:
    """Name a side after its players: ``"Player 2"``, ``"Players 1 and 3"``; files keep the English."""
    if len(players) == 1:
        return gettext("Player {number}", number=players[0])
    return gettext("Players {numbers}", numbers=listed(map(str, players)))


def side_name(name: str) -> Message:
    """Return what a side is called in the reader's language, if players have not typed its name."""
    plain = side_of_players([int(number) for number in re.findall(r"\d+", name)] or [0])
    return plain if plain == name else gettext(name)
