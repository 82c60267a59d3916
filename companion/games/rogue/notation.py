"""Notation of positions in one line of text, with battlefield, scenario, cards and dice.

``rogue r2 t3 squad red; seats red blue; field {...}; scenario {...}; order ["red","blue"]; squads {...}``
"""

from companion.errors import MalformedPosition
from companion.games.rogue import battlefield_check, scenario
from companion.games.rogue.deck import DECKS
from companion.games.rogue.houserules import RogueHouseRules
from companion.games.rogue.state import CLASSES, PIECES, ROLES, RogueState
from companion.games.rogue.symbol_dice import DICE, FACE_WORDS, FACES
from companion.referee.notation import PositionNotation
from companion.referee.position import PlainForm, exactly, facts_of, only_known


def write_position(state: RogueState) -> str:
    """Write a position in one line."""
    return FORM.write(state, state.house)


def read_position(text: str) -> RogueState:
    """Read a position from its notation.

    Raises:
        MalformedPosition: the text is not a position of Battlefield Rogue; the message names the place.
        UnknownName: the text names an unknown seat or house rule.
    """
    return FORM.read(FORM.split_sections(text))


def _check(state: RogueState) -> None:
    seats = [seat.id for seat in state.seats]
    for fact in ("lost", "fallen", "hands", "tokens_drawn"):
        exactly(fact, getattr(state, fact), seats)
    for seat in seats:
        exactly("hands", state.hands[seat], DECKS)
        exactly("lost", state.lost[seat], PIECES)
    exactly("decks", state.decks, DECKS)
    if state.faces:
        exactly("faces", state.faces, DICE)
    shown = [face for faces in state.faces.values() for face in faces]
    if not set(shown) <= set(FACE_WORDS.values()) or len(shown) not in (0, len(DICE) * FACES):
        raise MalformedPosition("The position's faces are not six of those that dice can show.")
    exactly("discards", state.discards, DECKS)
    only_known("winners", state.winners, seats)
    if state.field is None or state.scenario is None:
        _check_no_battlefield(state)
    else:
        _check_ground(state)
        _check_pieces(state)


def _check_no_battlefield(state: RogueState) -> None:
    if state.step != "scenario" or state.squads or state.order:
        raise MalformedPosition("The position does not name its battlefield.")


def _check_ground(state: RogueState) -> None:
    problems = (*battlefield_check.problems(state.ground), *scenario.problems(state.plan, state.ground))
    if problems:
        raise MalformedPosition(
            f"The position's battlefield or scenario cannot be played: {problems[0].text}"
        )
    seats = [seat.id for seat in state.seats]
    if state.order:
        exactly("order", state.order, seats)
    if state.plan.players != len(seats):
        raise MalformedPosition(f"The position's scenario is for {state.plan.players} players.")


def _check_pieces(state: RogueState) -> None:
    seats, zones = [seat.id for seat in state.seats], state.ground.zones
    for fact in ("starts", "squads", "cover", "holders"):
        only_known(fact, getattr(state, fact), zones)
    for zone, squad in state.squads.items():
        only_known(f"squad in {zone}", (squad.owner,), seats)
        only_known(f"squad in {zone}", (*squad.units, *squad.leaders), CLASSES)
    only_known("aircraft", state.aircraft, [tile.id for tile in state.ground.tiles])
    for flying in state.aircraft.values():
        only_known("aircraft", flying, seats)
    for fact in ("set_up", "leader_due", "second_due", "second_had", "team_to_go"):
        only_known(fact, getattr(state, fact), seats)
    only_known("starts", state.starts.values(), seats)
    only_known("holders", state.holders.values(), seats)
    _check_what_is_going_on(state)


def _check_what_is_going_on(state: RogueState) -> None:
    seats, zones = [seat.id for seat in state.seats], state.ground.zones
    only_known("wounds", [wound.zone for wound in state.wounds], zones)
    only_known("wounds", [seat for wound in state.wounds for seat in (wound.by, wound.chooser)], seats)
    only_known("pending", [pending.seat for pending in state.pending], seats)
    battles = []
    if state.fight:
        # Cards and dice may have removed the squads themselves: an overrun goes into an empty zone.
        only_known("fight", (state.fight.origin, state.fight.target), zones)
        battles.append(state.fight.card_battle)
    if state.dogfight:
        only_known("dogfight", (state.dogfight.tile,), [tile.id for tile in state.ground.tiles])
        battles.append(state.dogfight.card_battle)
    if not battles and any(effect.role for effect in state.pending):
        raise MalformedPosition("The position's pending names a fight that does not exist.")
    for battle in battles:
        players = [fighter.seat for role in ROLES for fighter in battle.players(role)]
        only_known("battle", players, seats)


FORM = PlainForm(
    "rogue",
    "Battlefield Rogue",
    (2, 4),
    RogueHouseRules,
    facts_of(RogueState),
    RogueState,
    _check,
)
ROGUE_NOTATION = PositionNotation(write_position, read_position)
"""The position notation of Battlefield Rogue."""
