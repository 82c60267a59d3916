"""Objectives: choosing those in play, their context, and collecting one a turn."""

from collections.abc import Mapping

from companion.games.balance.state import BalanceState
from companion.games.boards.elements import place_name
from companion.games.classic.objectives import MAJOR, minor_objectives
from companion.games.classic.objectives import WORDS as WORDS_2008
from companion.games.territory import collecting
from companion.games.territory.objectives import (
    Counted,
    Objective,
    ObjectiveCard,
    ObjectiveContext,
    ObjectiveWords,
    Tier,
    fulfilled,
    title,
)
from companion.locale.messages import gettext, ngettext
from companion.referee.questions import Field, FillIn
from companion.referee.script import Report, Script

EACH = 4
OBJECTIVES = 2 * EACH
WHEN: dict[str, str] = {"held": gettext("held"), "taken": gettext("taken in one turn")}
"""When what an objective counts is counted, by id."""
COUNTED: Mapping[str, tuple[Counted, str]] = {
    "territories": ("territories", ""),
    "cities": ("landmarks", "city"),
    "sites": ("landmarks", "site"),
    "rough": ("landmarks", "rough"),
    "capitals": ("capitals", ""),
    "continents": ("continents", ""),
}
"""Choices for what an objective counts, by id, besides the territories of one continent."""
COUNTED_WORDS: Mapping[str, str] = {
    "territories": gettext("territories"),
    "cities": gettext("cities"),
    "sites": gettext("sites"),
    "rough": gettext("rough terrain"),
    "capitals": gettext("enemy capitals"),
    "continents": gettext("whole continents"),
}

WORDS = ObjectiveWords(
    capitals=WORDS_2008.capitals,
    continents=WORDS_2008.continents,
    new_continents=WORDS_2008.new_continents,
    landmarks={
        **WORDS_2008.landmarks,
        "site": lambda count: ngettext("{count} site", "{count} sites", count),
        "rough": lambda count: ngettext("{count} rough territory", "{count} rough territories", count),
    },
)


def lay_out(state: BalanceState) -> Script[None]:
    """BP-OBJ, BP-A20: lay out eight objectives of the 2008 edition, or those that the table writes."""
    if state.house.objectives == "by the table":
        yield from _write(state)
        return
    tiers: dict[Tier, tuple[Objective, ...]] = {"minor": minor_objectives(state.map), "major": MAJOR}
    for tier, objectives in tiers.items():
        yield from collecting.lay_out(
            state.objectives,
            attainable(state, objectives),
            EACH,
            "BP-OBJ",
            names={objective.id: title(objective, WORDS, state.map) for objective in objectives},
            words=collecting.TIERS[tier],
            finding=state.house.finding,
        )


def attainable(state: BalanceState, tier: tuple[Objective, ...]) -> tuple[Objective, ...]:
    """BP-OBJ: leave out objectives that need too many enemy capitals or that a player fulfils already."""
    return tuple(
        each
        for each in tier
        if (each.counts != "capitals" or each.need < len(state.seats)) and not holder(state, each)
    )


def holder(state: BalanceState, objective: Objective) -> str | None:
    """BP-OBJ: return the seat that fulfils an objective before the first turn; None for one-turn goals."""
    if objective.in_one_turn or state.house.fulfilled == "stay":
        return None
    seats = (seat.id for seat in state.seats)
    return next((seat for seat in seats if fulfilled(objective, ground(state, seat))), None)


def _write(state: BalanceState) -> Script[None]:
    """BP-A20: ask the table for each objective: what it counts, how many, and when."""
    presets = (*attainable(state, minor_objectives(state.map))[:EACH], *attainable(state, MAJOR)[:EACH])
    while (number := len(state.objectives.cards)) < OBJECTIVES:
        preset = presets[number % len(presets)]
        written = yield from FillIn(
            prompt=gettext("Objective {number} of {count}", number=number + 1, count=OBJECTIVES),
            detail=gettext(
                "House choice: {objective}. A continent needs no number.",
                objective=title(preset, WORDS, state.map),
            ),
            rules=("BP-OBJ", "BP-A20"),
            fields=_fields(state, preset),
        )
        made = _read(number, preset, written)
        if (seat := holder(state, made)) is None:
            state.objectives.cards.append(ObjectiveCard(made))
        else:
            text = gettext(
                "{player} has {objective} already: write another.",
                player=state.player(seat),
                objective=title(made, WORDS, state.map),
            )
            yield from Report(text, rules=("BP-OBJ",))


def _fields(state: BalanceState, preset: Objective) -> tuple[Field, ...]:
    continents: dict[str, str] = {one.id: place_name(one.name) for one in state.map.continents}
    counts = preset.of if preset.counts == "continent" else _name(preset)
    when = "taken" if preset.in_one_turn else "held"
    return (
        Field(
            "counts",
            gettext("What counts"),
            counts,
            choices=(*COUNTED, *continents),
            words={**COUNTED_WORDS, **continents},
        ),
        Field("need", gettext("How many"), max(1, preset.need), least=1, most=len(state.holdings)),
        Field("when", gettext("When"), when, choices=tuple(WHEN), words=WHEN),
    )


def _name(objective: Objective) -> str:
    return next(name for name, known in COUNTED.items() if known == (objective.counts, objective.of))


def _read(number: int, preset: Objective, written: dict[str, int | str]) -> Objective:
    counts, of = COUNTED.get(str(written["counts"]), ("continent", str(written["counts"])))
    need = 0 if counts == "continent" else int(written["need"])
    return Objective(f"objective-{number + 1}", preset.tier, counts, need, written["when"] == "taken", of)


def ground(state: BalanceState, seat: str) -> ObjectiveContext:
    """BP-OBJ: return the context that objectives are judged by."""
    return ObjectiveContext(
        board=state.map,
        held=frozenset(state.held(seat)),
        before=frozenset(state.objectives.before),
        landmarks=state.landmarks,
        enemy_capitals=frozenset(place for owner, place in state.capitals.items() if owner != seat),
    )


def collect(state: BalanceState) -> Script[None]:
    """BP-OBJ: let the active player collect at most one objective a turn."""
    yield from collecting.collect(
        state.objectives,
        ground(state, state.mover.id),
        WORDS,
        "BP-OBJ",
        seat=state.mover.id,
        player=state.mover.name,
    )
