"""The attack step that map games share: pick origin and target, roll, losses, conquest, move in.

A game's `AttackRules` define which attacks are allowed; its own scripts combine these parts.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Generic, TypeVar

from msgspec import Struct, structs

from companion.games.territory.state import Occupation, TerritoryState, naming
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.game import Act
from companion.referee.interruptions import Interruption
from companion.referee.questions import Count, Offer, PickOrEnd
from companion.referee.ruling import Reason, Refusals, Ruling, Why, objection, refuse
from companion.referee.script import Report, Script

T = TypeVar("T", bound=TerritoryState)

FROM_ELSEWHERE = gettext("From elsewhere")
"""The button that goes back to the question for the origin."""


class Attack(Struct, frozen=True):
    """An attack of one territory on another.

    Attributes:
        origin: the attacking territory.
        target: the attacked one.
        others: further territories that could attack it, the strongest first, if no origin was named.
    """

    origin: str
    target: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class AttackRules(Generic[T]):
    """Which attacks a game allows, and the texts of its questions.

    Attributes:
        origin_reasons: reasons against attacking out of a territory, given state, army and origin.
        target_reasons: reasons against attacking a target, given state, army, origin and target.
        rules: ids of the rules behind the question for the origin.
        target_rules: ids of the rules behind the question for the target.
        prompt: the question for the origin.
        target_prompt: the question for the target.
        detail: small print of both questions.
        end: text of the button that ends the attacks.
        near: possible targets of a territory, given state and origin.
        least: smallest number of armies of an origin, checked first for speed.
    """

    origin_reasons: Callable[[T, str, str], Iterable[Why]]
    target_reasons: Callable[[T, str, str, str], Iterable[Why]]
    rules: tuple[str, ...]
    target_rules: tuple[str, ...]
    prompt: str = gettext("Attack from where?")
    target_prompt: str = gettext("Attack what?")
    detail: Callable[[T], str] = lambda _: ""
    end: str = gettext("End attacks")
    near: Callable[[T, str], Iterable[str]] = lambda state, origin: state.neighbours(origin)
    least: int = 0

    def targets(self, state: T, army: str, origin: str) -> tuple[str, ...]:
        """Return what an army may attack from a territory, in board order."""
        near = self._foreign(state, army, origin)
        return tuple(p for p in near if not any(self.target_reasons(state, army, origin, p)))

    def can_attack(self, state: T, army: str, origin: str) -> bool:
        """Return whether an army may attack anything at all from a territory."""
        near = self._foreign(state, army, origin)
        return any(not any(self.target_reasons(state, army, origin, p)) for p in near)

    def _foreign(self, state: T, army: str, origin: str) -> Iterable[str]:
        """Yield what may be attacked at all: one's own never may, and needs no reason in words."""
        return (p for p in self.near(state, origin) if state.holdings[p].owner != army)

    def origins(self, state: T, army: str) -> tuple[str, ...]:
        """Return the territories that an army may attack from."""
        return tuple(p for p in state.held(army) if self.is_origin(state, army, p))

    def is_origin(self, state: T, army: str, place: str) -> bool:
        """Return whether an army may attack from a territory."""
        holding = state.holdings[place]
        able = holding.owner == army and holding.armies >= self.least
        return able and not any(self.origin_reasons(state, army, place))

    def sources(self, state: T, army: str, target: str) -> tuple[str, ...]:
        """Return the territories that an army may attack a target from."""
        return tuple(p for p in self.origins(state, army) if target in self.targets(state, army, p))

    def all_targets(self, state: T, army: str, origins: Iterable[str]) -> tuple[str, ...]:
        """Return what an army may attack from all its origins, in board order."""
        found = {p for origin in origins for p in self.targets(state, army, origin)}
        return tuple(place for place in state.holdings if place in found)

    def judge_origins(self, state: T, army: str) -> Callable[[str], Ruling]:
        """Return what rules on attacking out of a territory; what is possible instead is looked for once."""
        instead = cache(lambda: self.instead_of_origin(state, army))
        return lambda place: Ruling.from_reasons(self.origin_reasons(state, army, place), instead())

    def judge_targets(self, state: T, army: str, origin: str) -> Callable[[str], Ruling]:
        """Return what rules on attacking a territory from an origin, as `judge_origins` does."""
        instead = cache(lambda: self.instead_of_target(state, army, origin))
        return lambda place: Ruling.from_reasons(self.target_reasons(state, army, origin, place), instead())

    def judge(self, state: T, army: str, origin: str, target: str) -> Ruling:
        """Rule on a whole attack, naming all that is wrong."""
        reasons = tuple(self.origin_reasons(state, army, origin))
        instead = (
            self.instead_of_origin(state, army) if reasons else self.instead_of_target(state, army, origin)
        )
        return Ruling.from_reasons((*reasons, *self.target_reasons(state, army, origin, target)), instead)

    def instead_of_origin(self, state: T, army: str) -> str:
        """Name the origins that an army can attack from."""
        return naming(
            lambda places: gettext("Attack from {places}.", places=places),
            map(state.name, self.origins(state, army)),
        )

    def instead_of_target(self, state: T, army: str, origin: str) -> str:
        """Name the targets that an army can attack from an origin."""
        return naming(
            lambda places: gettext("Within reach: {places}.", places=places),
            map(state.name, self.targets(state, army, origin)),
        )


