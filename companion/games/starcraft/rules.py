"""The rules of Risk StarCraft as pure functions: calculations and rulings, each with its rule id."""

from collections.abc import Iterator

from companion.games.starcraft.factions import COMMON, FACTIONS
from companion.games.starcraft.state import NEUTRAL_COLOUR, StarcraftState
from companion.games.territory import movement, rewards
from companion.games.territory.attack import AttackRules, dice_attacks
from companion.games.territory.reinforcement import Term, continent_terms
from companion.games.territory.turns import in_step
from companion.locale.messages import gettext, listed, ngettext
from companion.referee.ruling import Reason, Ruling, objection

MINERAL_FIELDS = 15
CARDS = 42
CARDS_A_RACE = 14
MIN_REINFORCEMENTS = 3
SHARE = 3
STARTING_UNITS = {3: 30, 4: 25, 5: 20, 6: 15}
MATCH_UNITS = 36
NEUTRAL_UNITS = 24
MATCH_CARDS = 9
NEUTRAL_CARDS = 6
FIRST_CARDS = {4: {4: 1}, 5: {4: 1, 5: 1}, 6: {4: 1, 5: 1, 6: 2}}
MAX_COMMITTED = 3
TO_WIN = 3
TEAM_TO_WIN = 4

BASES, REWARD, STARS = gettext("bases"), gettext("reward"), gettext("stars")
"""What units come from besides territories and planets, in a sum of reinforcements."""


# --- what is used in which mode ---------------------------------------------------------------------------


def uses_achievements(state: StarcraftState) -> bool:
    """SC-A15: whether achievements are used; in Total Domination only by house rule, for their rewards."""
    return not state.dominates or state.house.domination_achievements == "collected"


def neutrals(state: StarcraftState) -> tuple[str, ...]:
    """SC-1V1: return the colours that no player has."""
    if state.mode != "match":
        return ()
    return tuple(NEUTRAL_COLOUR + colour for colour in FACTIONS if colour not in state.factions.values())


def deck_of(state: StarcraftState, seat: str) -> str:
    """SC-CRD-1, SC-TD: return the deck from which a seat draws: its race's, or the common one."""
    return state.faction(seat).race if state.uses_heroes else COMMON


def starting_units(state: StarcraftState) -> int:
    """SC-SET-C, SC-TEAM, SC-1V1: return the number of starting units of each player."""
    return MATCH_UNITS if state.mode == "match" else STARTING_UNITS[len(state.seats)]


def first_cards(state: StarcraftState) -> dict[str, int]:
    """SC-SET-B, SC-SET-C: return the first cards of the last seats in turn order."""
    cards = FIRST_CARDS.get(len(state.seats), {})
    return {state.order[place - 1]: count for place, count in cards.items()}


# --- reinforcements ---------------------------------------------------------------------------------------


