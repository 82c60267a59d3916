"""Rewards on objectives: hidden or open, who has them, and what they give.

The same eight tokens serve every game with objectives: an airfield is called a tower elsewhere, and so on;
each game has its own words for them.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, get_args

from msgspec import Struct, structs

from companion.games.territory.objectives import ObjectiveCard, Objectives, Tier
from companion.games.territory.state import TerritoryState
from companion.locale.messages import capitalised, gettext, joined
from companion.referee.dice import Contest, Force
from companion.referee.names import PlaceId, SeatId
from companion.referee.questions import Choose, Option, Pick, Shuffle
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Report, Script

Reward = Literal[
    "tower",
    "additional maneuver",
    "starting maneuver",
    "guaranteed card",
    "attack die",
    "defence die",
    "two troops",
]
TOKENS: dict[Tier, tuple[Reward, ...]] = {
    "minor": ("tower", "additional maneuver", "starting maneuver", "guaranteed card"),
    "major": ("tower", "attack die", "defence die", "two troops"),
}
"""The tokens of each tier, one an objective in play."""

GIVES: dict[str, str] = {
    "tower": gettext("+1 there and next to it"),
    "additional maneuver": gettext("a second move each turn"),
    "starting maneuver": gettext("a move before attacking"),
    "guaranteed card": gettext("a card every turn"),
    # Translators: one more die, of which the best count.
    "attack die": gettext("one more, the best count"),
    "defence die": gettext("one more, the best count"),
    "two troops": gettext("two more each turn"),
}
"""What each reward gives, in a few words."""

DEAL: dict[Tier, str] = {
    "minor": gettext("Deal the minor rewards"),
    "major": gettext("Deal the major rewards"),
}

TROOPS = 2
"""Armies that ``"two troops"`` brings each turn."""

Dealing = Literal["face down", "dealt", "open"]
"""How rewards lie on objectives: as tokens that the table turns over, dealt by the companion and kept
hidden, or dealt face up."""

Towers = dict[PlaceId, SeatId]
"""Towers (airfields) on the board: whose one stands on which territory; never two on one."""


def has(in_play: Objectives, seat: str, reward: Reward) -> bool:
    """Return whether a seat has a reward in force."""
    return any(card.reward == reward and card.reward_is == "in force" for card in in_play.owned(seat))


def in_force(in_play: Objectives, seat: str) -> tuple[str, ...]:
    """Return the rewards that a seat has in force, in the order of their objectives."""
    return tuple(card.reward for card in in_play.owned(seat) if card.reward and card.reward_is == "in force")


def troops(in_play: Objectives, seat: str) -> int:
    """Say how many armies a seat's rewards bring each turn."""
    return TROOPS if has(in_play, seat, "two troops") else 0


def place_rewards(in_play: Objectives, dealing: Dealing, rule: str, names: Mapping[str, str]) -> Script[None]:
    """Put a reward on every objective in play that has none yet: minor on minor, major on major.

    Args:
        in_play: the objectives in play.
        dealing: face down as tokens, which nobody knows, or dealt by the companion's shuffle.
        rule: id of the rule that has rewards placed.
        names: what the game calls its rewards.
    """
    for tier in get_args(Tier):
        bare = [card for card in in_play.cards if card.objective.tier == tier and card.reward_is == "none"]
        if not bare:
            continue
        if dealing == "face down":
            dealt: tuple[str | None, ...] = (None,) * len(bare)
        else:
            dealt = yield from _deal(tier, rule, names)
        for card, reward in zip(bare, dealt, strict=False):
            card.reward = reward
            card.reward_is = "open" if dealing == "open" else "face down"


def _deal(tier: Tier, rule: str, names: Mapping[str, str]) -> Shuffle:
    return Shuffle(
        prompt=DEAL[tier],
        detail=joined((names[token] for token in TOKENS[tier]), ", "),
        rules=(rule,),
        items=TOKENS[tier],
        words={token: capitalised(names[token]) for token in TOKENS[tier]},
    )


def turn_over(
    in_play: Objectives, card: ObjectiveCard, rule: str, names: Mapping[str, str], *, seat: str, player: str
) -> Script[None]:
    """Bring a collected objective's reward into force; the table says which token it is if nobody knows."""
    if card.reward_is not in ("face down", "open"):
        return
    if card.reward is None:
        left = tokens_left(in_play, card.objective.tier)
        card.reward = yield from Choose(
            seat=seat,
            prompt=gettext("Turn the reward over. Which is it?"),
            rules=(rule,),
            options=tuple(Option(token, names[token], GIVES[token]) for token in left),
        )
    card.reward_is = "in force"
    text = gettext("{player} has a reward: {reward}.", player=player, reward=names[str(card.reward)])
    yield from Report(text, seat=seat, rules=(rule,))