def dice_attacks(
    rule: str,
    *,
    objections: Callable[[T, str, str, str], Iterable[Why]] = lambda *_: (),
    rules: tuple[str, ...] = (),
    target_rules: tuple[str, ...] = (),
) -> AttackRules[T]:
    """Make the rules of attacks with dice: at least two armies attack a linked territory of an enemy.

    Args:
        rule: id of the rule.
        objections: more reasons against a target, given state, army, origin and target.
        rules: ids of the rules behind the question for the origin; by default the one rule.
        target_rules: the same for the target; the first one refuses.
    """
    target_reasons = partial(_target_reasons, (target_rules or (rule,))[0], objections)
    return AttackRules(
        origin_reasons=partial(_origin_reasons, rule, target_reasons),
        target_reasons=target_reasons,
        rules=rules or (rule,),
        target_rules=target_rules or (rule,),
        least=2,
    )


def _origin_reasons(
    rule: str, target_reasons: Callable[[T, str, str, str], Iterable[Why]], state: T, army: str, origin: str
) -> Iterator[Why]:
    holding = state.holdings[origin]
    if holding.owner != army:
        yield lambda: Reason(rule, state.belongs(origin))
        return
    if holding.armies < 2:
        yield lambda: objection(
            rule,
            "{place} has {armies}; an attack needs 2, for one stays behind.",
            place=state.name(origin),
            armies=state.many(holding.armies),
        )
    why_not: list[Why] = []
    for place in state.neighbours(origin):
        if state.hostile(army, state.holdings[place].owner):
            reasons = tuple(target_reasons(state, army, origin, place))
            if not reasons:
                return
            why_not += reasons
    if not why_not:
        yield lambda: objection(rule, "No enemy stands beside {place}.", place=state.name(origin))
    yield from why_not


def _target_reasons(
    rule: str,
    objections: Callable[[T, str, str, str], Iterable[Why]],
    state: T,
    army: str,
    origin: str,
    target: str,
) -> Iterator[Why]:
    owner, name = state.holdings[target].owner, state.name
    if owner == army:
        yield lambda: objection(rule, "{place} is your own.", place=name(target))
        return
    if owner is None and not state.hostile(army, owner):
        yield lambda: objection(rule, "Nobody holds {place}.", place=name(target))
    if target not in state.neighbours(origin):
        yield lambda: objection(
            rule, "{place} is not linked to {origin}.", place=name(target), origin=name(origin)
        )
    yield from objections(state, army, origin, target)


def attack_act(rule: str) -> Act:
    """Return how an attack is declared, by the rule of the questions where from and what."""
    return Act(lambda origin, target: ((origin, target),), (rule,))


# --- the questions -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Interruptions(Generic[T]):
    """Possible interruptions of a declaration, such as playing a card.

    Attributes:
        offers: returns the current interruptions.
        play: carries an interruption out, given state and offer.
    """

    offers: Callable[[T], tuple[Offer, ...]]
    play: Callable[[T, str], Script[None]]


