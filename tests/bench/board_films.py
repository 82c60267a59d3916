"""What the watcher over a board proposes in rendered films with hands.

``python -m tests.bench.board_films FILE --seeds 0 60 5`` writes a line a turn: a seat is asked to put pieces;
for six looks hands reach over the board and go; then a hand puts pieces down and leaves. The watcher is the
program's own.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion.app.camera.board_proposal import Proposal
from companion.app.camera.taught_boards import BoardObservation
from companion.referee.game_view import Place
from companion.referee.place_questions import Deploy
from companion.ui.board_watch import BoardWatch
from companion.vision.board.changes import changed
from companion.vision.board.model import BoardModel
from companion.vision.board.seeing import see_board
from companion.vision.board.seen import BoardSeen
from companion.vision.frames import Picture
from tests.bench.board_pieces import BoardPiece
from tests.bench.board_seen import Table, deal, owners, table_of, teach, turn
from tests.bench.board_tables import random_arm

TURNS = 2
QUIET = (True, False, True, True, False, False)
"""Whether a hand is over the board, look by look, while nothing is put down."""
SETTLING = 3
"""Looks after the hand has left."""


class FilmWatch(BoardWatch):
    """The watcher, with a game that only asks one question at a time, and no screen."""

    def __init__(self, model: BoardModel, seats: list[str]) -> None:
        view = SimpleNamespace(kind="territories", board=model.shape.id, places={})
        timeline = SimpleNamespace(active=None, part="turn")
        table = SimpleNamespace(game_view=view, timeline=timeline)
        self.session = SimpleNamespace(number=1, question=None, table=table, seats=())
        self.camera = SimpleNamespace(
            picture=None,
            boards=SimpleNamespace(find=lambda _: model, knows=lambda *_: True, look=self._seen),
            in_background=lambda work, then: then(work()),
        )
        self.seats, self.model = seats, model
        shell = SimpleNamespace(
            session=self.session,
            context=SimpleNamespace(table=self.camera, settings=SimpleNamespace(check_board=False)),
            tasks=SimpleNamespace(put=lambda task: task()),
            computer_answers=False,
            overlay=None,
            home=None,
            show_toast=lambda _: None,
        )
        super().__init__(shell)

    @property
    def colours(self) -> dict[str, str]:
        """Each seat is called by its colour."""
        return {seat: seat for seat in self.seats}

    def _seen(
        self, _: str, picture: Picture, colours: tuple[str, ...], before: BoardSeen | None
    ) -> BoardObservation:
        seen = see_board(picture, self.model, colours)
        changes = () if before is None else changed(before, seen)
        return BoardObservation(seen, tuple(self.seats), 0.0, changes)

    def ask(self, seat: str, total: int, pieces: list[BoardPiece]) -> None:
        """Ask a seat to put a number of pieces on places of its own."""
        own, places = owners(pieces), self.session.table.game_view.places
        places.clear()
        places.update({id: Place(owner, 1) for id, owner in own.items()})
        allowed = tuple(id for id, owner in own.items() if owner == seat)
        self.session.number += 1
        self.session.question = Deploy(seat=seat, prompt="", rules=(), allowed=allowed, most=total)
        self.follow()

    def show(self, picture: Picture) -> Proposal | None:
        """Look at the next picture of the film; return what is proposed then."""
        self.camera.picture, self._next = picture, 0.0
        self.tick()
        return self.proposal


def film(table: Table, watch: FilmWatch, pieces: list[BoardPiece]) -> tuple[dict[str, Any], list[BoardPiece]]:
    """Play one turn of a film; return what came of it, and the pieces after it."""
    gained, after = turn(table, pieces)
    seat, total = next(iter(gained.values()))[0], sum(count for _, count in gained.values())
    watch.ask(seat, total, pieces)

    def hand(over: bool) -> dict[str, Any]:
        return {"arms": (random_arm(table.chance, table.scene),)} if over else {}

    watch.show(table.picture(pieces))
    quiet = [watch.show(table.picture(pieces, **hand(over))) for over in QUIET]
    reaching = watch.show(table.picture(after, **hand(True)))
    shown = [watch.show(table.picture(after)) for _ in range(SETTLING)][-1]
    places = set(shown.places) if shown is not None else set()
    counts = dict(zip(shown.places, shown.counts, strict=True)) if shown is not None and shown.counts else {}
    told = {place: count for place, (_, count) in gained.items()}
    return {
        "places": len(told),
        "found": len(places & set(told)),
        "beside": len(places - set(told)),
        "all": places == set(told),
        "numbers": bool(counts),
        "exact": counts == told,
        "quiet": any(quiet),
        "under a hand": reaching is not None,
    }, after


def evening(seed: int) -> Iterator[dict[str, Any]]:
    """Yield what came of each turn of an evening."""
    table = table_of(seed)
    watch = FilmWatch(teach(table), list(table.style.colours))
    pieces = deal(table)
    for _ in range(TURNS):
        found, pieces = film(table, watch, pieces)
        yield {"seed": seed, "light": table.light, "kind": table.style.kind, **found}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.board_films")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seeds", type=int, nargs=3, default=[0, 60, 5], help="first, last + 1, step")
    arguments = parser.parse_args()
    with arguments.file.open("a") as file:
        for seed in range(*arguments.seeds):
            for row in evening(seed):
                file.write(json.dumps(row) + "\n")
            file.flush()
    rows = [json.loads(line) for line in arguments.file.read_text().splitlines()]
    sums = {key: sum(row[key] for row in rows) for key in rows[0] if key not in ("seed", "light", "kind")}
    print(f"{len(rows)} turns: {sums}")


if __name__ == "__main__":
    main()
