"""The table's own battlefields and scenarios: rename, set aside, restore, copy to a folder, import.

A battlefield is a file with photographs beside it (``NAME-2A.jpg``) and the skirmish that was made of it;
these go with it. Nothing is deleted: what is set aside lies in the folder ``set aside``.
"""

import re
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write, read_bytes
from companion.external_files.pictures import MAX_BYTES
from companion.games.rogue.authoring.skirmish import is_skirmish, skirmish
from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.battlefield_check import problems
from companion.games.rogue.battlefield_files import battlefield_names, read_battlefield, save_battlefield
from companion.games.rogue.data_files import rogue_folder
from companion.games.rogue.scenario import Scenario, read_scenario, read_scenario_alone, save_scenario
from companion.referee.ruling import ALLOWED, Reason, Ruling, refuse

Kind = Literal["battlefields", "scenarios"]
SET_ASIDE = "set aside"
_PHOTOGRAPH = re.compile(r"-[1-9][0-9]?[AB]")


def is_own(path: Path) -> bool:
    """Whether a battlefield or scenario is the table's own."""
    return path.is_relative_to(rogue_folder())


def photographs(path: Path) -> list[Path]:
    """List the photographs beside the file of a battlefield."""
    beside = path.parent.glob(f"{path.stem}-*.jpg")
    return sorted(file for file in beside if _PHOTOGRAPH.fullmatch(file.stem.removeprefix(path.stem)))


def save_skirmish(field: Battlefield) -> None:
    """Make the skirmish of a whole battlefield, unless somebody has made something else of it.

    Raises:
        BrokenFile: it cannot be written.
    """
    known = _scenarios_on(field.id).get(_skirmish_path(field.id))
    if not problems(field) and (known is None or is_skirmish(known)):
        save_scenario(skirmish(field))


def scenarios_on(name: str) -> dict[Path, Scenario]:
    """Return the table's own scenarios on a battlefield, except the skirmish that was made of it."""
    return {
        path: scenario
        for path, scenario in _scenarios_on(name).items()
        if path != _skirmish_path(name) or not is_skirmish(scenario)
    }


def rename_battlefield(path: Path, field: Battlefield) -> Path:
    """Keep a battlefield under its new name; photographs, skirmish and scenarios on it come along.

    Args:
        path: its file until now, among the table's own.
        field: the battlefield with its new name.

    Raises:
        BrokenFile: something cannot be written; the battlefield is still there under its old name.
    """
    fresh = save_battlefield(field)
    if fresh == path:
        return fresh
    for photograph in photographs(path):
        _copy(photograph, fresh.with_name(photograph.name.replace(path.stem, fresh.stem, 1)))
    for file, scenario in scenarios_on(path.stem).items():
        save_scenario(replace(scenario, battlefield=field.id), file)
    save_skirmish(field)
    _drop_skirmish(path.stem)
    for old in (*photographs(path), path):
        old.unlink(missing_ok=True)
    return fresh


def judge_set_aside(path: Path) -> Ruling:
    """Refuse to set aside what a scenario of the table's own is still played on."""
    if _kind(path) == "scenarios":
        return ALLOWED
    return Ruling.from_reasons(
        (
            Reason("RG-SCN", f"The scenario {scenario.title} is played on it.")
            for scenario in scenarios_on(path.stem).values()
        ),
        "Set the scenario aside first.",
    )


def set_aside(path: Path) -> Path:
    """Set one of the table's own files aside, with the files that belong to it; return its new path.

    Raises:
        BrokenFile: it cannot be moved.
    """
    folder = rogue_folder() / SET_ASIDE / _kind(path)
    target, number = folder / path.name, 2
    while target.exists():
        target, number = folder / f"{path.stem}-{number}.toml", number + 1
    if _kind(path) == "battlefields":
        _drop_skirmish(path.stem)
    _move(path, target)
    return target


def set_aside_files(kind: Kind) -> list[Path]:
    """List what was set aside, the newest first."""
    files = (rogue_folder() / SET_ASIDE / kind).glob("*.toml")
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)


def restore(path: Path) -> Ruling:
    """Restore what was set aside, unless its name is taken by now.

    Raises:
        BrokenFile: it cannot be moved.
    """
    target = rogue_folder() / _kind(path) / path.name
    if target.exists():
        return _taken(path)
    _move(path, target)
    _add_skirmish(target)
    return ALLOWED


