"""Goals on a shelf: objectives and achievements as data, found by themselves, at most one a turn.

A goal counts something on the board: territories, landmarks such as cities or mineral fields, enemy capitals
or bases, whole continents or planets, or the territories of one of these. It may count only what was taken in
this turn: held now, and not held when the turn began.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal

from msgspec import Struct

from companion.games.boards.board import Board
from companion.referee.game_view import Goal as SceneGoal

Tier = Literal["minor", "major"]
"""The two kinds of goals and rewards; a minor goal carries a minor reward."""

Counted = Literal["territories", "landmarks", "capitals", "continents", "continent"]
"""What a goal counts; ``"continent"`` counts the territories of one and needs them all."""


class Goal(Struct, frozen=True):
    """One goal.

    Attributes:
        id: its name in the game.
        tier: minor or major.
        counts: what it counts.
        need: how many; for ``"continent"`` the board says it.
        in_one_turn: only what was taken in this turn counts; a continent, if nothing of it was held before.
        of: which landmarks, such as ``"city"``, or which continent.
    """

    id: str
    tier: Tier
    counts: Counted
    need: int = 0
    in_one_turn: bool = False
    of: str = ""


class GoalWords(Struct, frozen=True):
    """What a game calls the things that goals count: one and many of each.

    Attributes:
        capital: an enemy's capital or base.
        continent: a continent or planet.
        landmarks: the landmarks by their kind.
        tiers: the tiers, where the game does not call them minor and major.
    """

    capital: tuple[str, str]
    continent: tuple[str, str]
    landmarks: Mapping[str, tuple[str, str]]
    tiers: Mapping[Tier, str] = {}

    def tier(self, goal: Goal) -> str:
        """Return what the game calls a goal's tier."""
        return self.tiers.get(goal.tier, goal.tier)


class Ground(Struct, frozen=True):
    """All that goals look at, for one seat or one team.

    Attributes:
        board: the board.
        held: territories held now.
        before: territories held when the turn began.
        landmarks: where landmarks are, by their kind.
        enemy_capitals: where the capitals of all others are.
        allied: territories of allies, which count with one's own towards whole continents controlled.
    """

    board: Board
    held: frozenset[str]
    before: frozenset[str]
    landmarks: Mapping[str, Collection[str]]
    enemy_capitals: frozenset[str]
    allied: frozenset[str] = frozenset()


RewardIs = Literal["none", "face down", "open", "in force", "destroyed"]
"""How a reward lies on its goal: there is none, face down, face up, working for the goal's owner, or lost."""


class Shelved(Struct):
    """A goal in play, and the reward that lies on it.

    Attributes:
        goal: the goal.
        owner: the seat that has it; nothing while it lies open.
        reward: the name of its reward, as far as the companion knows it.
        reward_is: how it lies there.
    """

    goal: Goal
    owner: str | None = None
    reward: str | None = None
    reward_is: RewardIs = "none"


class Shelf(Struct):
    """The goals in play and what this turn has to do with them.

    Attributes:
        goals: all goals in play, in the order in which they lie.
        before: territories that the active side held when its turn began.
        collected: id of the goal collected in this turn; nothing while there is none.
    """

    goals: list[Shelved] = []
    before: tuple[str, ...] = ()
    collected: str | None = None

    def begin_turn(self, held: Iterable[str]) -> None:
        """Remember what the next side holds, and forget what was collected."""
        self.before, self.collected = tuple(held), None

    def find(self, goal: str) -> Shelved | None:
        """Return the goal in play with this id, if it is in play."""
        return next((shelved for shelved in self.goals if shelved.goal.id == goal), None)

    def owned(self, *owners: str) -> tuple[Shelved, ...]:
        """Return the goals that these seats have collected."""
        return tuple(shelved for shelved in self.goals if shelved.owner in owners)


def taken(goal: Goal, ground: Ground) -> frozenset[str]:
    """Return the territories that count for a goal: all that are held, or those taken in this turn."""
    return ground.held - ground.before if goal.in_one_turn else ground.held


def have(goal: Goal, ground: Ground) -> int:
    """Say how far a side has come towards a goal; it may have come further than it must."""
    return _COUNTS[goal.counts](goal, ground)


def need(goal: Goal, board: Board) -> int:
    """Say how far a goal must be come."""
    return len(board.continent(goal.of).territories) if goal.counts == "continent" else goal.need