def tokens_left(in_play: Objectives, tier: Tier) -> tuple[Reward, ...]:
    """Return the tokens of a tier that nobody has seen yet."""
    seen = {card.reward for card in in_play.cards if card.objective.tier == tier}
    return tuple(token for token in TOKENS[tier] if token not in seen)


# --- towers ------------------------------------------------------------------------------------------------


class TowerWords(Struct, frozen=True):
    """What a game calls a tower, and says about one.

    Attributes:
        noun: one of them.
        lost: there is no room for another.
        where: the question where one is put.
        taken: a territory has one already, given its name and the owner's.
    """

    noun: str
    lost: str
    where: str
    taken: Callable[[str, str], str]


AIRFIELD = TowerWords(
    gettext("airfield"),
    gettext("There is no room for another airfield: it is lost."),
    gettext("Put the airfield where?"),
    lambda place, player: gettext("{place} has {player}'s airfield already.", place=place, player=player),
)
TOWER = TowerWords(
    gettext("tower"),
    gettext("There is no room for another tower: it is lost."),
    gettext("Put the tower where?"),
    lambda place, player: gettext("{place} has {player}'s tower already.", place=place, player=player),
)


def place_tower(
    state: TerritoryState, towers: Towers, seat: str, rule: str, *, words: TowerWords
) -> Script[str | None]:
    """Ask where a seat puts a tower; it is forfeited when every territory of theirs has one."""
    free = tuple(place for place in state.held(seat) if place not in towers)
    if not free:
        yield from Report(words.lost, seat=seat, rules=(rule,))
        return None
    place = yield from Pick(
        seat=seat,
        prompt=words.where,
        detail=gettext("It helps there and next to it."),
        rules=(rule,),
        allowed=free,
        denied=Refusals(
            state.holdings, free, lambda place: _no_tower(state, towers, seat, place, rule, words)
        ),
    )
    towers[place] = seat
    return place


def _no_tower(
    state: TerritoryState, towers: Towers, seat: str, place: str, rule: str, words: TowerWords
) -> Ruling:
    if state.holdings[place].owner != seat:
        return refuse(rule, state.belongs(place), instead=gettext("Choose a territory of yours."))
    text = words.taken(state.name(place), state.player(towers[place]))
    return refuse(rule, text, instead=gettext("Choose one without."))


def lose_tower(towers: Towers, place: str) -> bool:
    """Destroy the tower of a territory that was lost; returns whether there was one."""
    return towers.pop(place, None) is not None


def tower_bonus(state: TerritoryState, towers: Towers, seat: str, places: Iterable[str]) -> int:
    """Count the towers of a seat that stand on one of some territories or next to one: each adds 1.

    Args:
        state: the state.
        towers: all towers.
        seat: whose towers count.
        places: where the battle is waged: the territory attacked, and by some tables its origin as well.
    """
    if not towers:
        return 0
    near = {about for place in places for about in (place, *state.neighbours(place))}
    return sum(owner == seat and place in near for place, owner in towers.items())


def _reinforced(force: Force, bonus: int, extra: int) -> Force:
    """Add to a side's highest die, and dice of which only the best count."""
    return structs.replace(force, bonus=force.bonus + bonus, extra=force.extra + extra)


def with_rewards(
    state: TerritoryState, fight: Contest, in_play: Objectives, towers: Towers, *, origin_counts: bool = False
) -> Contest:
    """Give both sides of a battle what their rewards give: the attack die, the defence die, and towers.

    Args:
        state: the state.
        fight: the battle by the plain rules.
        in_play: who has which reward.
        towers: all towers.
        origin_counts: a tower by the attack's origin helps too, not only one by the territory attacked.
    """
    if not in_play.cards and not towers:
        return fight
    attacker, defender = fight.attacker, fight.defender
    where = (defender.place, attacker.place) if origin_counts else (defender.place,)
    return structs.replace(
        fight,
        attacker=_reinforced(
            attacker,
            bonus=tower_bonus(state, towers, attacker.seat, where),
            extra=has(in_play, attacker.seat, "attack die"),
        ),
        defender=_reinforced(
            defender,
            bonus=tower_bonus(state, towers, defender.seat, where),
            extra=has(in_play, defender.seat, "defence die"),
        ),
    )