def declare(
    state: T,
    seat: str,
    attacks: AttackRules[T],
    *,
    army: str | None = None,
    last: Attack | None = None,
    interruptions: Interruptions[T] | None = None,
    presumes: bool = False,
) -> Script[Attack | None]:
    """Ask for the origin and the target of an attack.

    After an attack, the next origin defaults to the conquered territory, else to the previous origin, if it
    can attack. The player may pick another origin, or end the attacks. A target that is named first says
    where from, if only one territory can attack it; by `presumes` it is the strongest that can.

    Args:
        state: the state.
        seat: who is asked.
        attacks: the game's rules of attacks.
        army: whose troops attack, if not the seat's own.
        last: the previous attack in this turn.
        interruptions: possible interruptions; afterwards the declaration continues.
        presumes: whether a target alone is attacked from the strongest, and the game offers the others.

    Returns:
        The attack; None if the attacks are over, or the game is.
    """
    army = army or seat
    origin = kept = _kept_origin(state, army, attacks, last)
    while not state.winners and state.holds_land(seat):
        asked = _ask_place(state, seat, army, attacks, origin, kept=origin == kept)
        if interruptions is not None:
            asked = structs.replace(asked, offers=interruptions.offers(state))
        place = yield from asked.or_offer()
        if isinstance(place, Interruption):
            if interruptions is not None:
                yield from interruptions.play(state, place.offer)
            origin = origin if origin and attacks.is_origin(state, army, origin) else None
        elif place is None and (origin is None or origin == kept):
            return None
        elif place is None or state.holdings[place].owner == army:
            origin, kept = place, None
        else:
            sources = _sources(state, army, attacks, origin, place)
            declared = yield from _from_where(state, seat, attacks, place, sources, presumes=presumes)
            if declared is not None:
                return declared
    return None


def _sources(
    state: T, army: str, attacks: AttackRules[T], origin: str | None, target: str
) -> tuple[str, ...]:
    """Return where a named target is attacked from: the origin, if it can, else whatever can."""
    if origin is not None and target in attacks.targets(state, army, origin):
        return (origin,)
    return attacks.sources(state, army, target)


def _from_where(
    state: T, seat: str, attacks: AttackRules[T], target: str, sources: tuple[str, ...], *, presumes: bool
) -> Script[Attack | None]:
    """Say or ask where a target is attacked from: the strongest, of equal ones who has less to attack."""
    if len(sources) == 1 or presumes:
        armies = {place: state.holdings[place].armies for place in sources}
        army = state.holdings[sources[0]].owner or ""
        first, *weaker = sorted(
            sources, key=lambda place: (-armies[place], len(attacks.targets(state, army, place)))
        )
        return Attack(first, target, tuple(weaker))
    others = [place for place in state.holdings if place not in sources]
    away = gettext("{place} cannot be attacked from there.", place=state.name(target))
    instead = naming(lambda places: gettext("Attack from {places}.", places=places), map(state.name, sources))
    denied = refuse(attacks.target_rules[0], away, instead=instead)
    source = yield from PickOrEnd(
        seat=seat,
        prompt=gettext("Attack {place} from where?", place=state.name(target)),
        rules=attacks.target_rules,
        allowed=sources,
        denied=dict.fromkeys(others, denied),
        end=FROM_ELSEWHERE,
        focus=(target,),
    )
    return None if source is None else Attack(source, target)


def _kept_origin(state: T, army: str, attacks: AttackRules[T], last: Attack | None) -> str | None:
    """Return the default origin: the conquered territory, else the origin of the last attack."""
    if last is None:
        return None
    both = (last.target, last.origin)
    return next((place for place in both if attacks.is_origin(state, army, place)), None)


def _ask_place(
    state: T, seat: str, army: str, attacks: AttackRules[T], origin: str | None, *, kept: bool
) -> PickOrEnd:
    """Ask for the target if the origin is known, else for the origin."""
    if origin is None:
        return _ask_origin(state, seat, army, attacks)
    return _ask_target(state, seat, army, attacks, origin, kept=kept)


