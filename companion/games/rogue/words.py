"""Words of the game within a sentence. In a state, and in the players' files, their English words are ids."""

import re
from collections.abc import Sequence

from companion.locale.messages import Message, gettext, listed, ngettext

WORDS = (
    gettext("assault"),
    gettext("engineer"),
    gettext("recon"),
    gettext("support"),
    gettext("tank"),
    gettext("leader"),
    # Translators: any unit will do for a card.
    gettext("all"),
    gettext("leadership"),
    gettext("weapons"),
    gettext("air support"),
    gettext("commander"),
    gettext("boot camp"),
    gettext("intermediate"),
    gettext("advanced"),
    gettext("draw"),
    gettext("after draw"),
    gettext("aircraft"),
    gettext("after aircraft"),
    gettext("dogfight"),
    gettext("after dogfight"),
    gettext("squad"),
    gettext("after squad"),
    gettext("combat"),
    gettext("attack"),
    gettext("defence"),
    gettext("regular attack"),
    gettext("upgraded attack"),
    gettext("regular defence"),
    gettext("upgraded defence"),
    gettext("blank"),
    gettext("1 hit"),
    gettext("2 hits"),
    gettext("3 hits"),
    gettext("1 block"),
    gettext("2 blocks"),
    gettext("3 blocks"),
    gettext("hit + block"),
    gettext("upgrade"),
    gettext("hits"),
    gettext("blocks"),
    gettext("cancel"),
    gettext("range"),
    gettext("wound"),
    gettext("spawn"),
    gettext("move"),
    gettext("destroy cover"),
    gettext("place cover"),
    gettext("discard"),
    gettext("by hand"),
    gettext("building"),
    gettext("woods"),
    gettext("rocky"),
    gettext("bridge"),
    gettext("water"),
    gettext("road"),
    gettext("cover"),
    gettext("air"),
    gettext("Player 1"),
    gettext("Player 2"),
    gettext("Player 3"),
    gettext("Player 4"),
    gettext("Players 1 and 2"),
    gettext("Players 1 and 3"),
    gettext("Players 1 and 4"),
    gettext("Players 2 and 3"),
    gettext("Players 2 and 4"),
    gettext("Players 3 and 4"),
    gettext("Eliminate everybody else"),
    gettext("Every squad for itself."),
)
"""For translators: units, cards, moments, dice, effects, grounds, sides; `gettext` of such an id says it."""


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
