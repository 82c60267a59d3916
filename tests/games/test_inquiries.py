""" "May I?" and the open question give one answer about the same act, in random states of all games."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games.balance.game import BALANCE
from companion.games.classic.game import CLASSIC
from companion.games.nuked.game import NUKED
from companion.games.rogue.game import ROGUE
from companion.games.starcraft.game import STARCRAFT
from companion.referee.game import Game
from companion.referee.questions import END, Choose, PickOrEnd, PlayCards
from companion.referee.ruling import ALLOWED
from companion.referee.table import Table
from tests.games.players import seeds
from tests.games.test_every_game import RandomPlayer, plays
from tests.referee.tables import lay

Acts = set[tuple[Any, ...]]
SETS = [["cavalry"] * 3, ["artillery", "cavalry", "infantry"], ["one-star", "two-star"], ["one-star"] * 9]
PLACE_ACTS = {
    "attack": ("Attack",),
    "fortify": ("Fortify", "Once more", "Move to"),
    "maneuver": ("Maneuver", "Move ", "Once more", "Reward"),
    "move": ("Move",),
}
"""How the questions of an act begin."""
WAYS: list[tuple[Game[Any], dict[str, str]]] = [
    (CLASSIC, {"placing": "all at once"}),
    (CLASSIC, {"placing": "all at once", "edition": "2008", "cities": "preset"}),
    (NUKED, {"rule_set": "Fierce"}),
    (BALANCE, {"claiming": "dealt", "placing": "all at once"}),
    (STARCRAFT, {"mode": "command room", "placing": "all at once"}),
    (ROGUE, {"level": "boot camp"}),
]


def copied(table: Table[Any], *answers: object) -> Table[Any]:
    """Return a copy of a table after these answers."""
    copy = Table.resume(table.game, table.positions, table.entries)
    for answer in answers:
        assert copy.answer(answer).allowed
    return copy


def moves_open(table: Table[Any], about: str) -> Acts:
    """Return the pairs of places that the open question, and those after it, let somebody choose."""
    question = table.question
    if not isinstance(question, PickOrEnd) or not question.prompt.startswith(PLACE_ACTS[about]):
        return set()
    if question.focus:
        (origin,) = question.focus
        own = {place for place in question.allowed if _own(table, place)} if about == "attack" else set()
        pairs = {(origin, target) for target in question.allowed if target not in own}
        if question.end in ("From elsewhere", "Another squad", "With another"):
            return pairs | moves_open(copied(table, END), about)
        return pairs.union(*(moves_open(copied(table, place), about) for place in own - {origin}))
    return set().union(*(_from(table, origin) for origin in question.allowed))


def _from(table: Table[Any], origin: str) -> Acts:
    copy = copied(table, origin)
    while isinstance(copy.question, Choose):  # all units of a squad go
        copy.answer("+go")
    assert isinstance(copy.question, PickOrEnd), copy.question
    return {(origin, target) for target in copy.question.allowed}


def _own(table: Table[Any], place: str) -> bool:
    holdings = getattr(table.state, "holdings", {})
    return place in holdings and holdings[place].owner == table.state.active


def choices_open(kind: type) -> Callable[[Table[Any], str], Acts]:
    """Return what finds the answers to an open question of a kind."""

    def found(table: Table[Any], about: str) -> Acts:
        question = table.question
        if isinstance(question, PlayCards) and kind is PlayCards and "rade" in question.prompt:
            return {tuple(sorted(cards)) for cards in SETS if tuple(sorted(cards)) in question.allowed}
        prompts = {"objective": "Collect", "buy": "Buy"}
        if isinstance(question, Choose) and question.prompt.startswith(prompts.get(about, "-")):
            return {(option.id,) for option in question.options if option.ruling.allowed}
        return set()

    return found


def disagreements(table: Table[Any], player: RandomPlayer) -> Iterator[tuple[Any, ...]]:
    """Ask both about the same acts: all that are possible, all that the rule alone allows, and others."""
    asked: set[tuple[tuple[Any, ...], tuple[tuple[str, Any], ...]]]
    for about in table.game.acts:
        if about in PLACE_ACTS:
            possible = moves_open(table, about)
            places = list(table.game_view.places)
            some = [tuple(player.random.sample(places, 2)) for _ in range(20)]
            asked = {(pair, (("origin", pair[0]), ("target", pair[1]))) for pair in (*possible, *some)}
        elif about == "trade":
            possible = choices_open(PlayCards)(table, about)
            asked = {(tuple(sorted(cards)), (("cards", tuple(cards)),)) for cards in SETS}
        elif about in ("objective", "buy"):
            possible = choices_open(Choose)(table, about)
            ids = _ids(table, about)
            word = "objective" if about == "objective" else "action"
            asked = {((id,), ((word, id),)) for id in ids}
        else:
            continue
        for act, words in asked:
            given = {name: list(value) if isinstance(value, tuple) else value for name, value in words}
            ruling = table.inquire(about, **given)
            if ruling.allowed != (act in possible):
                yield about, act, ruling.text, table.question


def _ids(table: Table[Any], about: str) -> list[str]:
    if about == "buy":
        return ["recon", "maneuver", "attack", "draft", "bomb", "card", "airfield"]
    return [card.objective.id for card in table.state.edition_2008.objectives.cards]


def random_states(game: Game[Any], house: dict[str, str], seed: int) -> Iterator[tuple[Table[Any], Any]]:
    """Play at random, and stop after every other answer of the first turns."""
    table, player = lay(game, max(3, game.seats[0]), **house), RandomPlayer(seed)
    while table.question is not None and len(table.entries) < 700 and table.state.turn < 12:
        plays(table, player)
        if table.state.turn and player.random.random() < 0.5:
            yield table, player


@pytest.mark.every(6)
@pytest.mark.parametrize(("game", "house"), WAYS)
@pytest.mark.parametrize("seed", seeds(0, 2))
def test_inquiries_and_questions_agree(game: Game[Any], house: dict[str, str], seed: int) -> None:
    asked = 0
    for table, player in random_states(game, house, seed):
        if game is ROGUE and table.question is not None and table.question.focus:
            continue  # a part of a squad may go where the whole, about which the inquiry is, may not
        asked += 1
        assert next(disagreements(table, player), None) is None
    assert asked > 20


@pytest.mark.every(2)
@pytest.mark.parametrize(("game", "house"), WAYS[:1] + WAYS[2:])
def test_the_test_finds_inquiries_that_ignore_what_is_open(
    game: Game[Any], house: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.referee.table.rehearse", lambda *_: ALLOWED)
    states = (found for seed in range(4) for found in random_states(game, house, seed))
    assert any(next(disagreements(table, player), None) for table, player in states)
