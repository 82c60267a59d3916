"""The report of a game: one HTML page that needs no network and no other file.

It has the story, the board of every turn with a slider, who was winning, curves, medals, luck, dice, and all
turns.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Mapping
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
from companion.app.labels import inflect
from companion.locale.messages import (
    ENGLISH,
    Catalogue,
    Message,
    applied,
    capitalised,
    gettext,
    joined,
    listed,
    ngettext,
    pgettext,
    translated,
)
from companion.odds import LuckScore

CURVES = 2
"""Figures with a chart: the first ones that the game shows."""

Say = Callable[[str], str]
"""Says a text in the language of the report, as HTML."""


def report(
    record: GameFacts,
    title: str,
    date: str,
    medals: tuple[Award, ...] = (),
    fairness: tuple[FairnessTest, ...] = (),
    house: tuple[str, ...] = (),
    catalogue: Catalogue = ENGLISH,
) -> str:
    """Write the report.

    Args:
        record: the game.
        title: of the game night.
        date: the day it was played, such as ``"2026-11-22"``.
        medals: of the players.
        fairness: the test of each set of dice.
        house: the house rules that differ from the usual ones, in words.
        catalogue: of the language in which it is written.

    Returns:
        A whole HTML page.
    """

    def say(text: str) -> str:
        return escape(translated(text, catalogue))

    chronicle = record.chronicle
    names = {seat.id: seat.name for seat in chronicle.seats}
    labels = [turn_label(turn, names) for turn in chronicle.turns]
    body = [
        f"<h1>{say(headline(chronicle, names))}</h1>",
        f"<p>{say(title)}, {say(date)}. {say(_length(record))}</p>",
        *(f"<p>{say(sentence)}</p>" for sentence in (_why_it_ended(chronicle),) if sentence),
        *_story(record, say),
        *replay_section(chronicle.turns, record.views, chronicle.seats, labels, catalogue),
        *_winning(chronicle, catalogue),
        *_charts(chronicle, catalogue),
        *_medals(medals, names, say),
        *_luck(chronicle, names, say),
        *_faces(chronicle, say),
        *_fairness(fairness, say),
        *_house(house, say),
        _heading(gettext("Turn by turn"), say),
        *(
            _turn(number, turn, label, say)
            for number, (turn, label) in enumerate(zip(chronicle.turns, labels, strict=True))
        ),
    ]
    return _page(title, catalogue.language, "\n".join(body))


def _heading(text: str, say: Say) -> str:
    return f"<h2>{say(text)}</h2>"


def _page(title: str, language: str, body: str) -> str:
    """Put style and script into the page; the script is needed only by the board."""
    style = _file("report.css") + board_css()
    script = f"<script>{_file('report.js')}</script>" if 'id="frames"' in body else ""
    head = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
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
        return gettext("{game}: still going on", game=chronicle.title)
    told = {"players": listed(winners), "game": chronicle.title}
    return ngettext("{players} wins {game}", "{players} win {game}", len(winners), **told)


def _length(record: GameFacts) -> str:
    turns = record.chronicle.turns
    if not turns:
        return gettext("Nothing has happened yet.")
    facts = [
        ngettext("{count} round", "{count} rounds", turns[-1].round),
        ngettext("{count} turn", "{count} turns", sum(turn.number > 0 for turn in turns)),
        ngettext("{count} answer", "{count} answers", turns[-1].last_entry),
        duration(record.thinking_ms),
    ]
    return applied(lambda words: f"{words}.", joined(facts, ", "))


def _why_it_ended(chronicle: Chronicle) -> str:
    """Return the event that ended the game; empty while it goes on."""
    ends = [event.text for event in chronicle.events if event.kind == "victory"]
    return ends[-1] if ends and chronicle.winners else ""


def _story(record: GameFacts, say: Say) -> list[str]:
    sentences = story(record)
    return [_heading(gettext("The story"), say), f"<p>{say(joined(sentences))}</p>"] if sentences else []


def _winning(chronicle: Chronicle, catalogue: Catalogue) -> list[str]:
    """Chart the chances to win of a finished game; while it goes on, that is the table's own choice."""
    series = win_curve(chronicle) if chronicle.winners else {}
    if not series:
        return []
    lines = [
        Series(seat.name, seat.colour, tuple((p.entry, p.value) for p in series.get(seat.id, ())))
        for seat in chronicle.seats
    ]
    rounds = round_ticks(next(iter(series.values())))
    note = gettext("Estimated from the figures of the players, by games of computer players.")
    title, below = (escape(translated(text, catalogue)) for text in (gettext("Who was winning"), note))
    chart = line_chart(LABEL, lines, rounds=rounds, catalogue=catalogue)
    return [f"<h2>{title}</h2>", chart, f"<p>{below}</p>"]


