"""The report of a game: one HTML file that needs no network and no other file."""

from collections.abc import Mapping
from html import escape

from companion.app.chronicle.awards import (
    NOTABLE,
    Award,
    FairnessTest,
    curves,
    lead_changes,
    luck_ledger,
)
from companion.app.chronicle.charts import Series, line_chart, round_ticks
from companion.app.chronicle.chronicle import Chronicle, TurnRecord
from companion.odds import LuckScore

CURVES = 2
"""Figures with a chart: the first ones that the game shows."""

STYLE = """
body { font: 18px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2rem auto; padding: 0 1rem;
  color: #22262a; background: #fbf8f1; }
h1 { font-size: 2rem; line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .4rem .6rem;
  border-bottom: 1px solid #d8d0bd; }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
.grid { stroke: #d8d0bd; } .number { text-anchor: end; fill: #5b6067; } .round { text-anchor: middle; }
.mark { fill: none; stroke: #22262a; stroke-width: 2; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } h2, summary { break-after: avoid; } }
details { border-bottom: 1px solid #d8d0bd; padding: .3rem 0; } summary { cursor: pointer; padding: .4rem 0; }
.rule { color: #5b6067; font-size: .8em; }
@media (prefers-color-scheme: dark) { body { color: #f0ead9; background: #1b1f23; }
  th, td, details { border-color: #454d54; } .grid { stroke: #454d54; } .number, .rule { fill: #b9b2a2;
  color: #b9b2a2; } .mark { stroke: #f0ead9; } }
"""


def report(
    chronicle: Chronicle,
    title: str,
    date: str,
    medals: tuple[Award, ...] = (),
    fairness: tuple[FairnessTest, ...] = (),
) -> str:
    """Write the report.

    Args:
        chronicle: the game.
        title: of the game night.
        date: the day it was played, such as ``"2026-11-22"``.
        medals: of the players.
        fairness: the test of each set of dice.

    Returns:
        A whole HTML page.
    """
    names = {seat.id: seat.name for seat in chronicle.seats}
    body = [
        f"<h1>{escape(_headline(chronicle, names))}</h1>",
        f"<p>{escape(title)}, {escape(date)}. {_length(chronicle)}</p>",
        *_charts(chronicle),
        *_medals(medals, names),
        *_luck(chronicle, names),
        *_fairness(fairness),
        "<h2>Turn by turn</h2>",
        *(_turn(turn, names) for turn in chronicle.turns if turn.events),
    ]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
    )
    return "\n".join([head, *body, "</body></html>\n"])


def _headline(chronicle: Chronicle, names: Mapping[str, str]) -> str:
    winners = [names[seat] for seat in chronicle.winners]
    if not winners:
        return f"{chronicle.title}: still going on"
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} {chronicle.title}"


def _length(chronicle: Chronicle) -> str:
    if not chronicle.turns:
        return "Nothing has happened yet."
    last = chronicle.turns[-1]
    turns = sum(turn.number > 0 for turn in chronicle.turns)
    return f"{last.round} rounds, {turns} turns, {last.last_entry} answers."


def _charts(chronicle: Chronicle) -> list[str]:
    parts: list[str] = []
    for label, series in list(curves(chronicle).items())[:CURVES]:
        values = {seat: {point.entry: point.value for point in points} for seat, points in series.items()}
        lines = [
            Series(seat.name, seat.colour, tuple((p.entry, p.value) for p in series.get(seat.id, ())))
            for seat in chronicle.seats
        ]
        rounds = round_ticks(next(iter(series.values()), ()))
        leads = [(change.entry, values[change.seat][change.entry]) for change in lead_changes(series)]
        parts += [f"<h2>{escape(label.capitalize())}</h2>", line_chart(label, lines, leads, rounds)]
    if parts:
        parts.append("<p>A ring marks where the lead changed hands.</p>")
    return parts


def _medals(medals: tuple[Award, ...], names: Mapping[str, str]) -> list[str]:
    if not medals:
        return []
    rows = (
        f"<tr><th>{escape(medal.title)}</th><td>{escape(names.get(medal.seat, medal.seat))}</td>"
        f"<td>{escape(medal.text)}</td></tr>"
        for medal in medals
    )
    return ["<h2>Medals</h2><table>", *rows, "</table>"]


def _luck(chronicle: Chronicle, names: Mapping[str, str]) -> list[str]:
    ledger = luck_ledger(chronicle)
    rows = [
        f"<tr><th>{escape(names[seat.id])}</th><td>{luck_in_words(ledger[seat.id])}</td></tr>"
        for seat in chronicle.seats
        if seat.id in ledger
    ]
    return ["<h2>Luck</h2><table>", *rows, "</table>"] if rows else []


def luck_in_words(score: LuckScore | None) -> str:
    """Describe a seat's luck: its losses, its expected losses, and a conclusion."""
    if score is None or not score.rolls:
        return "rolled no dice"
    conclusion = "unlucky" if score.z > NOTABLE else "lucky" if score.z < -NOTABLE else "as expected"
    return f"lost {score.lost} in {score.rolls} battle rolls, {score.expected:.1f} by the odds: {conclusion}"


def _fairness(tests: tuple[FairnessTest, ...]) -> list[str]:
    if not tests:
        return []
    conclusions = (f"<p>{escape(test.conclusion[0].upper() + test.conclusion[1:])}.</p>" for test in tests)
    return ["<h2>Fair dice?</h2>", *conclusions]


def _turn(turn: TurnRecord, names: Mapping[str, str]) -> str:
    title = f"Round {turn.round}, {names.get(turn.seat, 'everybody')}" if turn.seat is not None else "Set-up"
    events = [event for event in turn.events if event.kind != "answer"]
    rows = "".join(
        f'<li>{escape(event.text)} <span class="rule">{escape(", ".join(event.rules))}</span></li>'
        for event in events
    )
    # Open: a closed section is not printed.
    return f"<details open><summary>{escape(title)} ({len(events)})</summary><ul>{rows}</ul></details>"
