"""Every test file mirrors a module or a folder; what has a subject of its own stands in a list here."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
WHOLE_SUBJECTS = {"bench", "e2e", "machine", "mutation", "trials"}
"""Folders whose files each test something across the house."""
OWN_SUBJECTS = {
    "": "architecture docstrings glossary import_circles mirror old_files readme selection vocabulary",
    "app/night": "session_machine",
    "calibration": "steps",
    "club": "wall",
    "deploy": "embedded_python fast_engine shellcheck",
    "external_files": "hostile_files one_place",
    "firmware": "compiles hub_line hub_logic under_micropython",
    "games": "bots corrected_setup corrected_turns every_game impossible_positions inquiries new_game "
    "notation random_games refusals rulebook saved_games",
    "games/balance": "battles corrections edge_cases open_points scripted vectors",
    "games/battle": "cannon corrections edge_cases situations treasury vectors whole_battles",
    "games/classic": "2008 corrections edge_cases editions open_points whole_games",
    "games/nuked": "corrections edge_cases open_points vectors whole_games",
    "games/rogue": "card_battle corrections edge_cases files situations vectors whole_games",
    "games/territory": "any_board",
    "games/starcraft": "corrections edge_cases open_points teams vectors whole_games",
    "journal": "damage old_games",
    "locale": "calls english_left shipped",
    "odds": "readme shared_tables",
    "referee": "corrections positions question_kinds readme rulebooks",
    "rendering": "render",
    "tools/editors/authoring": "random_battlefields",
    "tools/editors": "fits photographed_tiles scenarios",
    "tools/map_drawing": "drawing",
    "tools/training": "training",
    "ui": "class_names computer_players double_taps every_game idle inspector layouts lobby monkey overflow"
    " panel taps",
    "ui/rulers": "rulers",
    "ui/widgets": "gallery",
    "ui/widgets/controls": "overlays",
    "ui/widgets/dice": "dice symbol_dice",
    "ui/widgets/players": "strips",
    "vision/sources": "sources",
    "vision/miniatures": "figures_on_film",
    "vision/tracking": "many_rolls motion_limits tray_watcher_on_film",
    "web": "answers battle_in_browser evening field_in_browser forms_in_browser hostile languages limits "
    "private projector secrets switch thumbs touchscreen",
}
"""What files test across modules, by folder, without `test_`. A name leaves when a module of it comes."""
FILES = sorted(path.relative_to(TESTS) for path in TESTS.rglob("test_*.py"))


def mirrored(test: Path) -> bool:
    """Whether a module, script or folder stands where the test file says."""
    name, above = test.stem.removeprefix("test_"), test.parent
    places = [ROOT / "companion" / above, ROOT / above]
    found = (path for place in places if place.is_dir() for path in place.iterdir())
    return any(path.stem.replace("-", "_") == name for path in found if path.suffix != ".md")


def has_own_subject(test: Path) -> bool:
    """Whether its subject is listed."""
    folder = "" if test.parent == Path() else str(test.parent)
    return test.stem.removeprefix("test_") in OWN_SUBJECTS.get(folder, "").split()


def test_each_mirrors_a_module_or_has_a_subject() -> None:
    wrong = [
        str(test)
        for test in FILES
        if test.parts[0] not in WHOLE_SUBJECTS and mirrored(test) == has_own_subject(test)
    ]
    assert wrong == [], "name it like its module, or its subject in OWN_SUBJECTS, not both"


def test_no_subject_outlives_its_file() -> None:
    subjects = {
        Path(folder) / f"test_{name}.py" for folder, names in OWN_SUBJECTS.items() for name in names.split()
    }
    assert sorted(subjects - set(FILES)) == []
