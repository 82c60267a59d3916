"""Objectives and achievements as data: what they count, which are in play, and a side's progress.

An objective counts something on the board: territories, landmarks such as cities or mineral fields, enemy
capitals or bases, whole continents or planets, or the territories of one of these. It may count only
conquests of this turn: held now, but not when the turn began.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal

from msgspec import Struct, field

from companion.games.boards.board import Board
from companion.games.boards.elements import place_name
from companion.locale.messages import gettext, joined, ngettext, pgettext
from companion.referee.game_view import Goal as GoalView
from companion.referee.names import PlaceId, SeatId

Tier = Literal["minor", "major"]
"""The two kinds of objectives and rewards; a minor objective carries a minor reward."""

Counted = Literal["territories", "landmarks", "capitals", "continents", "continent"]
"""What an objective counts; ``"continent"`` counts the territories of one and needs them all."""


class Objective(Struct, frozen=True):
    """One objective.

    Attributes:
        id: its name in the game.
        tier: minor or major.
        counts: what it counts.
        need: required number; for ``"continent"`` the board defines it.
        in_one_turn: whether only conquests of this turn count; for a continent, if nothing of it was held
            before.
        of: which landmarks, such as ``"city"``, or which continent.
    """

    id: str
    tier: Tier
    counts: Counted
    need: int = 0
    in_one_turn: bool = False
    of: str = ""


_TIERS: Mapping[Tier, str] = {
    "minor": pgettext("objective", "minor"),
    "major": pgettext("objective", "major"),
}
Counter = Callable[[int], str]
"""Says a number of things: ``"2 cities"``."""


class ObjectiveWords(Struct, frozen=True):
    """How a game says a number of the things that objectives count.

    Attributes:
        capitals: capitals or bases of enemies.
        continents: continents or planets.
        new_continents: continents or planets that are taken in one turn.
        landmarks: the landmarks by their kind.
        tiers: the game's names of the tiers.
    """

    capitals: Counter
    continents: Counter
    new_continents: Counter
    landmarks: Mapping[str, Counter]
    tiers: Mapping[Tier, str] = field(default_factory=lambda: _TIERS)

    def tier(self, objective: Objective) -> str:
        """Return the game's name of an objective's tier."""
        return self.tiers[objective.tier]

    def count(self, objective: Objective) -> str:
        """Say the number of things that an objective needs."""
        match objective.counts:
            case "capitals":
                counter = self.capitals
            case "continents":
                counter = self.new_continents if objective.in_one_turn else self.continents
            case "landmarks":
                counter = self.landmarks[objective.of]
            case _:
                return ngettext("{count} territory", "{count} territories", objective.need)
        return counter(objective.need)


class ObjectiveContext(Struct, frozen=True):
    """Everything that objectives depend on, for one seat or one team.

    Attributes:
        board: the board.
        held: territories held now.
        before: territories held when the turn began.
        landmarks: territories with landmarks, by kind.
        enemy_capitals: territories with the capitals of others.
        allied: territories of allies, which count towards whole continents.
        allies_complete: whether they also count towards continents taken in one turn.
    """

    board: Board
    held: frozenset[str]
    before: frozenset[str]
    landmarks: Mapping[str, Collection[str]]
    enemy_capitals: frozenset[str]
    allied: frozenset[str] = frozenset()
    allies_complete: bool = False


RewardIs = Literal["none", "face down", "open", "in force", "destroyed"]
"""The state of an objective's reward: missing, face down, face up, in force for its owner, or destroyed."""


class ObjectiveCard(Struct):
    """An objective in play with its reward.

    Attributes:
        objective: the objective.
        owner: the seat that has it; None while it is open.
        reward: the name of its reward; None if unknown.
        reward_is: the state of the reward.
    """

    objective: Objective = field(name="goal")
    owner: SeatId | None = None
    reward: str | None = None
    reward_is: RewardIs = "none"


class Objectives(Struct):
    """The objectives in play, and this turn's facts about them.

    Attributes:
        cards: all objectives in play, in order.
        before: territories that the active side held when its turn began.
        collected: id of the objective collected in this turn; None while there is none.
    """

    cards: list[ObjectiveCard] = field(name="goals", default_factory=list)
    before: tuple[PlaceId, ...] = ()
    collected: str | None = None

    def begin_turn(self, held: Iterable[str]) -> None:
        """Record the holdings of the next side, and reset what was collected."""
        self.before, self.collected = tuple(held), None

    def find(self, objective: str) -> ObjectiveCard | None:
        """Return the objective in play with this id, if it is in play."""
        return next((card for card in self.cards if card.objective.id == objective), None)

    def owned(self, *owners: str) -> tuple[ObjectiveCard, ...]:
        """Return the objectives that these seats have collected."""
        return tuple(card for card in self.cards if card.owner in owners)


