"""Looks at the taught board: for proposals, a check at each hand-over, and screens that ask for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from companion.app.camera.board_agreement import Disagreement, colours_of, disagreements
from companion.app.camera.board_photos import lying
from companion.app.labels import place_names, seats_with_neutral
from companion.locale.messages import gettext, listed
from companion.ui.background import in_background

if TYPE_CHECKING:
    from companion.app.camera.board_proposal import Proposal
    from companion.app.camera.taught_boards import BoardObservation
    from companion.app.night.session import Session
    from companion.referee.game_view import Place
    from companion.vision.board.seen import BoardSeen

_log = logging.getLogger(__name__)

Then = Callable[["BoardObservation"], None]

EVERY = 2.0
"""Seconds between two looks, at least."""
SHARE = 0.1
"""Largest share of a processor core that looking takes between questions."""
CHECKS = 6
"""Most looks of a check at a hand-over: then a hand was always over the board."""
NAMED = 3
"""Most places that the check names."""


class BoardWatch:
    """Looks when something is asked of the board, never more often than its share of a core allows.

    Without a camera, a map, or before the board was taught it does nothing.

    Attributes:
        proposal: what the camera proposes for the open question; None where it proposes nothing.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._next = 0.0
        self._looking = False
        self._then: list[Then] = []
        self._run: tuple[Any, ...] | None = None
        self._start: Mapping[str, Place] = {}
        self._before: BoardSeen | None = None
        self._last: Proposal | None = None
        self._offered: tuple[Proposal, BoardSeen, Mapping[str, Place]] | None = None
        self._turn: tuple[int, str | None] | None = None
        self._checks = 0
        self._suspects: dict[str, Disagreement] | None = None
        self._warned = frozenset[str]()
        self.proposal: Proposal | None = None

    @property
    def ready(self) -> bool:
        """Whether a camera sees the board of this game, and was taught it; a practice is not on the table."""
        session, camera = self._shell.session, self._shell.context.table
        if session is None or camera is None or session.practice:
            return False
        view = session.table.game_view
        known: bool = camera.boards.knows(view.board, self.colours.values())
        return known and view.kind == "territories"

    def look(self, then: Then, *, at_once: bool = False) -> None:
        """Look once, and hand it over on the game's thread.

        Args:
            then: takes what was seen.
            at_once: whether somebody waits for it.
        """
        self._then.append(then)
        if at_once:
            self._next = 0.0

    def forget(self, then: Then) -> None:
        """Hand nothing over to a screen that has gone."""
        self._then = [other for other in self._then if other != then]

    # --- following the game --------------------------------------------------------------------------------

    def follow(self) -> None:
        """Begin a proposal with a new question, and a check with a new turn."""
        session = self._shell.session
        if session is None or not self.ready:
            self._run = self.proposal = self._before = self._offered = None
            return
        self._keep_confirmed(session)
        self._follow_question(session)
        self._follow_turn(session)

    def _follow_question(self, session: Session) -> None:
        """Keep what lay on the board when a question began; the next of its kind goes on with it."""
        question, view = session.question, session.table.game_view
        places = bool(getattr(question, "allowed", ())) and not self._shell.computer_answers
        run = (session.number, type(question), question.seat) if question is not None and places else None
        self.proposal = self._last = None
        if run == self._run:
            return
        self._run, self._start, self._before, self._offered = run, view.places, None, None
        if run is not None:
            self._next = 0.0

    def _follow_turn(self, session: Session) -> None:
        where = session.table.timeline
        turn = (session.number, where.active if where.part == "turn" else None)
        begins = turn[1] is not None and self._turn not in (None, turn)
        self._turn = turn
        if begins and self._shell.context.settings.check_board:
            self._checks, self._suspects = CHECKS, None

    def tick(self) -> None:
        """Look if something is asked of the board, and it is time."""
        wanted = self._then or self._checks or (self._run is not None and self._shell.overlay is None)
        if not wanted or self._looking or monotonic() < self._next or not self.ready:
            return
        camera, session = self._shell.context.table, self._shell.session
        picture = camera.picture
        if picture is None:
            return
        view = session.table.game_view
        colours = tuple(self.colours.values())
        put, before = self._shell.tasks.put, self._before
        self._looking = camera.in_background(
            lambda: camera.boards.look(view.board, picture, colours, before),
            lambda found: put(partial(self._take, session.number, found)),
        )

    @property
    def colours(self) -> dict[str, str]:
        """The colour of each owner's pieces."""
        session = self._shell.session
        return colours_of(seats_with_neutral(session.table.game_view, session.seats))

    # --- what was seen -------------------------------------------------------------------------------------

    def _take(self, number: int, found: BoardObservation | None) -> None:
        self._looking = False
        session = self._shell.session
        if found is None or session is None or session.number != number:
            self._next = monotonic() + EVERY
            return
        self._next = monotonic() + max(EVERY, found.cost / SHARE - found.cost)
        self._warn(found.seen)
        then, self._then = self._then, []
        for hand_over in then:
            hand_over(found)
        self._check(session, found)
        self._propose(session, found)

    def _warn(self, seen: BoardSeen) -> None:
        """Say once that the board was pushed, or that the light has changed."""
        warnings = {"pushed": seen.pushed and not seen.lost, "light": seen.light_changed and not seen.lost}
        now = frozenset(kind for kind, holds in warnings.items() if holds)
        if "pushed" in now - self._warned:
            self._shell.show_toast(gettext("The board was pushed; the camera follows it."))
        elif "light" in now - self._warned:
            self._shell.show_toast(gettext("The light on the board has changed."))
        self._warned = now

    def _check(self, session: Session, found: BoardObservation) -> None:
        """At a hand-over, name the places that two looks say differ from the record."""
        if not self._checks:
            return
        self._checks -= 1
        if found.seen.hand or found.seen.lost:
            return
        differ = disagreements(session.table.game_view.places, found.seen, self.colours, found.taught)
        by_place = {one.place: one for one in differ}
        if self._suspects is None:
            self._suspects = by_place
            return
        self._checks = 0
        sure = [place for place, one in by_place.items() if self._suspects.get(place) == one]
        if sure:
            names = place_names(session.table.game_view)
            places = listed([names[place] for place in sure[:NAMED]])
            self._shell.show_toast(gettext("The table may differ: {places}. See Pause.", places=places))

    def _propose(self, session: Session, observation: BoardObservation) -> None:
        """Propose what two looks agree on."""
        seen = observation.seen
        if self._run is None or seen.hand or seen.lost:
            return
        if self._before is None:
            self._before = seen
            return
        from companion.app.camera.board_proposal import propose

        places = session.table.game_view.places
        done = {id for id, place in places.items() if place != self._start.get(id)}
        question = session.question
        colour = self.colours.get(question.seat or "") if question is not None else None
        found = propose(question, observation.changes, colour, done)
        settled, self._last = _places_in(found) == _places_in(self._last), found
        if settled and _places_in(found) != _places_in(self.proposal):
            self.proposal = found
            self._offered = None if found is None else (found, seen, places)
            if self._shell.home is not None:
                self._shell.home.show_seen(found)

    # --- photos for training -------------------------------------------------------------------------------

    def _keep_confirmed(self, session: Session) -> None:
        """Keep the photos of a proposal once the record has more on each of its places."""
        if self._offered is None:
            return
        proposal, seen, before = self._offered
        places = session.table.game_view.places
        if all(places[id].count > before[id].count for id in proposal.places):
            self._offered = None
            self.keep_photos(seen, proposal.places, "placement")

    def keep_photos(self, seen: BoardSeen, confirmed: Collection[str], how: str) -> None:
        """Keep photos of places that players confirmed, if they agreed to it in the settings.

        Args:
            seen: the look.
            confirmed: the places.
            how: see `companion.app.camera.board_photos`.
        """
        session, camera = self._shell.session, self._shell.context.table
        if camera is None or not self._shell.context.settings.board_photos:
            return
        view = session.table.game_view
        model = camera.boards.find(view.board)
        if model is None:
            return
        lies = lying(view.places, self.colours, confirmed)
        work = partial(camera.photos.keep, model.shape, seen, lies, how)
        in_background(self._shell, work, lambda _: None, _not_kept)


def _places_in(proposal: Proposal | None) -> tuple[tuple[str, ...], bool] | None:
    """The places of a proposal, and whether it has numbers: numbers alone may differ from look to look."""
    return None if proposal is None else (proposal.places, bool(proposal.counts))


def _not_kept(error: Exception) -> None:
    """A full card must not stop a game."""
    _log.warning("the photos were not kept: %s", error)
