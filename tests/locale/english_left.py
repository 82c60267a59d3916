"""Plays games at random in the pseudo-language, and counts the English that is left.

``python -m tests.locale.english_left classic`` prints every text that was not translated, the most common
first: questions with their refusals and offers, reports, views and house rules. `--answers` says how many.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import structs

from companion.games import find_game
from companion.locale.catalogue import builtins_in
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.place_questions import Pick, PickOrEnd
from companion.referee.random_bot import RandomBot
from companion.referee.seats import COLOURS, EMBLEMS, Seat
from companion.referee.table import Table
from tests.locale.pseudo import ENGLISH, translators_pseudo

IDS = {
    "id",
    "kind",
    "key",
    "subject",
    "seat",
    "rule",
    "rules",
    "owner",
    "colour",
    "emblem",
    "continent",
    "board",
    "step",
    "wanted",
    "value",
    "default",
    "said",
    "profile",
    "items",
}
WORDS = {"prompt", "detail", "label", "text", "instead", "title", "because", "name", "unit", "unit_label"}
"""Fields whose single words are shown too."""
NAMES = ("Ωα", "Ωβ", "Ωγ", "Ωδ", "Ωε", "Ωζ")


def texts(content: Any, field: str = "") -> Iterator[str]:
    """Yield the texts that are shown of something described as dictionaries and lists."""
    if isinstance(content, dict):
        for name, value in content.items():
            if not _is_id(name, content):
                yield from texts(value, name)
    elif isinstance(content, list | tuple):
        for value in content:
            yield from texts(value, field)
    elif isinstance(content, str) and (" " in content or field in WORDS):
        yield content


def _is_id(name: str, content: dict[str, Any]) -> bool:
    """Whether a field is an id, and not what players read: the name of a pool, or choices that have words."""
    besides = {"name": {"default", "least"}, "choices": {"words"}}.get(name, set())
    return name in IDS or not besides.isdisjoint(content)


def lobby(game: Game[Any]) -> Iterator[Any]:
    """Yield what players read of a game before and beside its questions."""
    yield {"title": [game.info.tagline, *(editor.title for editor in game.info.editors)]}
    yield {
        "title": [preset.title for preset in game.presets],
        "text": [preset.note for preset in game.presets],
    }
    yield from (structs.replace(switch, listing=None) for switch in game.switches)
    yield {"text": [lesson.text for lesson in game.lessons], "title": [step.title for step in game.steps]}


def english_left(game: Game[Any], house: dict[str, str], seats: int, answers: int, seed: int) -> Counter[str]:
    """Play at random and count the texts that were not translated."""
    players = tuple(Seat(COLOURS[n], NAMES[n], COLOURS[n], EMBLEMS[n]) for n in range(seats))
    table = Table(game, game.begin(players, set_house_rules(game.house_rules, house)))
    bot, left = RandomBot(seed), Counter(text for shown in lobby(game) for text in _english(shown))
    for _ in range(answers):
        question = table.question
        if question is None:
            break
        elsewhere = sorted(set(table.game.names(table.state).values()))
        asks_place = isinstance(question, Pick | PickOrEnd) and elsewhere
        refused = table.may(elsewhere[len(table.entries) % len(elsewhere)]) if asks_place else None
        left.update(_english((question, table.latest, table.game_view, table.timeline, refused)))
        table.answer(bot.answer(question))
    left.update(_english(game.correctables(table.state)))
    return left


def _english(content: Any) -> Iterator[str]:
    return (text for text in texts(builtins_in(content, translators_pseudo())) if ENGLISH.search(text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--answers", type=int, default=150)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--house", nargs="*", default=[], help="house rules, such as edition=2008")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    house = dict(rule.split("=", 1) for rule in asked.house)
    left = english_left(find_game(asked.game), house, asked.seats, asked.answers, asked.seed)
    for text, count in left.most_common():
        print(f"{count:5} {text}")
    print(f"{len(left)} texts are left in English.")


if __name__ == "__main__":
    main()