def fulfilled(goal: Goal, ground: Ground) -> bool:
    """Tell whether a side has come far enough."""
    return have(goal, ground) >= need(goal, ground.board)


def _territories(goal: Goal, ground: Ground) -> int:
    return len(taken(goal, ground))


def _landmarks(goal: Goal, ground: Ground) -> int:
    return len(taken(goal, ground).intersection(ground.landmarks.get(goal.of, ())))


def _capitals(goal: Goal, ground: Ground) -> int:
    return len(taken(goal, ground) & ground.enemy_capitals)


def _continents(goal: Goal, ground: Ground) -> int:
    """Whole continents; in one turn, those of which nothing at all was held before."""
    counted = _with_allies(goal, ground)
    return sum(counted.issuperset(continent.territories) for continent in ground.board.continents)


def _continent(goal: Goal, ground: Ground) -> int:
    return len(_with_allies(goal, ground).intersection(ground.board.continent(goal.of).territories))


def _with_allies(goal: Goal, ground: Ground) -> frozenset[str]:
    """A whole continent may be controlled together; what was taken in one turn was taken by one."""
    return taken(goal, ground) if goal.in_one_turn else ground.held | ground.allied


_COUNTS: dict[Counted, Callable[[Goal, Ground], int]] = {
    "territories": _territories,
    "landmarks": _landmarks,
    "capitals": _capitals,
    "continents": _continents,
    "continent": _continent,
}


def title(goal: Goal, words: GoalWords, board: Board) -> str:
    """Say in a few words what a goal asks: ``"4 cities in a turn"``, ``"All Europe"``."""
    when = " in a turn" if goal.in_one_turn else ""
    if goal.counts == "continent":
        return f"All {board.continent(goal.of).name}{when}"
    names = {
        "territories": ("territory", "territories"),
        "capitals": words.capital,
        "continents": words.continent,
        "landmarks": words.landmarks.get(goal.of, (goal.of, f"{goal.of}s")),
    }
    one, many = names[goal.counts]
    new = "new " if goal.counts == "continents" and goal.in_one_turn else ""
    return f"{goal.need} {new}{one if goal.need == 1 else many}{when}"


def progress(goal: Goal, ground: Ground) -> str:
    """Say how far a side has come: ``"6 of 8"``."""
    return f"{have(goal, ground)} of {need(goal, ground.board)}"


def within_reach(shelf: Shelf, ground: Ground) -> tuple[Shelved, ...]:
    """Find every open goal that is fulfilled; nothing once one has been collected in this turn."""
    if shelf.collected is not None:
        return ()
    return tuple(
        shelved for shelved in shelf.goals if shelved.owner is None and fulfilled(shelved.goal, ground)
    )


def hand_over(shelf: Shelf, loser: str, winner: str, *, destroy_rewards: bool = True) -> tuple[Shelved, ...]:
    """Give an eliminated seat's goals to somebody else; their rewards are destroyed. Returns these goals."""
    lost = shelf.owned(loser)
    for shelved in lost:
        shelved.owner = winner
        if destroy_rewards and shelved.reward_is != "none":
            shelved.reward_is = "destroyed"
    return lost


def goals_in_scene(
    shelf: Shelf, ground: Ground, words: GoalWords, rewards: Mapping[str, str]
) -> tuple[SceneGoal, ...]:
    """Show the shelf with the progress of the side on turn.

    Args:
        shelf: the shelf.
        ground: what goals look at, for the side on turn.
        words: what the game calls the things that goals count.
        rewards: what the game calls its rewards, by their names on the shelf.
    """
    return tuple(
        SceneGoal(
            id=shelved.goal.id,
            title=title(shelved.goal, words, ground.board),
            have=have(shelved.goal, ground),
            need=need(shelved.goal, ground.board),
            owner=shelved.owner,
            detail=", ".join((words.tier(shelved.goal), *_reward(shelved, rewards))),
        )
        for shelved in shelf.goals
    )


def _reward(shelved: Shelved, rewards: Mapping[str, str]) -> tuple[str, ...]:
    known = rewards.get(shelved.reward or "", "reward")
    match shelved.reward_is:
        case "none":
            return ()
        case "face down":
            return ("reward face down",)
        case "destroyed":
            return ("reward destroyed",)
        case _:
            return (known,)
