"""How well a camera over a board tells where pieces came and whose they are, on renders.

``python -m tests.bench.board_seen episodes FILE --seeds 0 60`` renders evenings on random boards and the
boards that ship: teaching, turns in which one to three places gain pieces, quiet minutes, tables that differ
from the record; writes a line for each. ``table FILE`` prints the results by light, picture size and angle.
``sheet FILE.png`` draws what the camera sees. Seeds, prints, textures, lights, pieces and cameras are random.
"""

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np

from companion.app.camera.board_agreement import disagreements
from companion.games.boards.board import Board, board_of, load_board
from companion.referee.game_view import Place
from companion.rendering.scene import Picture
from companion.vision.board.changes import changed, split_total
from companion.vision.board.model import BoardModel
from companion.vision.board.seeing import see_board
from companion.vision.board.seen import BoardSeen
from companion.vision.board.shape import BoardShape
from companion.vision.board.teaching import teach_board, teach_seat
from tests.bench.board_pieces import BoardPiece
from tests.bench.board_print import printed_board
from tests.bench.board_scene import BoardScene, render_board
from tests.bench.board_tables import (
    SEAT_COLOURS,
    LightKind,
    PieceStyle,
    put_down,
    random_arm,
    random_clutter,
    random_style,
    random_table,
)
from tests.bench.random_boards import random_board

LIGHTS: tuple[LightKind, ...] = get_args(LightKind)
SIZES = (1640, 1280, 1024)
TILTS = (0.0, 15.0, 30.0)
SHIPPED = ("classic", "europe", "archipelago", "duel")
THINGS = "cards and dice"
TURNS = 4
"""Turns of an episode."""
Placed = Mapping[str, tuple[str, int]]


@dataclass
class Table:
    """A table of an episode: its scene, what it was taught, and what stands where."""

    seed: int
    scene: BoardScene
    shape: BoardShape
    style: PieceStyle
    chance: np.random.Generator
    light: str
    tilt: float
    model: BoardModel | None = None

    def picture(self, pieces: Sequence[BoardPiece], **more: Any) -> Picture:
        return render_board(replace(self.scene, pieces=tuple(pieces), **more), self.chance)

    def put(self, pieces: Sequence[BoardPiece], place: str, seat: str, count: int) -> tuple[BoardPiece, ...]:
        number = self.shape.places.index(place) + 1
        labels = self.shape.labels()
        return put_down(
            labels, number, self.scene.width, pieces, self.style, (place, seat, count), self.chance
        )


def shape_of(board: Board) -> BoardShape:
    outlines = {
        each.id: tuple(ring for polygon in each.polygons for ring in polygon.rings)
        for each in board.territories
    }
    return BoardShape(board.id, board.width, board.height, outlines)