def _charts(chronicle: Chronicle, catalogue: Catalogue) -> list[str]:
    parts: list[str] = []
    for label, series in list(curves(chronicle).items())[:CURVES]:
        values = {seat: {point.entry: point.value for point in points} for seat, points in series.items()}
        lines = [
            Series(seat.name, seat.colour, tuple((p.entry, p.value) for p in series.get(seat.id, ())))
            for seat in chronicle.seats
        ]
        rounds = round_ticks(next(iter(series.values()), ()))
        leads = [(change.entry, values[change.seat][change.entry]) for change in lead_changes(series)]
        title = escape(translated(capitalised(inflect(label, 2)), catalogue))
        parts += [f"<h2>{title}</h2>", line_chart(inflect(label, 2), lines, leads, rounds, catalogue)]
    if parts:
        note = translated(gettext("A ring marks where the lead changed hands."), catalogue)
        parts.append(f"<p>{escape(note)}</p>")
    return parts


def _medals(medals: tuple[Award, ...], names: Mapping[str, str], say: Say) -> list[str]:
    if not medals:
        return []
    rows = (
        f"<tr><th>{say(medal.title)}</th><td>{say(names.get(medal.seat, medal.seat))}</td>"
        f"<td>{say(medal.text)}</td></tr>"
        for medal in medals
    )
    return [_heading(gettext("Medals"), say), "<table>", *rows, "</table>"]


def _luck(chronicle: Chronicle, names: Mapping[str, str], say: Say) -> list[str]:
    ledger = luck_ledger(chronicle)
    rows = [
        f"<tr><th>{say(names[seat.id])}</th><td>{say(luck_in_words(ledger[seat.id]))}</td></tr>"
        for seat in chronicle.seats
        if seat.id in ledger
    ]
    return [_heading(gettext("Luck"), say), "<table>", *rows, "</table>"] if rows else []


def luck_in_words(score: LuckScore | None) -> Message:
    """Describe a seat's luck: its losses, its expected losses, and a conclusion."""
    if score is None or not score.rolls:
        return gettext("rolled no dice")
    conclusion = pgettext("dice", "as expected")
    if abs(score.z) > NOTABLE:
        conclusion = pgettext("dice", "unlucky") if score.z > 0 else pgettext("dice", "lucky")
    return gettext(
        "lost {lost} in {rolls}, {expected:.1f} by the odds: {conclusion}",
        lost=score.lost,
        rolls=ngettext("{count} battle roll", "{count} battle rolls", score.rolls),
        expected=score.expected,
        conclusion=conclusion,
    )


def _faces(chronicle: Chronicle, say: Say) -> list[str]:
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
    return [_heading(gettext("Dice"), say), '<table class="faces">', *rows, "</table>"]


def _fairness(tests: tuple[FairnessTest, ...], say: Say) -> list[str]:
    if not tests:
        return []
    conclusions = (f"<p>{say(capitalised(test.conclusion))}.</p>" for test in tests)
    return [_heading(gettext("Fair dice?"), say), *conclusions]


def _house(house: tuple[str, ...], say: Say) -> list[str]:
    rows = (f"<li>{say(rule)}</li>" for rule in house)
    return [_heading(gettext("House rules"), say), "<ul>", *rows, "</ul>"] if house else []


def turn_label(turn: TurnRecord, names: Mapping[str, str]) -> str:
    """Return what a turn is called: ``"Round 3, Anna"``."""
    if turn.seat is None:
        return gettext("Set-up")
    who = names.get(turn.seat) or gettext("everybody")
    return gettext("Round {round}, {player}", round=turn.round, player=who)


def _turn(number: int, turn: TurnRecord, label: str, say: Say) -> str:
    events = [event for event in turn.events if event.kind != "answer"]
    rows = "".join(
        f'<li>{say(event.text)} <span class="rule">{escape(", ".join(event.rules))}</span></li>'
        for event in events
    )
    # Open: a closed section is not printed.
    told = f"<ul>{rows}</ul>" if rows else ""
    title = f"<summary>{say(label)} ({len(events)})</summary>"
    link = f'<a class="then" href="#turn-{number}">{say(gettext("The board then"))}</a>'
    return f'<details open id="events-{number}">{title}{told}{link}</details>'
