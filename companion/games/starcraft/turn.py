"""A turn of Risk StarCraft: stars, reinforcements, attacks, achievements, a card, maneuvers (SC-TURN)."""

from companion.games.starcraft import abilities, cards, collect, command, hero, rules, victory
from companion.games.starcraft.state import StarcraftState
from companion.games.territory import rewards
from companion.games.territory.deployment import not_own
from companion.games.territory.maneuver import maneuver as one_maneuver
from companion.games.territory.reinforcement import Term, in_words, total
from companion.games.territory.turns import advance_turn
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Deploy
from companion.referee.script import Script


def trade(state: StarcraftState) -> Script[None]:
    """SC-RNF-4: trade stars before reinforcing; SC-A6: first check the victory."""
    if not (yield from victory.check(state, "at once")):
        yield from abilities.finish(state)
        yield from cards.trade(state, abilities.INTERRUPTIONS)


def count_reinforcements(state: StarcraftState) -> None:
    """SC-RNF-1 to SC-RNF-5: add the reinforcements to the supply, once a turn."""
    if not state.facts.reinforcements_counted:
        state.supply[state.mover.id] += total(rules.reinforcements(state, state.mover.id))
    state.facts.reinforcements_counted = True


def reinforce(state: StarcraftState) -> Script[None]:
    """SC-RNF-6: deploy all reinforcements on your own territories."""
    yield from abilities.finish(state)
    terms = rules.reinforcements(state, state.mover.id)
    if state.facts.traded:
        terms += (Term(rules.STARS, state.facts.traded),)
    while state.supply[state.mover.id]:
        yield from _deploy(state, terms)


def _deploy(state: StarcraftState, terms: tuple[Term, ...]) -> Script[None]:
    seat = state.mover.id
    left = state.supply[seat]
    down = yield from Deploy(
        seat=seat,
        prompt=gettext("Deploy {units}", units=state.many(left)),
        detail=_sum_of(state, terms),
        rules=("SC-RNF-6", *_rules_of(terms)),
        allowed=state.held(seat),
        denied=not_own(state, seat, "SC-RNF-6"),
        most=left,
        offers=abilities.offers(state),
    ).or_offer()
    if isinstance(down, Interruption):
        yield from abilities.play(state, down.offer)
        return
    state.holdings[down.place].armies += down.count
    state.supply[seat] -= down.count
    state.facts.deployed[down.place] = state.facts.deployed.get(down.place, 0) + down.count


def _sum_of(state: StarcraftState, terms: tuple[Term, ...]) -> str:
    """SC-RNF-1: describe the reinforcements, unless a correction has changed their number."""
    units = state.supply[state.mover.id] + sum(state.facts.deployed.values())
    return (
        in_words(terms)
        if units == total(terms)
        else gettext("{units}, fixed by hand", units=state.many(units))
    )


def _rules_of(terms: tuple[Term, ...]) -> tuple[str, ...]:
    """SC-A11: return the rules of all terms, so that the table can check each of them."""
    ids: dict[str, tuple[str, ...]] = {
        rules.BASES: ("SC-RNF-3",),
        rules.REWARD: ("SC-RNF-5", "SC-RWD-8"),
        rules.STARS: ("SC-RNF-4",),
    }
    found = [rule for term in terms[1:] for rule in ids.get(term.text, ("SC-RNF-2", "SC-A11"))]
    return tuple(dict.fromkeys(("SC-RNF-1", *found)))


def prepare(state: StarcraftState) -> Script[None]:
    """SC-HER-4, SC-A8, SC-RWD-2, SC-TEAM: redeploy the hero, starting maneuver, transfer of command.

    SC-A23: by house rule the transfer comes before the maneuver.
    """
    seat, facts = state.mover.id, state.facts
    yield from abilities.finish(state)
    if state.uses_heroes:
        yield from hero.redeploy(state)
    yield from collect.place_waiting(state)
    if state.house.first_to_prepare == "command":
        yield from command.transfer(state)
    if rewards.has(state.objectives, seat, "starting maneuver") and not facts.started:
        yield from _move(state, ("SC-RWD-2",), prompt=gettext("Starting maneuver: out of where?"))
        facts.started = True
    yield from hero.follow(state)
    yield from command.transfer(state)


def maneuver(state: StarcraftState) -> Script[None]:
    """SC-MAN-1, SC-RWD-1: make one maneuver at the end of a turn, or two with the reward."""
    facts = state.facts
    yield from abilities.finish(state)
    most = 1 + rewards.has(state.objectives, state.mover.id, "additional maneuver")
    yield from hero.follow(state)
    while facts.maneuvers < most:
        because = ("SC-RWD-1",) if facts.maneuvers else ()
        moved = yield from _move(state, because, prompt=gettext("Maneuver units out of where?"))
        facts.maneuvers = facts.maneuvers + 1 if moved else most
        yield from hero.follow(state)
    if state.house.ending == "draw, then maneuver":
        yield from victory.check(state, "end of turn")


def _move(state: StarcraftState, because: tuple[str, ...], *, prompt: str) -> Script[bool]:
    """SC-MAN-1, SC-MAN-2, SC-HER-1: move units once between connected territories; a hero may follow."""
    seat = state.mover.id
    moved = yield from one_maneuver(
        state,
        seat,
        ("SC-MAN-1", "SC-MAN-2", *because),
        prompt=prompt,
        end=gettext("No maneuver"),
        interruptions=abilities.INTERRUPTIONS,
    )
    if moved is not None and hero.stands_at(state, seat, moved.origin):
        state.facts.follows = (moved.origin, moved.target)
    return moved is not None


def draw(state: StarcraftState) -> Script[None]:
    """SC-CRD-1, SC-A5: draw a card before or after the maneuver."""
    yield from cards.draw(state)
    if state.house.ending == "maneuver, then draw":
        yield from victory.check(state, "end of turn")


def pass_turn(state: StarcraftState) -> None:
    """SC-TURN: pass the turn to the next seat that still plays; begin a new round after the last."""
    advance_turn(state, state.order)
    state.begin_turn()
