"""The set-up charts of Basic Training, and text notation of charts of starting units.

The numbers of starting units were pictures in the rules and are lost. For four players one chart is publicly
known, with one unit of the third place missing; otherwise the table enters its chart or deals.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.errors import MalformedPosition
from companion.games.starcraft.factions import Race
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.notation import read_counts, write_counts
from companion.games.territory.state import Holding


class Chart(Struct, frozen=True):
    """The chart of Basic Training for one number of players.

    Attributes:
        races: the race of each place in the turn order.
        minerals: territories with mineral fields.
        achievements: achievements in play.
        units: the publicly known starting units, if any, as `write_chart` writes them.
    """

    races: tuple[Race, ...]
    minerals: tuple[str, ...]
    achievements: tuple[str, ...]
    units: str = ""


CHARTS: dict[int, Chart] = msgspec.toml.decode(
    Path(__file__).with_name("charts.toml").read_bytes(), type=dict[int, Chart], strict=False
)
"""The charts by number of players."""

KNOWN = {players: chart.units for players, chart in CHARTS.items() if chart.units}
"""Publicly known charts of starting units, by number of players."""

_PLACE = re.compile(r"\s*(\d): (.+) base (\S+)\s*")


class Share(Struct, frozen=True):
    """The units and the base of one place in the turn order."""

    units: Mapping[str, int]
    base: str


def write_chart(state: StarcraftState) -> str:
    """Write the units on the board as a chart, by places in the turn order."""
    return "; ".join(_write_share(state, seat, place) for place, seat in enumerate(state.order, 1))


def _write_share(state: StarcraftState, seat: str, place: int) -> str:
    units = {territory: state.holdings[territory].armies for territory in state.held(seat)}
    return f"{place}: {write_counts(units)} base {state.bases[seat]}"


def read_chart(text: str) -> dict[int, Share]:
    """Read a chart.

    Raises:
        MalformedPosition: it is none.
    """
    return dict(_shares(text))


def _shares(text: str) -> Iterator[tuple[int, Share]]:
    for section in text.split(";"):
        found = _PLACE.fullmatch(section)
        if found is None:
            raise MalformedPosition(
                "A chart has parts like '1: ursa 3 base ursa', not {text!r}.", text=section[:40]
            )
        yield int(found[1]), Share(read_counts(found[2]), found[3])


def set_up(state: StarcraftState, text: str, units: int) -> None:
    """Put a chart on the board; missing units stay in the supply."""
    for place, share in read_chart(text).items():
        seat = state.order[place - 1]
        for territory, count in share.units.items():
            state.holdings[state.map.territory(territory).id] = Holding(seat, count)
        state.bases[seat] = state.map.territory(share.base).id
        state.supply[seat] = max(0, units - sum(share.units.values()))


def fits(state: StarcraftState, text: str) -> bool:
    """Return whether a chart is for this number of players and covers the whole board."""
    try:
        shares = read_chart(text)
    except MalformedPosition:
        return False
    named = [territory for share in shares.values() for territory in share.units]
    bases = all(share.base in share.units and min(share.units.values()) > 0 for share in shares.values())
    everybody = sorted(shares) == list(range(1, len(state.seats) + 1))
    return everybody and bases and sorted(named) == sorted(state.holdings)