def table_of(seed: int) -> Table:
    """Return a random table; light, size and angle go through all combinations with the seeds."""
    chance = np.random.default_rng(seed)
    if seed % 2:
        board = board_of(random_board(random.Random(seed), int(chance.integers(12, 60))), f"random {seed}")
    else:
        board = load_board(SHIPPED[seed // 2 % len(SHIPPED)])
    shape = shape_of(board)
    groups = {each.id: each.continent for each in board.territories}
    printed = printed_board((board.width, board.height), shape.outlines, groups, chance)
    light = LIGHTS[seed % len(LIGHTS)]
    tilt = TILTS[seed // len(LIGHTS) % len(TILTS)]
    size = SIZES[seed // (len(LIGHTS) * len(TILTS)) % len(SIZES)]
    scene = random_table(printed, chance, light, size, tilt)
    seats = chance.choice(list(SEAT_COLOURS), int(chance.integers(2, 7)), replace=False).tolist()
    return Table(seed, scene, shape, random_style(chance, seats), chance, light, tilt)


def teach(table: Table) -> BoardModel:
    """Teach the board by four taps that miss the corners by a little, then every seat by three pieces."""
    taps = table.scene.corners() + table.chance.normal(0, 1.5 * table.scene.size[0] / 1280, (4, 2))
    model = teach_board(table.picture(()), table.shape, taps)
    largest = sorted(
        table.shape.places, key=lambda place: -model.empty.boxes[place][2] * model.empty.boxes[place][3]
    )
    for number, seat in enumerate(table.style.colours):
        place = largest[number % len(largest)]
        model = teach_seat(table.picture(table.put((), place, seat, 3)), model, seat, place, 3)
    return model


def deal(table: Table) -> list[BoardPiece]:
    """Deal most places to the seats, with one to four pieces each."""
    pieces: list[BoardPiece] = []
    for place in table.shape.places:
        if table.chance.random() < 0.9:
            seat = str(table.chance.choice(list(table.style.colours)))
            pieces += table.put(pieces, place, seat, int(table.chance.integers(1, 5)))
    return pieces


def owners(pieces: Sequence[BoardPiece]) -> dict[str, str]:
    return {piece.place: piece.owner for piece in pieces}


def episode(seed: int) -> Iterator[dict[str, Any]]:
    """Yield what came out of the parts of one episode."""
    table = table_of(seed)
    about = {
        "seed": seed,
        "light": table.light,
        "size": table.scene.size[0],
        "tilt": table.tilt,
        "kind": table.style.kind,
        "board": table.shape.id.split()[0],
    }
    model = teach(table)
    pieces = deal(table)
    started = time.process_time()
    before = see_board(table.picture(pieces), model)
    for _ in range(TURNS):
        gained, pieces = turn(table, pieces)
        started = time.perf_counter()
        picture = table.picture(pieces)
        started = time.process_time()
        after = see_board(picture, model)
        cost = time.process_time() - started
        yield {**about, "part": "turn", **judged(before, after, gained), "ms": cost * 1000}
        before = after
    for things in (False, True):
        yield {**about, "part": "agreement", **agreement(table, model, pieces, things=things)}
    for kind in QUIET:
        yield {**about, "part": "quiet", "kind of": kind, **quiet(table, model, pieces, before, kind)}


def turn(table: Table, pieces: Sequence[BoardPiece]) -> tuple[dict[str, tuple[str, int]], list[BoardPiece]]:
    """One seat puts pieces on one to three of its places."""
    own = owners(pieces)
    seat = str(table.chance.choice(sorted(set(own.values()))))
    mine = sorted(place for place, owner in own.items() if owner == seat)
    places = table.chance.choice(
        mine, min(len(mine), int(table.chance.integers(1, 4))), replace=False
    ).tolist()
    gained = {place: (seat, int(table.chance.integers(1, 5))) for place in places}
    new = list(pieces)
    for place, (_, count) in gained.items():
        new += table.put(new, place, seat, count)
    return gained, new


def judged(before: BoardSeen, after: BoardSeen, gained: Placed) -> dict[str, Any]:
    """Whether places, owners and the whole placement of a turn are right."""
    changes = changed(before, after)
    found = {change.place: change for change in changes}
    total = sum(count for _, count in gained.values())
    return {
        "places": len(gained),
        "found": sum(place in found for place in gained),
        "wrong": sum(place not in gained for place in found),
        "owned": sum(place in found and found[place].owner == seat for place, (seat, _) in gained.items()),
        "named": sum(place in found and found[place].owner is not None for place in gained),
        "exact": split_total(total, changes) == {place: count for place, (_, count) in gained.items()},
        "gains": {
            place: (count, round(found[place].gained, 2) if place in found else None)
            for place, (_, count) in gained.items()
        },
        "wrongs": {
            place: (round(change.gained, 2), change.owner)
            for place, change in found.items()
            if place not in gained
        },
    }


def differences(seen: BoardSeen, pieces: Sequence[BoardPiece]) -> set[str]:
    """The places that "Does the table agree?" names where the record says that these pieces lie there."""
    counts, whose = Counter(piece.place for piece in pieces), owners(pieces)
    places = {each.place: Place(whose.get(each.place), counts[each.place]) for each in seen.places}
    seats = {seat: seat for seat in seen.seats}
    return {each.place for each in disagreements(places, seen, seats, seats)}


def agreement(
    table: Table, model: BoardModel, pieces: Sequence[BoardPiece], *, things: bool
) -> dict[str, Any]:
    """A table like its record, and one with a wrong owner, an emptied place, and a piece on an empty one.

    Args:
        table: the table.
        model: what it was taught.
        pieces: that lie there by the record.
        things: whether a card and two dice lie on the board, too.
    """
    record, chance = owners(pieces), table.chance
    cards, dice = random_clutter(chance, table.scene) if things else ((), ())

    def named(lying: Sequence[BoardPiece]) -> set[str]:
        return differences(see_board(table.picture(lying, clutter=cards, dice=dice), model), pieces)

    emptied, stolen, *_ = chance.permutation(sorted(record)).tolist()
    other = str(chance.choice([seat for seat in table.style.colours if seat != record[stolen]]))
    wrong = [piece for piece in pieces if piece.place not in (emptied, stolen)]
    wrong += table.put(wrong, stolen, other, sum(piece.place == stolen for piece in pieces))
    free = sorted(set(table.shape.places) - set(record))
    added = str(chance.choice(free)) if free else None
    wrong += table.put(wrong, added, other, 1) if added is not None else ()
    found = named(wrong)
    return {
        "things": things,
        "alarms": len(named(pieces)),
        "emptied": emptied in found,
        "stolen": stolen in found,
        "added": None if added is None else added in found,
    }


def quiet(
    table: Table, model: BoardModel, pieces: Sequence[BoardPiece], before: BoardSeen, kind: str
) -> dict[str, Any]:
    """A minute in which nothing changes on the board: how many places are proposed, at any of its looks."""
    proposed: set[str] = set()
    hidden = 0
    for scene in QUIET[kind](table):
        picture = render_board(replace(scene, pieces=tuple(pieces)), table.chance)
        seen = see_board(picture, model)
        proposed |= {change.place for change in changed(before, seen)}
        hidden += len(seen.hidden)
    return {"proposed": len(proposed), "what": sorted(proposed), "hidden": hidden}


def _still(table: Table) -> list[BoardScene]:
    return [table.scene]


def _flicker(table: Table) -> list[BoardScene]:
    level = float(table.chance.uniform(0.85, 1.15))
    return [
        replace(table.scene, sensor=replace(table.scene.sensor, exposure=table.scene.sensor.exposure * level))
    ]


def _hands(table: Table) -> list[BoardScene]:
    return [replace(table.scene, arms=(random_arm(table.chance, table.scene),)) for _ in range(2)]


def _dusk(table: Table) -> list[BoardScene]:
    """The light in the room changes: less of it from outside, or a lamp beside the table."""
    blue, green, red = (float(value) for value in table.chance.uniform(0.9, 1.1, 3))
    lamps = tuple(
        replace(lamp, strength=lamp.strength * 0.75, colour=(blue, green, red)) for lamp in table.scene.lamps
    )
    return [replace(table.scene, lamps=lamps, ambient=table.scene.ambient * 0.8)]


def _pushed(table: Table) -> list[BoardScene]:
    x, y, turned = table.chance.normal(0, 1, 3) * (8, 8, 1)
    return [replace(table.scene, push=(float(x), float(y), float(turned)))]


def _things(table: Table) -> list[BoardScene]:
    cards, dice = random_clutter(table.chance, table.scene)
    return [replace(table.scene, clutter=cards, dice=dice)]


QUIET: dict[str, Callable[[Table], list[BoardScene]]] = {
    "still": _still,
    "flicker": _flicker,
    "hands": _hands,
    "dusk": _dusk,
    "pushed": _pushed,
    THINGS: _things,
}
"""What may happen in a minute in which no piece moves."""


def rates(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the figures of some rows."""
    turns = [row for row in rows if row["part"] == "turn"]
    tables = [row for row in rows if row["part"] == "agreement"]
    checks, beside = ([row for row in tables if row["things"] is things] for things in (False, True))
    added = [row["added"] for row in checks if row["added"] is not None]
    minutes = [row for row in rows if row["part"] == "quiet"]
    if {row["kind of"] for row in minutes} != {
        THINGS
    }:  # things that lie on the board have a row of their own
        minutes = [row for row in minutes if row["kind of"] != THINGS]

    def share(right: float, of: float) -> str:
        return f"{100 * right / of:.1f} %" if of else "-"

    places = sum(row["places"] for row in turns)
    return {
        "places": str(places),
        "place right": share(sum(row["found"] for row in turns), places),
        "owner right": share(sum(row["owned"] for row in turns), sum(row["named"] for row in turns)),
        "owner named": share(sum(row["named"] for row in turns), sum(row["found"] for row in turns)),
        "places beside": share(sum(row["wrong"] for row in turns), len(turns)),
        "placement right": share(sum(row["exact"] for row in turns), len(turns)),
        "wrong owner found": share(sum(row["stolen"] for row in checks), len(checks)),
        "empty place found": share(sum(row["emptied"] for row in checks), len(checks)),
        "piece on an empty place found": share(sum(added), len(added)),
        "false alarms": share(sum(row["alarms"] > 0 for row in checks), len(checks)),
        "false alarms beside cards and dice": share(sum(row["alarms"] > 0 for row in beside), len(beside)),
        "proposals in quiet minutes": share(sum(row["proposed"] > 0 for row in minutes), len(minutes)),
    }


def table_from(path: Path) -> str:
    """Return the table of results, by light, size, angle and kind of piece."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    groups: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        groups["all"].append(row)
    for key, unit in (
        ("light", ""),
        ("size", " px"),
        ("tilt", " degrees"),
        ("kind", ""),
        ("board", ""),
        ("kind of", ""),
    ):
        for value in dict.fromkeys(row[key] for row in rows if key in row):
            groups[f"{value}{unit}"] += [row for row in rows if row.get(key) == value]
    heads = list(rates(rows))
    lines = [f"| | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    lines += [f"| {name} | {' | '.join(rates(some).values())} |" for name, some in groups.items()]
    costs = [row["ms"] for row in rows if row["part"] == "turn"]
    return "\n".join(
        [*lines, "", f"A look takes {np.median(costs):.0f} ms of a core (median of {len(costs)})."]
    )


def sheet(path: Path, seeds: Sequence[int]) -> None:
    """Write what the camera sees, two in a row."""
    tiles = []
    for seed in seeds:
        table = table_of(seed)
        arms = (random_arm(table.chance, table.scene),) if seed % 3 == 0 else ()
        cards, dice = random_clutter(table.chance, table.scene) if seed % 2 else ((), ())
        picture = table.picture(deal(table), arms=arms, clutter=cards, dice=dice)
        tiles.append(cv2.resize(picture, (640, 480), interpolation=cv2.INTER_AREA))
    rows = [np.hstack(tiles[at : at + 2]) for at in range(0, len(tiles) - 1, 2)]
    cv2.imwrite(str(path), np.vstack(rows))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.board_seen")
    parser.add_argument("what", choices=("episodes", "table", "sheet"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 6], help="first, last + 1, step")
    arguments = parser.parse_args()
    seeds = range(*arguments.seeds)
    if arguments.what == "table":
        print(table_from(arguments.file))
    elif arguments.what == "sheet":
        sheet(arguments.file, seeds)
    else:
        with arguments.file.open("a") as file:
            for seed in seeds:
                for row in episode(seed):
                    file.write(json.dumps(row) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