def base_reinforcements(counted: int) -> int:
    """SC-RNF-1: return a third of your territories and mineral fields, rounded down, at least three."""
    return max(MIN_REINFORCEMENTS, counted // SHARE)


def reinforcements(state: StarcraftState, seat: str) -> tuple[Term, ...]:
    """SC-RNF-1, SC-RNF-2, SC-RNF-3, SC-RNF-5: return the terms of the reinforcements."""
    held = state.held(seat)
    fields = sum(place in state.minerals for place in held)
    counted = len(held) + fields
    parts = [ngettext("{count} territory", "{count} territories", len(held))]
    parts += [ngettext("{count} mineral field", "{count} mineral fields", fields)] if fields else []
    text = listed(parts)
    if counted // SHARE < MIN_REINFORCEMENTS:
        text = gettext("{counted} (at least {least})", counted=text, least=MIN_REINFORCEMENTS)
    terms = (Term(text, base_reinforcements(counted)), *continent_terms(state, seat))
    bases, troops = bases_held(state, seat), rewards.troops(state.objectives, seat)
    terms += (Term(BASES, bases),) if bases else ()
    return terms + ((Term(REWARD, troops),) if troops else ())


def bases_held(state: StarcraftState, seat: str) -> int:
    """SC-RNF-3: return the number of bases a seat controls, its own and others'."""
    return sum(state.holdings[place].owner == seat for place in state.bases.values())


# --- fighting ---------------------------------------------------------------------------------------------


def most_committed(state: StarcraftState, origin: str) -> int:
    """SC-ATK-1, SC-ATK-2: return the most units that can be committed: all but one, at most three."""
    return min(MAX_COMMITTED, state.holdings[origin].armies - 1)


def roller_for(state: StarcraftState, defender: str) -> str:
    """SC-1V1: return who rolls for a defender; for neutrals the opponent, if any, otherwise the attacker."""
    if not defender.startswith(NEUTRAL_COLOUR):
        return defender
    others = [seat.id for seat in state.playing() if seat.id != state.active]
    return others[0] if others else state.mover.id


def _allied(state: StarcraftState, seat: str, _: str, target: str) -> Iterator[Reason]:
    """SC-TEAM: refuse attacks on allies."""
    owner = state.holdings[target].owner
    if owner in state.side(seat):
        yield objection(
            "SC-TEAM",
            "{place} belongs to {player}, an ally.",
            place=state.name(target),
            player=state.player(owner),
        )


ATTACKS: AttackRules[StarcraftState] = dice_attacks(
    "SC-ATK-1", objections=_allied, rules=("SC-ATK-1", "SC-ATK-8"), target_rules=("SC-MAP", "SC-ATK-1")
)
"""SC-ATK-1: attack with two or more units a linked territory of an enemy."""


def judge_attack(state: StarcraftState, *, origin: str, target: str) -> Ruling:
    """SC-ATK-1, SC-MAP: judge whether the active seat can attack `target` from `origin`."""
    origin, target = state.map.territory(origin).id, state.map.territory(target).id
    return in_step(state, "attack", "SC-TURN", lambda: ATTACKS.judge(state, state.mover.id, origin, target))


def judge_maneuver(state: StarcraftState, *, origin: str, target: str, units: int = 1) -> Ruling:
    """SC-MAN-1, SC-MAN-2, SC-RWD-2: judge whether the active seat can move this many units to `target`."""
    origin, target = state.map.territory(origin).id, state.map.territory(target).id
    starting = state.turn and rewards.has(state.objectives, state.mover.id, "starting maneuver")

    return in_step(
        state,
        "prepare" if starting and state.step == "prepare" else "maneuver",
        "SC-TURN",
        lambda: movement.judge_move(
            state, origin, target, units, "SC-MAN-1", adjacent_only=False, way_rule="SC-MAN-2"
        ),
    )


# --- cards ------------------------------------------------------------------------------------------------


def card_due(state: StarcraftState) -> bool:
    """SC-CRD-1, SC-CRD-2: whether a card is due: after a conquest without achievement, or guaranteed."""
    if rewards.has(state.objectives, state.mover.id, "guaranteed card"):
        return True
    return state.facts.conquered > 0 and state.objectives.collected is None


# --- turns and victory ------------------------------------------------------------------------------------


def winners(state: StarcraftState, seat: str) -> tuple[str, ...]:
    """SC-WIN, SC-TD, SC-TEAM: return a seat or team that has won; a team wins with its eliminated players."""
    team = state.team(seat)
    others = [player.id for player in state.playing() if player.id not in team]
    if others == [] and (state.mode != "match" or state.house.match_victory == "opponent out"):
        return team
    if state.dominates or (state.mode == "team play" and state.house.team_victory == "every territory"):
        held = sum(len(state.held(member)) for member in team)
        return team if held == len(state.holdings) else ()
    return team if has_achieved(state, seat) else ()


def has_achieved(state: StarcraftState, seat: str) -> bool:
    """SC-WIN: whether a seat has three achievements and its base; a team four and its players' bases."""
    team = state.team(seat)
    wanted = TEAM_TO_WIN if state.mode == "team play" else TO_WIN
    bases = [state.bases[member] for member in team if state.holds_land(member) and member in state.bases]
    return len(state.objectives.owned(*team)) >= wanted and all(
        state.holdings[place].owner in team for place in bases
    )