def copy_to(path: Path, folder: Path) -> Path:
    """Copy a battlefield or scenario to a folder, such as a memory stick; a scenario brings its battlefield.

    What lies there under the same name and is not the same is kept, with ``.before`` after its name.

    Returns:
        The copy.

    Raises:
        BrokenFile: it is wrong, or cannot be copied.
    """
    if _kind(path) == "scenarios":
        name = read_scenario(path)[1].id
        field = rogue_folder() / "battlefields" / f"{name}.toml"
        if field.is_file():
            copy_to(field, folder)
    target = folder / _kind(path) / path.name
    if target.exists() and not _same(path, target):
        _copy(target, target.with_name(f"{target.name}.before"))
    for photograph in photographs(path):
        _copy(photograph, target.with_name(photograph.name))
    return _copy(path, target)


def found_in(folder: Path, kind: Kind) -> list[Path]:
    """List what a folder has to import that is not here already."""
    own = rogue_folder() / kind
    files = sorted((folder / kind).glob("*.toml"))
    return [file for file in files if not _same(file, own / file.name)]


def import_from(path: Path) -> Ruling:
    """Import a battlefield or scenario; never over another of the same name.

    Raises:
        BrokenFile: it is wrong, or cannot be copied.
    """
    kind = _kind(path)
    target = rogue_folder() / kind / path.name
    if target.exists():
        return ALLOWED if _same(path, target) else _taken(path)
    if kind == "battlefields":
        read_battlefield(path, unfinished=True)
    else:
        ruling = _import_its_battlefield(path)
        if not ruling.allowed:
            return ruling
    for photograph in photographs(path):
        _copy(photograph, target.with_name(photograph.name))
    _copy(path, target)
    _add_skirmish(target)
    return ALLOWED


def _import_its_battlefield(path: Path) -> Ruling:
    """Import the battlefield of a scenario, unless it is here or comes with the game."""
    name = read_scenario_alone(path).battlefield
    beside = path.parent.with_name("battlefields") / f"{name}.toml"
    if beside.is_file():
        return import_from(beside)
    return ALLOWED if name in battlefield_names() else refuse("RG-SCN", f"Its battlefield {name} is missing.")


def _add_skirmish(path: Path) -> None:
    """Make the skirmish of a battlefield that has come here."""
    if _kind(path) == "battlefields":
        save_skirmish(read_battlefield(path, unfinished=True))


def _taken(path: Path) -> Ruling:
    text = f"There is another one called {path.stem} here."
    return refuse("RG-SCN", text, instead="Rename that one, or set it aside.")


def _kind(path: Path) -> Kind:
    return "battlefields" if path.parent.name == "battlefields" else "scenarios"


def _skirmish_path(field: str) -> Path:
    return rogue_folder() / "scenarios" / f"{field}-skirmish.toml"


def _drop_skirmish(field: str) -> None:
    """Take the skirmish of a battlefield away, if nobody has made something else of it."""
    path = _skirmish_path(field)
    known = _scenarios_on(field).get(path)
    if known is not None and is_skirmish(known):
        path.unlink(missing_ok=True)


def _scenarios_on(field: str) -> dict[Path, Scenario]:
    """Return the table's own scenarios on a battlefield by their files; broken ones left out."""
    found = {}
    for path in sorted((rogue_folder() / "scenarios").glob("*.toml")):
        try:
            scenario = read_scenario_alone(path)
        except BrokenFile:
            continue
        if scenario.battlefield == field:
            found[path] = scenario
    return found


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def _copy(path: Path, target: Path) -> Path:
    """Copy a file whole or not at all."""
    try:
        atomic_write(target, read_bytes(path, MAX_BYTES))
    except OSError as error:
        raise BrokenFile(f"The file {target} cannot be written: {error}. Make room.") from error
    return target


def _move(path: Path, target: Path) -> None:
    """Move a file with its photographs: copied first, so that it is never nowhere."""
    named = {
        file: target.with_name(file.name.replace(path.stem, target.stem, 1)) for file in photographs(path)
    }
    moving = named | {path: target}
    for old, new in moving.items():
        _copy(old, new)
    for old in moving:
        old.unlink(missing_ok=True)