def _ask_origin(state: T, seat: str, army: str, attacks: AttackRules[T]) -> PickOrEnd:
    allowed = attacks.origins(state, army)
    targets = attacks.all_targets(state, army, allowed)
    return PickOrEnd(
        seat=seat,
        prompt=attacks.prompt,
        detail=attacks.detail(state),
        rules=attacks.rules,
        allowed=allowed,
        also=targets,
        denied=Refusals(state.holdings, (*allowed, *targets), attacks.judge_origins(state, army)),
        end=attacks.end,
    )


def _ask_target(
    state: T, seat: str, army: str, attacks: AttackRules[T], origin: str, *, kept: bool
) -> PickOrEnd:
    """Ask for the target; with a default origin, the answer may also be another origin."""
    targets = attacks.targets(state, army, origin)
    others = attacks.origins(state, army) if kept else ()
    allowed = (*targets, *others)
    also = tuple(p for p in attacks.all_targets(state, army, others) if p not in targets)
    return PickOrEnd(
        seat=seat,
        prompt=attacks.target_prompt,
        detail=joined([gettext("From {place}.", place=state.name(origin)), attacks.detail(state)]),
        rules=attacks.target_rules,
        allowed=allowed,
        also=also,
        denied=Refusals(state.holdings, (*allowed, *also), attacks.judge_targets(state, army, origin)),
        end=attacks.end if kept else FROM_ELSEWHERE,
        focus=(origin,),
    )


# --- conquest ----------------------------------------------------------------------------------------------


def conquer(state: TerritoryState, attack: Attack, survivors: int, *rules: str) -> Script[None]:
    """Conquer a territory without defenders: the attackers move in, and more may follow."""
    origin, target = state.holdings[attack.origin], state.holdings[attack.target]
    target.owner, target.armies = origin.owner, survivors
    origin.armies -= survivors
    state.facts.occupation = Occupation(attack.origin, attack.target, survivors)
    seat = next((seat.id for seat in state.seats if seat.id == origin.owner), None)
    text = gettext(
        "{player} takes {place}.", player=state.called(origin.owner), place=state.name(attack.target)
    )
    yield from Report(text, kind="conquest", seat=seat, rules=rules)


def occupy(state: TerritoryState, seat: str, *rules: str) -> Script[None]:
    """Ask how many armies move into the conquered territory, and move them; one stays behind.

    Args:
        state: the state, changed by the answer.
        seat: who is asked.
        rules: ids of the rules.
    """
    conquest = state.facts.occupation
    if conquest is None:
        return
    origin, target = state.holdings[conquest.origin], state.holdings[conquest.target]
    spare = origin.armies - 1
    if spare > 0:
        place, most = state.name(conquest.origin), conquest.least + spare
        instead = gettext("Choose {least} to {most}.", least=conquest.least, most=most)
        few = ngettext("{count} attacked in that roll.", "{count} attacked in that roll.", conquest.least)
        many = gettext(
            "{place} has {armies} more, and one stays behind.", place=place, armies=state.many(origin.armies)
        )
        moved = yield from Count(
            seat=seat,
            prompt=gettext("How many move in?"),
            detail=ngettext(
                "At least the {count} that attacked; one stays in {place}.",
                "At least the {count} that attacked; one stays in {place}.",
                conquest.least,
                place=place,
            ),
            rules=rules,
            least=conquest.least,
            most=most,
            below=refuse(rules[0], few, instead=instead),
            above=refuse(rules[0], many, instead=instead),
            suggested=_suggested(state, conquest, spare),
            unit=state.pieces,
            focus=(conquest.origin, conquest.target),
        )
        origin.armies -= moved - conquest.least
        target.armies += moved - conquest.least
    state.facts.occupation = None


def _suggested(state: TerritoryState, conquest: Occupation, spare: int) -> int:
    """Suggest all, or as few as allowed if only the origin is next to an enemy."""
    army = state.holdings[conquest.origin].owner
    danger = [
        any(army and state.hostile(army, state.holdings[near].owner) for near in state.neighbours(place))
        for place in (conquest.origin, conquest.target)
    ]
    return conquest.least + (0 if danger == [True, False] else spare)
