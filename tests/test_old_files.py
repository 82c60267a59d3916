"""Files that older versions wrote open today, with all that was in them; `old_files/README.md` says which."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calibration.profile import DieColour, read_profile, write_profile
from companion.app.camera.pool_colours import read_pool_colours
from companion.app.chronicle.people import People, read_people
from companion.app.machine.settings import ClubSettings, Settings, read_settings
from companion.club.live_tables import LiveTables
from companion.club.store import ClubStore
from companion.games.nuked.rulesets import read_rule_set
from companion.games.rogue.battlefield_files import read_battlefield
from companion.games.rogue.deck import EFFECT_LABELS, KINDS, read_deck
from companion.games.rogue.scenario import read_scenario
from companion.games.rogue.symbol_dice import DICE, read_dice
from companion.games.starcraft.charts import Share, read_chart
from companion.games.starcraft.library import Library, read_library
from companion.vision.faces.files import read_face_profiles

FIRST = Path(__file__).with_name("old_files") / "49ba482"
WITH_CLUB = FIRST.with_name("2aef942")


def a_copy(of: Path, tmp_path: Path) -> Path:
    """A data folder of an older version, which today's code may write into."""
    return Path(shutil.copytree(of, tmp_path / "data"))


def test_a_camera_profile(tmp_path: Path) -> None:
    profile = read_profile(FIRST / "profile.toml")
    assert (profile.camera, profile.size) == ("usb", (640, 480))
    assert profile.dice == (DieColour("red", (30.0, 40.0, 170.0)),)
    assert profile.tray is not None and profile.tray.die_edge == 0.05
    assert profile.tray.picture is not None and profile.tray.picture.shape == (48, 64, 3)
    write_profile(tmp_path / "profile.toml", profile)
    assert read_profile(tmp_path / "profile.toml").dice == profile.dice


def test_taught_dice() -> None:
    found = read_face_profiles(FIRST / "faces")
    assert found.problems == ()
    dice = found.named("logo dice")
    assert dice is not None and (dice.colours, dice.titles) == (("purple",), {1: "skull"})
    assert {face: len(examples) for face, examples in dice.examples.items()} == {1: 2, 6: 1}


def test_a_rule_set_of_nuked() -> None:
    rules = read_rule_set(FIRST / "nuked" / "friday-table.toml")
    assert (rules.name, rules.house, rules.deck.attack) == ("Friday table", True, 9)


def test_a_library_of_starcraft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(a_copy(FIRST, tmp_path)))
    library: Library = read_library()
    assert read_chart(library.charts["Two moons"]) == {1: Share({"ursa": 3}, "ursa")}
    effects = ["units", "removal", "die", "highest", "re-roll", "no attack", "by hand"]
    assert [(card.race, card.effect) for card in library.abilities] == [("zerg", each) for each in effects]


def test_files_of_rogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(a_copy(FIRST, tmp_path)))
    folder = tmp_path / "data" / "rogue"
    assert set(read_dice(folder / "dice.toml")) == set(DICE)
    assert read_battlefield(folder / "battlefields" / "old-crossroads.toml").zones
    for path in (folder / "scenarios").glob("*.toml"):
        scenario, _ = read_scenario(path)
        assert scenario.title.startswith("Old ") and scenario.sides
    cards = {card.name: card for card in read_deck(folder / "deck.toml")}
    assert {f"Effect {effect}" for effect in EFFECT_LABELS} | {f"Card {kind}" for kind in KINDS} == set(cards)
    assert [power.title for power in cards["Card weapons"].powers][1] == "second"


CLUB_SETTINGS = ClubSettings(
    on=True, host="broker.local", port=1884, table="Window table", user="anna", password="secret", tls=True
)
SETTINGS = Settings(70, rotation=180, panel="pins", camera="usb", accept_sure=True, club=CLUB_SETTINGS)
SMALL: list[tuple[Callable[[Path], Any], Path, Any]] = [
    (read_pool_colours, FIRST / "dice.toml", {"attack": ("red", "purple"), "defence": ("white",)}),
    (read_settings, WITH_CLUB / "settings.toml", SETTINGS),
    (read_people, WITH_CLUB, People({"Anny": "Anna"}, ("Guest",))),
]


@pytest.mark.parametrize(("read", "path", "expected"), SMALL)
def test_small_files(read: Callable[[Path], Any], path: Path, expected: object) -> None:
    assert read(path) == expected


def test_a_club_database(tmp_path: Path) -> None:
    store = ClubStore(a_copy(WITH_CLUB, tmp_path) / "club.sqlite")
    try:
        club = LiveTables(store)
        table = club.table("window")
        assert table is not None
        assert (table.state.table, table.state.round, table.state.turn) == ("Window table", 3, "Anna")
        assert table.standings.standings[0].figures[0].value == 14
        assert [(row.name, row.games) for row in club.league("score").rows] == [("Anna", 2)]
    finally:
        store.close()
