"""Players over all finished games: the list, one of them, merging two spellings, deleting a name."""

from typing import Any

import pytest

from companion.app.chronicle.people import FILE, read_people
from companion.app.chronicle.statistics import dice_by_year
from companion.locale import catalogue
from tests.short_games import finish_game


@pytest.fixture
def two_games(app: Any) -> Any:
    finish_game(app.context.journal, ("Anna", "Ben", "Carl"), 3)
    finish_game(app.context.journal, ("Anne", "Ben", "Carl"), 4)
    app.open_overlay("players")
    for _ in range(4):
        app.pointer._pause(0.05)
    return app


def test_without_a_finished_game_the_screen_says_so(app: Any) -> None:
    app.open_overlay("players")
    app.pointer._pause(0.1)
    assert app.pointer.shows("No game has been finished yet")


def test_a_list_of_people_that_cannot_be_read_is_named(app: Any) -> None:
    (app.context.journal.path.parent / FILE).write_text("deleted = 7")
    app.open_overlay("players")
    app.pointer._pause(0.1)
    assert app.pointer.shows("people.toml")


def test_everybody_is_listed_with_wins_and_games(two_games: Any) -> None:
    assert {each.name for each in two_games.overlay._statistics()} == {"Anna", "Anne", "Ben", "Carl"}
    for each in two_games.overlay._statistics():
        assert two_games.pointer.shows(f"{each.name}: {each.wins} win")


def test_two_spellings_become_one_player(two_games: Any) -> None:
    two_games.overlay.show_player("Anne")
    two_games.pointer._pause(0.05)
    two_games.pointer.tap("Same as")
    assert two_games.pointer.shows("Which player is Anne?")
    two_games.overlay._chosen("Anna")
    two_games.pointer._pause(0.05)
    assert two_games.pointer.shows("in 2 games")
    assert read_people(two_games.context.journal.path.parent).name_of("Anne") == "Anna"


def test_a_deleted_name_is_gone_from_the_list(two_games: Any) -> None:
    two_games.overlay.show_player("Carl")
    two_games.pointer._pause(0.05)
    two_games.pointer.find("Delete this name").hold = 0.1
    two_games.pointer.hold("Delete this name")
    assert not two_games.pointer.shows("Carl")
    assert two_games.pointer.shows("Ben")


def test_the_dice_are_shown_year_by_year(two_games: Any) -> None:
    (test,) = dice_by_year(two_games.overlay._results)
    two_games.pointer.tap("Dice")
    assert two_games.pointer.shows(f"1: {test.counts[0]}")
    two_games.pointer.tap("All players")
    assert two_games.pointer.shows("Tap a player")


def test_players_without_names_are_called_by_their_colours_in_any_language(app: Any) -> None:
    from companion.ui.widgets.controls.buttons import ChoiceCard

    finish_game(app.context.journal, ("Red", "Blue", "Green"), 3)
    catalogue.show_in("de")
    try:
        told = []
        for name in ("players", "games"):
            app.open_overlay(name)
            for _ in range(4):
                app.pointer._pause(0.05)
            cards = [widget for widget in app.overlay.walk() if isinstance(widget, ChoiceCard)]
            told += [catalogue.shown(card.title) + catalogue.shown(card.detail) for card in cards]
        assert sum("Rot" in words for words in told) == 2
        assert "Red" not in "".join(told)
    finally:
        catalogue.show_in("en")
