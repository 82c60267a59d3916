"""The report of a game: one HTML page that needs no network and no other file.

It has the story, the board of every turn with a slider, who was winning, curves, medals, luck, dice, and all
turns.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from companion.app.board_svg import board_css
from companion.app.chronicle.awards import (
    DIE_FACES,
    NOTABLE,
    Award,
    FairnessTest,
    curves,
    lead_changes,
    luck_ledger,
)
from companion.app.chronicle.charts import Series, line_chart, round_ticks
from companion.app.chronicle.chronicle import Chronicle, TurnRecord
from companion.app.chronicle.replay_section import replay_section
from companion.app.chronicle.story import GameFacts, duration, story
from companion.app.chronicle.win_curve import LABEL, win_curve
from companion.odds import LuckScore

CURVES = 2
"""Figures with a chart: the first ones that the game shows."""


def report(
    record: GameFacts,
    title: str,
    date: str,
    medals: tuple[Award, ...] = (),
    fairness: tuple[FairnessTest, ...] = (),
    house: tuple[str, ...] = (),
) -> str:
    """Write the report.

    Args:
        record: the game.
        title: of the game night.
        date: the day it was played, such as ``"2026-11-22"``.
        medals: of the players.
        fairness: the test of each set of dice.
        house: the house rules that differ from the usual ones, in words.

    Returns:
        A whole HTML page.
    """
    chronicle = record.chronicle
    names = {seat.id: seat.name for seat in chronicle.seats}
    labels = [turn_label(turn, names) for turn in chronicle.turns]
    body = [
        f"<h1>{escape(headline(chronicle, names))}</h1>",
        f"<p>{escape(title)}, {escape(date)}. {escape(_length(record))}</p>",
        *(f"<p>{escape(sentence)}</p>" for sentence in (_why_it_ended(chronicle),) if sentence),
        *_story(record),
        *replay_section(chronicle.turns, record.views, chronicle.seats, labels),
        *_winning(chronicle),
        *_charts(chronicle),
        *_medals(medals, names),
        *_luck(chronicle, names),
        *_faces(chronicle),
        *_fairness(fairness),
        *_house(house),
        "<h2>Turn by turn</h2>",
        *(
            _turn(number, turn, label)
            for number, (turn, label) in enumerate(zip(chronicle.turns, labels, strict=True))
        ),
    ]
    return _page(title, "\n".join(body))


def _page(title: str, body: str) -> str:
    """Put style and script into the page; the script is needed only by the board."""
    style = _file("report.css") + board_css()
    script = f"<script>{_file('report.js')}</script>" if 'id="frames"' in body else ""
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main>"
    )
    return f"{head}\n{body}\n</main>{script}</body></html>\n"


@cache
def policy() -> str:
    """Return the page's content security policy: it runs only this script, and loads nothing."""
    digest = b64encode(sha256(_file("report.js").encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def headline(chronicle: Chronicle, names: Mapping[str, str]) -> str:
    """Say who won."""
    winners = [names[seat] for seat in chronicle.winners]
    if not winners:
        return f"{chronicle.title}: still going on"
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} {chronicle.title}"


def _length(record: GameFacts) -> str:
    turns = record.chronicle.turns
    if not turns:
        return "Nothing has happened yet."
    count = sum(turn.number > 0 for turn in turns)
    spent = duration(record.thinking_ms)
    counts = f"{turns[-1].round} rounds, {count} turns, {turns[-1].last_entry} answers"
    return f"{counts}, {spent}." if spent else f"{counts}."


def _why_it_ended(chronicle: Chronicle) -> str:
    """Return the event that ended the game; empty while it goes on."""
    ends = [event.text for event in chronicle.events if event.kind == "victory"]
    return ends[-1] if ends and chronicle.winners else ""


def _story(record: GameFacts) -> list[str]:
    sentences = story(record)
    return ["<h2>The story</h2>", f"<p>{escape(' '.join(sentences))}</p>"] if sentences else []


def _winning(chronicle: Chronicle) -> list[str]:
    """Chart the chances to win of a finished game; while it goes on, that is the table's own choice."""
    series = win_curve(chronicle) if chronicle.winners else {}
    if not series:
        return []
    lines = [
        Series(seat.name, seat.colour, tuple((p.entry, p.value) for p in series.get(seat.id, ())))
        for seat in chronicle.seats
    ]
    rounds = round_ticks(next(iter(series.values())))
    note = "Estimated from the figures of the players, by games of computer players."
    return ["<h2>Who was winning</h2>", line_chart(LABEL, lines, rounds=rounds), f"<p>{note}</p>"]


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


def _faces(chronicle: Chronicle) -> list[str]:
    """Count the faces of all dice; the companion's own rolls do not count."""
    faces = Counter(
        face
        for event in chronicle.events
        if event.roll is not None and event.roll.by != "companion"
        for face in (*event.roll.attack, *event.roll.defence)
    )
    if not faces:
        return []
    most = max(faces.values())
    rows = (
        f'<tr><th>{face}</th><td>{faces[face]}</td><td style="text-align:left;width:80%">'
        f'<span style="width:{100 * faces[face] / most:.0f}%"></span></td></tr>'
        for face in range(1, DIE_FACES + 1)
    )
    return ['<h2>Dice</h2><table class="faces">', *rows, "</table>"]


def _fairness(tests: tuple[FairnessTest, ...]) -> list[str]:
    if not tests:
        return []
    conclusions = (f"<p>{escape(test.conclusion[0].upper() + test.conclusion[1:])}.</p>" for test in tests)
    return ["<h2>Fair dice?</h2>", *conclusions]


def _house(house: tuple[str, ...]) -> list[str]:
    rows = (f"<li>{escape(rule)}</li>" for rule in house)
    return ["<h2>House rules</h2><ul>", *rows, "</ul>"] if house else []


def turn_label(turn: TurnRecord, names: Mapping[str, str]) -> str:
    """Return what a turn is called: ``"Round 3, Anna"``."""
    return f"Round {turn.round}, {names.get(turn.seat, 'everybody')}" if turn.seat is not None else "Set-up"


def _turn(number: int, turn: TurnRecord, label: str) -> str:
    events = [event for event in turn.events if event.kind != "answer"]
    rows = "".join(
        f'<li>{escape(event.text)} <span class="rule">{escape(", ".join(event.rules))}</span></li>'
        for event in events
    )
    # Open: a closed section is not printed.
    listed = f"<ul>{rows}</ul>" if rows else ""
    title = f"<summary>{escape(label)} ({len(events)})</summary>"
    link = f'<a class="then" href="#turn-{number}">The board then</a>'
    return f'<details open id="events-{number}">{title}{listed}{link}</details>'