def taken(objective: Objective, ground: ObjectiveContext) -> frozenset[str]:
    """Return the territories that count for an objective: all that are held, or this turn's conquests."""
    return ground.held - ground.before if objective.in_one_turn else ground.held


def have(objective: Objective, ground: ObjectiveContext) -> int:
    """Return a side's progress towards an objective; it may exceed the required number."""
    return _COUNTS[objective.counts](objective, ground)


def need(objective: Objective, board: Board) -> int:
    """Return the required number of an objective."""
    return (
        len(board.continent(objective.of).territories) if objective.counts == "continent" else objective.need
    )


def fulfilled(objective: Objective, ground: ObjectiveContext) -> bool:
    """Return whether a side fulfils an objective."""
    return have(objective, ground) >= need(objective, ground.board)


def _territories(objective: Objective, ground: ObjectiveContext) -> int:
    return len(taken(objective, ground))


def _landmarks(objective: Objective, ground: ObjectiveContext) -> int:
    return len(taken(objective, ground).intersection(ground.landmarks.get(objective.of, ())))


def _capitals(objective: Objective, ground: ObjectiveContext) -> int:
    return len(taken(objective, ground) & ground.enemy_capitals)


def _continents(objective: Objective, ground: ObjectiveContext) -> int:
    """Whole continents; in one turn, those of which something was taken and nothing was held before."""
    counted, mine = _with_allies(objective, ground), taken(objective, ground)
    whole = [land.territories for land in ground.board.continents if counted.issuperset(land.territories)]
    return sum(not objective.in_one_turn or not mine.isdisjoint(land) for land in whole)


def _continent(objective: Objective, ground: ObjectiveContext) -> int:
    return len(_with_allies(objective, ground).intersection(ground.board.continent(objective.of).territories))


def _with_allies(objective: Objective, ground: ObjectiveContext) -> frozenset[str]:
    """A whole continent may be controlled together; in one turn it is taken by one, if not completed."""
    if not objective.in_one_turn:
        return ground.held | ground.allied
    mine = taken(objective, ground)
    return mine | (ground.allied - ground.held) if ground.allies_complete else mine


_COUNTS: dict[Counted, Callable[[Objective, ObjectiveContext], int]] = {
    "territories": _territories,
    "landmarks": _landmarks,
    "capitals": _capitals,
    "continents": _continents,
    "continent": _continent,
}


def title(objective: Objective, labels: ObjectiveWords, board: Board) -> str:
    """Say in a few words what an objective asks: ``"4 cities in a turn"``, ``"All Europe"``."""
    if objective.counts != "continent":
        counted = labels.count(objective)
        return gettext("{things} in a turn", things=counted) if objective.in_one_turn else counted
    whole = place_name(board.continent(objective.of).name)
    if objective.in_one_turn:
        return gettext("All {continent} in a turn", continent=whole)
    return gettext("All {continent}", continent=whole)


def progress(objective: Objective, ground: ObjectiveContext) -> str:
    """Say how far a side has come: ``"6 of 8"``."""
    return gettext("{have} of {need}", have=have(objective, ground), need=need(objective, ground.board))


def within_reach(in_play: Objectives, ground: ObjectiveContext) -> tuple[ObjectiveCard, ...]:
    """Find every open objective that is fulfilled; nothing once one has been collected in this turn."""
    if in_play.collected is not None:
        return ()
    return tuple(card for card in in_play.cards if card.owner is None and fulfilled(card.objective, ground))


def hand_over(in_play: Objectives, loser: str, winner: str) -> tuple[ObjectiveCard, ...]:
    """Give an eliminated seat's objectives to another seat; their rewards are destroyed. Returns them."""
    lost = in_play.owned(loser)
    for card in lost:
        card.owner = winner
        if card.reward_is != "none":
            card.reward_is = "destroyed"
    return lost


def objectives_in_view(
    in_play: Objectives, ground: ObjectiveContext, labels: ObjectiveWords, rewards: Mapping[str, str]
) -> tuple[GoalView, ...]:
    """Show the objectives in play with the progress of the side on turn.

    Args:
        in_play: the objectives in play.
        ground: what objectives look at, for the side on turn.
        labels: what the game calls the things that objectives count.
        rewards: what the game calls its rewards, by their names in `rewards.TOKENS`.
    """
    return tuple(
        GoalView(
            id=card.objective.id,
            title=title(card.objective, labels, ground.board),
            have=have(card.objective, ground),
            need=need(card.objective, ground.board),
            owner=card.owner,
            detail=joined((labels.tier(card.objective), _reward(card, rewards)), ", "),
        )
        for card in in_play.cards
    )


def _reward(card: ObjectiveCard, rewards: Mapping[str, str]) -> str:
    match card.reward_is:
        case "none":
            return ""
        case "face down":
            return gettext("reward face down")
        case "destroyed":
            return gettext("reward destroyed")
        case _:
            return rewards.get(card.reward or "", gettext("reward"))
