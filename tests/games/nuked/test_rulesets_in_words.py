"""What a rule set says in a line: every entry, only what applies, and how two differ."""

import pytest

from companion.games.nuked import rulesets
from companion.games.nuked.rulesets import RuleSet
from companion.games.nuked.rulesets_in_words import differences, in_words, warning
from tests.games.nuked.boards import with_entries

PLAIN = RuleSet(name="plain")
NO_CARDS = dict.fromkeys(rulesets.CARDS, 0)
STRIKES = "Nuke: kills all troops, anywhere; its target is radiated for"

WORDS = [
    ({}, f"{PLAIN.troops.three} troops each."),
    ({"nuke": {"counted": "rounds"}}, f"{STRIKES} 2 rounds and can be attacked then."),
    ({"nuke": {"kills": "half", "entering": "barred"}},
     f"{STRIKES.replace('all', 'half of the')} 2 turns of its player and cannot be attacked then."),
    ({"nuke": {"lasts": 0, "reach": "next door"}}, "Nuke: kills all troops, next door; no fallout."),
    ({}, "Boat: goes coast to coast, for one attack; no coast: Afghanistan, Alberta, Irkutsk, Mongolia."),
    ({"boat": {"reach": "anywhere"}}, "Boat: goes anywhere, for one attack."),
    ({"boat": {"landlocked": (), "lasts": "whole turn"}}, "Boat: goes coast to coast, for whole turn."),
    ({"attack": {"form": "times", "by": 2}}, "Attack card: troops x2, for one battle."),
    ({"extra": {"by": 4}}, "Extra Troop card: troops +4, to stay."),
    ({}, "Defence card: troops +3, to stay."),
    ({"start": {"grace": 2}}, "Nobody is cut off for 2 rounds."),
    ({}, "1 for each at the start, then one for a rival territory; at most 5 in hand."),
    ({"hands": {"won_by": "any territory", "limit": 0}},
     "1 for each at the start, then one for any territory; any number in hand."),
    ({"hands": {"fallen": "into the deck"}}, "Cards of a fallen player go into the deck."),
    ({"deck": {"nuke": 0, "boat": 0}}, "Cards: 6 Attack, 8 Extra Troop, 12 Defence."),
    ({}, "3 Capitals win."),
]  # fmt: skip


@pytest.mark.parametrize(("entries_", "line"), WORDS)
def test_what_is_agreed_is_said_in_a_line(entries_: dict[str, dict[str, object]], line: str) -> None:
    lines = in_words(with_entries(PLAIN, entries_), "three", capitals_win=True)
    assert line in lines


def test_what_does_not_apply_is_not_said() -> None:
    lines = in_words(with_entries(PLAIN, {"deck": NO_CARDS}), "three", capitals_win=False)
    assert [line for line in lines if line.startswith(("Nuke", "Boat", "Attack", "1 for"))] == []
    assert "Cards: none." in lines and "3 Capitals win." not in lines
    assert not any(line.startswith("Nobody is cut off") for line in lines)
    assert "House preset, not from the rules." not in lines


FOUR = "8 Nukes, 8 Boats, Attack x2; and 1 more."
DIFFERENT = [
    ({}, "The same."),
    ({"nuke": {"lasts": 4}}, "Fallout lasts 4."),
    ({"attack": {"form": "times", "by": 2}}, "Attack x2."),
    ({"attack": {"lasts": "to stay"}}, "Attack stays."),
    ({"defence": {"lasts": "one battle"}}, "Defence once."),
    ({"hands": {"limit": 0}}, "Any number in hand."),
    ({"boat": {"landlocked": ("alberta",)}}, "1 place without a coast."),
    ({"boat": {"landlocked": ("alberta", "mongolia")}}, "2 places without a coast."),
    ({"victory": {"capitals": 2}}, "2 Capitals win."),
    ({"deck": {"nuke": 0}, "nuke": {"lasts": 4}}, "0 Nukes."),
    ({"deck": {"nuke": 8, "boat": 8}, "attack": {"form": "times", "by": 2}, "nuke": {"lasts": 4}}, FOUR),
    ({"deck": NO_CARDS, "hands": {"at_start": 3}}, "No cards."),
]  # fmt: skip


@pytest.mark.parametrize(("entries_", "text"), DIFFERENT)
def test_how_one_rule_set_differs_from_another(entries_: dict[str, dict[str, object]], text: str) -> None:
    changed = with_entries(PLAIN, entries_)
    assert differences(changed, PLAIN, "three", capitals_win=True) == text
    if "victory" in entries_:
        assert differences(changed, PLAIN, "three", capitals_win=False) == "The same."


@pytest.mark.parametrize(
    ("territories", "grace", "warned"),
    [("dealt", 0, True), ("dealt", 1, True), ("dealt", 2, False), ("claimed", 0, False)],
)
def test_scattered_territories_that_are_soon_cut_off_are_warned_of(
    territories: str, grace: int, warned: bool
) -> None:
    dealt = with_entries(PLAIN, {"start": {"territories": territories, "grace": grace}})
    assert bool(warning(dealt)) is warned
