"""Bringing goals into play and collecting them, as questions: the same for every game that has a shelf."""

from collections.abc import Sequence

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
from companion.referee.questions import Choose, Option, Shuffle
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.scripts import Report, Script

NONE = "none"
"""The answer that collects nothing; no goal may have this id."""


def lay_out(
    shelf: Shelf, goals: Sequence[Goal], count: int, rule: str, *, seat: str | None, prompt: str
) -> Script[None]:
    """Shuffle goals of one tier and put the first few on the shelf, unless they lie there already.

    Args:
        shelf: the shelf.
        goals: all goals of this tier.
        count: how many are in play.
        rule: id of the rule that says so.
        seat: who is asked; nothing for the whole table.
        prompt: the question, such as ``"Shuffle the minor objectives"``.
    """
    by_id = {goal.id: goal for goal in goals}
    if any(shelved.goal.id in by_id for shelved in shelf.goals):
        return
    drawn = yield from Shuffle(
        seat=seat,
        prompt=prompt,
        detail=f"The first {count} are in play. The companion can draw for you.",
        rules=(rule,),
        items=tuple(by_id),
    )
    shelf.goals += [Shelved(by_id[name]) for name in drawn[:count]]


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
    detail = f"{shelved.goal.tier}, {progress(shelved.goal, ground)}"
    return Option(shelved.goal.id, title(shelved.goal, words, ground.board), detail, ruling)


def _not_yet(shelved: Shelved, ground: Ground, rule: str) -> Ruling:
    """Refuse what somebody has already, or what is not fulfilled, with the figures."""
    if shelved.owner is not None:
        return refuse(rule, "It has been collected already, and does not change hands that way.")
    needed, had = need(shelved.goal, ground.board), have(shelved.goal, ground)
    return refuse(rule, f"It needs {needed}, and there are {had}.")
