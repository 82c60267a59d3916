"""A deck that is counted: when the discards become a new one, and what a correction of hands leaves."""

import pytest

from companion.games.territory.cards import Cards, deal_rest, hand_editables, take_card
from companion.referee.correction import apply
from tests.games.classic.boards import a_turn


@pytest.mark.parametrize(
    ("deck", "discards", "taken", "left", "report"),
    [
        (5, 3, True, (4, 3), None),
        (1, 3, True, (0, 3), None),
        (1, 0, True, (0, 0), None),
        (0, 3, True, (2, 0), "Shuffle the discards: 3 cards are the new deck."),
        (0, 1, True, (0, 0), "Shuffle the discards: 1 card is the new deck."),
        (0, 0, False, (0, 0), "No card is left to draw."),
    ],
)
def test_a_card_is_taken(
    deck: int, discards: int, taken: bool, left: tuple[int, int], report: str | None
) -> None:
    cards, script, told = Cards(deck, discards, {"red": 0}), None, []
    script = take_card(cards, "red", "X")
    try:
        while True:
            told.append(next(script).text)
    except StopIteration as end:
        assert end.value is taken
    assert (cards.deck, cards.discards) == left
    assert told == ([report] if report else [])


def test_cards_that_are_laid_down_are_discarded() -> None:
    cards = Cards(10, 2, {"red": 4, "blue": 1})
    cards.lay_down("red", 3)
    assert (cards.hands, cards.discards, cards.deck) == ({"red": 1, "blue": 1}, 5, 10)


@pytest.mark.parametrize(
    ("changes", "deck", "discards", "refused"),
    [
        ({}, 7, 2, None),
        ({"red.cards": 2}, 5, 2, None),
        ({"red.cards": 8}, 0, 1, None),
        ({"red.cards": 9}, 0, 0, None),
        ({"red.cards": 9, "blue.cards": 2}, 1, 2, "The hands hold 1 card more than there are (10)."),
    ],
)
def test_what_hands_do_not_hold_is_in_the_deck(
    changes: dict[str, int | str], deck: int, discards: int, refused: str | None
) -> None:
    state, cards = a_turn({}).state, Cards(1, 2, {"red": 0, "blue": 1, "green": 0})
    apply(hand_editables(state, cards.hands, "X", 10), changes)
    reasons = [reason.text for reason in deal_rest(cards, 10, "X")]
    assert reasons == ([refused] if refused else [])
    assert (cards.deck, cards.discards) == (deck, discards)


def test_every_hand_can_be_set_right() -> None:
    state = a_turn({}, hands={"blue": 3}).state
    listed = [one.correctable for one in hand_editables(state, state.cards.hands, "X", 44)]
    assert [(one.key, one.value, one.most) for one in listed] == [
        ("red.cards", 0, 44),
        ("blue.cards", 3, 44),
        ("green.cards", 0, 44),
    ]
