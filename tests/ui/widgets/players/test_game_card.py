"""A game's card writes nothing over its title, however long its words are."""

from typing import Any

import pytest


@pytest.mark.parametrize(("high", "tagged"), [(200, True), (60, False)])
def test_the_difficulty_stands_on_a_picture_or_nowhere(
    screen: Any, monkeypatch: pytest.MonkeyPatch, high: int, tagged: bool
) -> None:
    from companion.games import find_game
    from companion.ui.widgets.controls import drawing
    from companion.ui.widgets.players import game_card

    words: list[str] = []
    monkeypatch.setattr(drawing, "draw_text", lambda text, *_, **__: words.append(text))
    card = game_card.GameCard(
        title="A game", players="2-6", time="about two hours", difficulty="rather difficult",
        cover=find_game("classic").info.cover, size_hint=(None, None), size=(180, high),
    )  # fmt: skip
    screen.show(card)
    screen.frames(2)
    assert ("rather difficult" in words) == tagged
