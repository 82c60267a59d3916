"""Scripts that bring objectives into play and collect them, shared by all games with objectives."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.games.territory.landmarks import Finding
from companion.games.territory.objectives import (
    Objective,
    ObjectiveCard,
    ObjectiveContext,
    Objectives,
    ObjectiveWords,
    Tier,
    have,
    need,
    progress,
    title,
    within_reach,
)
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.questions import Choose, Option, Shuffle
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script

NONE = "none"
"""The answer that collects nothing; no objective may have this id."""


class TierWords(Struct, frozen=True):
    """What a game says about the objectives of one tier.

    Attributes:
        noun: one of them.
        shuffle: the question that has them shuffled.
        which: the question which of them is in play.
    """

    noun: str
    shuffle: str
    which: str


TIERS: Mapping[Tier, TierWords] = {
    "minor": TierWords(
        gettext("minor objective"),
        gettext("Shuffle the minor objectives"),
        gettext("Which minor objective is in play?"),
    ),
    "major": TierWords(
        gettext("major objective"),
        gettext("Shuffle the major objectives"),
        gettext("Which major objective is in play?"),
    ),
}


def lay_out(
    in_play: Objectives,
    objectives: Sequence[Objective],
    count: int,
    rule: str,
    *,
    names: Mapping[str, str],
    words: TierWords,
    finding: Finding = "drawn",
) -> Script[None]:
    """Put the first few objectives of one tier into play, until there are enough of them."""
    by_id = {objective.id: objective for objective in objectives}
    while missing := min(count, len(by_id)) - sum(card.objective.id in by_id for card in in_play.cards):
        left = tuple(objective for objective in by_id if in_play.find(objective) is None)
        if finding == "drawn":
            drawn = yield from _draw(left, missing, rule, names, words)
        else:
            drawn = ((yield from _name(left, missing, rule, names, words)),)
        in_play.cards += [ObjectiveCard(by_id[objective]) for objective in drawn]


def _draw(
    left: tuple[str, ...], missing: int, rule: str, names: Mapping[str, str], words: TierWords
) -> Script[tuple[str, ...]]:
    drawn = yield from Shuffle(
        prompt=words.shuffle,
        detail=ngettext(
            "The first {count} is in play. The companion can draw for you.",
            "The first {count} are in play. The companion can draw for you.",
            missing,
        ),
        rules=(rule,),
        items=left,
        words={objective: names[objective] for objective in left},
    )
    return drawn[:missing]


def _name(
    left: tuple[str, ...], missing: int, rule: str, names: Mapping[str, str], words: TierWords
) -> Choose:
    return Choose(
        prompt=words.which,
        detail=ngettext("{count} still to be named.", "{count} still to be named.", missing),
        rules=(rule,),
        options=tuple(Option(objective, names[objective], words.noun) for objective in left),
    )


def collect(
    in_play: Objectives,
    ground: ObjectiveContext,
    labels: ObjectiveWords,
    rule: str,
    *,
    seat: str,
    player: str,
) -> Script[ObjectiveCard | None]:
    """Offer a seat the objectives it has fulfilled, at most one a turn; nothing is asked when there is none.

    Args:
        in_play: the objectives in play, changed by the answer.
        ground: the context of objectives, for this seat or its team.
        labels: the game's words for the things that objectives count.
        rule: id of the rule.
        seat: who collects.
        player: name of that seat.

    Returns:
        The collected objective, now owned by the seat; `rewards` reveals its reward.
    """
    question = collect_question(in_play, ground, labels, rule, seat=seat)
    if question is None:
        return None
    chosen = yield from question
    return (yield from take(in_play, chosen, ground, labels, rule, seat=seat, player=player))


def collect_question(
    in_play: Objectives,
    ground: ObjectiveContext,
    labels: ObjectiveWords,
    rule: str,
    *,
    seat: str,
    prompt: str = gettext("Collect an objective?"),
    decline: str = gettext("No objective now"),
) -> Choose | None:
    """Return the question that `collect` asks; None if no objective is fulfilled."""
    reached = within_reach(in_play, ground)
    if not reached:
        return None
    others = tuple(card for card in in_play.cards if card not in reached)
    return Choose(
        seat=seat,
        prompt=prompt,
        detail=gettext("One a turn."),
        rules=(rule,),
        options=(
            *(_option(card, ground, labels, ALLOWED) for card in reached),
            Option(NONE, decline),
            *(_option(card, ground, labels, _not_yet(card, ground, rule)) for card in others),
        ),
    )


def take(
    in_play: Objectives,
    chosen: str,
    ground: ObjectiveContext,
    labels: ObjectiveWords,
    rule: str,
    *,
    seat: str,
    player: str,
) -> Script[ObjectiveCard | None]:
    """Give a seat the objective that it chose, with a report; None if it chose none."""
    card = in_play.find(chosen)
    if card is None:
        return None
    card.owner, in_play.collected = seat, chosen
    text = gettext(
        "{player} collects: {objective}.",
        player=player,
        objective=title(card.objective, labels, ground.board),
    )
    yield from Report(text, seat=seat, rules=(rule,))
    return card


def _option(card: ObjectiveCard, ground: ObjectiveContext, labels: ObjectiveWords, ruling: Ruling) -> Option:
    detail = joined((labels.tier(card.objective), progress(card.objective, ground)), ", ")
    return Option(card.objective.id, title(card.objective, labels, ground.board), detail, ruling)


def _not_yet(card: ObjectiveCard, ground: ObjectiveContext, rule: str) -> Ruling:
    """Refuse an objective that is taken or not fulfilled, with the figures."""
    if card.owner is not None:
        text = gettext("It has been collected already, and does not change hands that way.")
        return refuse(rule, text)
    needed, had = need(card.objective, ground.board), have(card.objective, ground)
    return refuse(rule, "It needs {needed}, and there are {had}.", needed=needed, had=had)
