"""Cards with stars: what they are worth, and what can be traded out of a hand."""

import pytest

from companion.games.territory import stars
from companion.referee.questions import PlayCards
from companion.referee.ruling import ALLOWED


@pytest.mark.parametrize(
    ("count", "armies"),
    [(1, 0), (2, 2), (3, 4), (4, 7), (5, 10), (6, 13), (7, 17), (8, 21), (9, 25), (10, 30), (11, 0)],
)
def test_what_stars_are_worth(count: int, armies: int) -> None:
    assert stars.armies_for((stars.ONE_STAR,) * count) == armies


def test_every_trade_fits_the_hand_and_every_other_combination_is_refused() -> None:
    for hand in range(13):
        allowed, refused = stars.trades(hand), stars.refused_trades(hand, "XX-STAR")
        assert all(2 <= stars.count_stars(cards) <= 10 and len(cards) <= hand for cards in allowed)
        assert {"+".join(cards) for cards in stars.combinations(hand)} == {
            *refused,
            *("+".join(cards) for cards in allowed),
        }
        assert len(allowed) + len(refused) == len(stars.combinations(hand))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ((stars.ONE_STAR,), "That is 1 star; a trade takes 2 to 10."),
        ((stars.TWO_STARS,) * 6, "That is 12 stars; a trade takes 2 to 10."),
        ((stars.TWO_STARS, stars.TWO_STARS), ""),
        ((), ""),  # no trade
    ],
)
def test_the_question(cards: tuple[str, ...], words: str) -> None:
    question = next(stars.ask_for_trade("red", 6, "XX-STAR"))
    assert isinstance(question, PlayCards)
    ruling = question.judge(cards)
    assert ruling is ALLOWED if not words else (words in ruling.text and ruling.rules == ("XX-STAR",))


def test_nobody_without_cards_is_asked() -> None:
    with pytest.raises(StopIteration) as done:
        next(stars.ask_for_trade("red", 0, "XX-STAR"))
    assert done.value.value == ()


OLD_DECK = {"infantry": 1, "cavalry": 2, "artillery": 1}


@pytest.mark.parametrize(
    ("cards", "armies"),
    [
        (("cavalry",), 2),  # a cavalryman stands for two stars
        (("artillery", "infantry"), 2),
        (("cavalry", "cavalry", "infantry"), 10),
        (("infantry",), 0),
    ],
)
def test_an_old_deck_has_symbols_for_stars(cards: tuple[str, ...], armies: int) -> None:
    assert stars.armies_for(cards, OLD_DECK) == armies
    question = next(stars.ask_for_trade("red", 3, "XX-STAR", stars=OLD_DECK))
    assert isinstance(question, PlayCards)
    assert question.judge(cards).allowed is bool(armies)
