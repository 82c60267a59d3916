"""Bringing goals into play and collecting them, as questions: the same for every game that has a shelf."""

from collections.abc import Mapping, Sequence

from companion.games.territory.goals import (
    Goal,
    GoalWords,
    Ground,
    Shelf,
    Shelved,
    have,
    need,
    progress,
    title,
    within_reach,
)
from companion.games.territory.landmarks import Finding
from companion.referee.questions import Choose, Option, Shuffle
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script

NONE = "none"
"""The answer that collects nothing; no goal may have this id."""


def lay_out(
    shelf: Shelf,
    goals: Sequence[Goal],
    count: int,
    rule: str,
    *,
    names: Mapping[str, str],
    thing: str,
    finding: Finding = "drawn",
) -> Script[None]:
    """Put the first few goals of one tier on the shelf, until there are enough of them.

    Args:
        shelf: the shelf.
        goals: all goals of this tier.
        count: how many are in play.
        rule: id of the rule that says so.
        names: what the goals are called, by their ids.
        thing: what the game calls such a goal, such as ``"minor objective"``.
        finding: shuffled, or named one by one.
    """
    by_id = {goal.id: goal for goal in goals}
    while missing := count - sum(card.goal.id in by_id for card in shelf.goals):
        left = tuple(goal for goal in by_id if shelf.find(goal) is None)
        if finding == "drawn":
            drawn = yield from _draw(left, missing, rule, thing)
        else:
            drawn = ((yield from _name(left, missing, rule, names, thing)),)
        shelf.goals += [Shelved(by_id[goal]) for goal in drawn]


def _draw(left: tuple[str, ...], missing: int, rule: str, thing: str) -> Script[tuple[str, ...]]:
    drawn = yield from Shuffle(
        prompt=f"Shuffle the {thing}s",
        detail=f"The first {missing} are in play. The companion can draw for you.",
        rules=(rule,),
        items=left,
    )
    return drawn[:missing]


def _name(
    left: tuple[str, ...], missing: int, rule: str, names: Mapping[str, str], thing: str
) -> Script[str]:
    return (
        yield from Choose(
            prompt=f"Which {thing} is in play?",
            detail=f"{missing} still to be named.",
            rules=(rule,),
            options=tuple(Option(goal, names[goal], thing) for goal in left),
        )
    )


def collect(
    shelf: Shelf, ground: Ground, words: GoalWords, rule: str, *, seat: str, player: str, thing: str
) -> Script[Shelved | None]:
    """Offer a seat the goals it has fulfilled, at most one a turn; nothing is asked when there is none.

    Args:
        shelf: the shelf, changed by the answer.
        ground: what goals look at, for this seat or its team.
        words: what the game calls the things that goals count.
        rule: id of the rule that has goals collected.
        seat: who collects.
        player: what people call that seat.
        thing: what the game calls a goal: ``"objective"``, ``"achievement"``.

    Returns:
        The goal that was collected, now the seat's; its reward is for `rewards` to turn over.
    """
    reached = within_reach(shelf, ground)
    if not reached:
        return None
    others = tuple(shelved for shelved in shelf.goals if shelved not in reached)
    chosen = yield from Choose(
        seat=seat,
        prompt=f"Collect an {thing}?",
        detail="One a turn.",
        rules=(rule,),
        options=(
            *(_option(shelved, ground, words, ALLOWED) for shelved in reached),
            Option(NONE, f"No {thing} now"),
            *(_option(shelved, ground, words, _not_yet(shelved, ground, rule)) for shelved in others),
        ),
    )
    shelved = shelf.find(chosen)
    if shelved is None:
        return None
    shelved.owner, shelf.collected = seat, chosen
    yield from Report(
        f"{player} collects: {title(shelved.goal, words, ground.board)}.", seat=seat, rules=(rule,)
    )
    return shelved


def _option(shelved: Shelved, ground: Ground, words: GoalWords, ruling: Ruling) -> Option:
    detail = f"{words.tier(shelved.goal)}, {progress(shelved.goal, ground)}"
    return Option(shelved.goal.id, title(shelved.goal, words, ground.board), detail, ruling)


def _not_yet(shelved: Shelved, ground: Ground, rule: str) -> Ruling:
    """Refuse what somebody has already, or what is not fulfilled, with the figures."""
    if shelved.owner is not None:
        return refuse(rule, "It has been collected already, and does not change hands that way.")
    needed, had = need(shelved.goal, ground.board), have(shelved.goal, ground)
    return refuse(rule, f"It needs {needed}, and there are {had}.")
