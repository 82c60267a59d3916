"""The players' own battlefields and scenarios: rename, set aside, restore, copy to a folder, import.

A battlefield is a file with photographs beside it (``NAME-2A.jpg``) and a generated skirmish scenario, which
every operation includes. Nothing is deleted: files that are set aside are in the folder ``set aside``.
"""

import re
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write, read_bytes
from companion.external_files.pictures import MAX_BYTES
from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.battlefield_check import problems
from companion.games.rogue.battlefield_files import battlefield_names, read_battlefield, save_battlefield
from companion.games.rogue.data_files import rogue_folder
from companion.games.rogue.scenario import Scenario, read_scenario, read_scenario_alone, save_scenario
from companion.locale.messages import gettext
from companion.referee.ruling import ALLOWED, Ruling, objection, refuse
from companion.tools.editors.authoring.scenario_sides import is_skirmish, skirmish

FileKind = Literal["battlefields", "scenarios"]
SET_ASIDE = "set aside"
_PHOTOGRAPH = re.compile(r"-[1-9][0-9]?[AB]")


def is_own(path: Path) -> bool:
    """Return whether a battlefield or scenario is the players' own."""
    return path.is_relative_to(rogue_folder())


def photographs(path: Path) -> list[Path]:
    """List the photographs beside a battlefield file."""
    beside = path.parent.glob(f"{path.stem}-*.jpg")
    return sorted(file for file in beside if _PHOTOGRAPH.fullmatch(file.stem.removeprefix(path.stem)))


def save_skirmish(field: Battlefield) -> None:
    """Generate the skirmish of a finished battlefield, unless a player has changed it.

    Raises:
        BrokenFile: the file cannot be written.
    """
    known = _scenarios_on(field.id).get(_skirmish_path(field.id))
    if not problems(field) and (known is None or is_skirmish(known)):
        save_scenario(skirmish(field))


def scenarios_on(name: str) -> dict[Path, Scenario]:
    """Return the players' own scenarios on a battlefield, except its generated skirmish."""
    return {
        path: scenario
        for path, scenario in _scenarios_on(name).items()
        if path != _skirmish_path(name) or not is_skirmish(scenario)
    }


def rename_battlefield(path: Path, field: Battlefield) -> Path:
    """Save a battlefield under a new name, with its photographs, its skirmish and the scenarios on it.

    Args:
        path: its present file, among the players' own.
        field: the battlefield with its new name.

    Raises:
        BrokenFile: a file cannot be written; the battlefield still has its old name.
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
    """Refuse to set aside a battlefield that one of the players' own scenarios uses."""
    if _kind(path) == "scenarios":
        return ALLOWED
    return Ruling.from_reasons(
        (
            objection("RG-SCN", "The scenario {title} is played on it.", title=scenario.title)
            for scenario in scenarios_on(path.stem).values()
        ),
        gettext("Set the scenario aside first."),
    )


def set_aside(path: Path) -> Path:
    """Set aside one of the players' own files, with the files that belong to it; return its new path.

    Raises:
        BrokenFile: the file cannot be moved.
    """
    folder = rogue_folder() / SET_ASIDE / _kind(path)
    target, number = folder / path.name, 2
    while target.exists():
        target, number = folder / f"{path.stem}-{number}.toml", number + 1
    if _kind(path) == "battlefields":
        _drop_skirmish(path.stem)
    _move(path, target)
    return target


def set_aside_files(kind: FileKind) -> list[Path]:
    """List the files that are set aside, newest first."""
    files = (rogue_folder() / SET_ASIDE / kind).glob("*.toml")
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)


def restore(path: Path) -> Ruling:
    """Restore a file that was set aside, unless its name is in use.

    Raises:
        BrokenFile: the file cannot be moved.
    """
    target = rogue_folder() / _kind(path) / path.name
    if target.exists():
        return _taken(path)
    _move(path, target)
    _add_skirmish(target)
    return ALLOWED


def copy_to(path: Path, folder: Path) -> Path:
    """Copy a battlefield or scenario to a folder, such as a USB stick; a scenario includes its battlefield.

    A different file of the same name in the folder is kept, with ``.before`` added to its name.

    Returns:
        The path of the copy.

    Raises:
        BrokenFile: the file is invalid or cannot be copied.
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


def found_in(folder: Path, kind: FileKind) -> list[Path]:
    """List the files of a folder that can be imported and are not here yet."""
    own = rogue_folder() / kind
    files = sorted((folder / kind).glob("*.toml"))
    return [file for file in files if not _same(file, own / file.name)]


def import_from(path: Path) -> Ruling:
    """Import a battlefield or scenario; never overwrite one of the same name.

    Raises:
        BrokenFile: the file is invalid or cannot be copied.
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
    """Import the battlefield of a scenario, unless it is already available."""
    name = read_scenario_alone(path).battlefield
    beside = path.parent.with_name("battlefields") / f"{name}.toml"
    if beside.is_file():
        return import_from(beside)
    return (
        ALLOWED
        if name in battlefield_names()
        else refuse("RG-SCN", "Its battlefield {name} is missing.", name=name)
    )


def _add_skirmish(path: Path) -> None:
    """Generate the skirmish of an imported battlefield."""
    if _kind(path) == "battlefields":
        save_skirmish(read_battlefield(path, unfinished=True))


def _taken(path: Path) -> Ruling:
    text = gettext("There is another one called {stem} here.", stem=path.stem)
    return refuse("RG-SCN", text, instead=gettext("Rename that one, or set it aside."))


def _kind(path: Path) -> FileKind:
    return "battlefields" if path.parent.name == "battlefields" else "scenarios"


def _skirmish_path(field: str) -> Path:
    return rogue_folder() / "scenarios" / f"{field}-skirmish.toml"


def _drop_skirmish(field: str) -> None:
    """Remove the skirmish of a battlefield, unless a player has changed it."""
    path = _skirmish_path(field)
    known = _scenarios_on(field).get(path)
    if known is not None and is_skirmish(known):
        path.unlink(missing_ok=True)


def _scenarios_on(field: str) -> dict[Path, Scenario]:
    """Return the players' own scenarios on a battlefield by path, without broken files."""
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
    """Copy a file atomically."""
    try:
        atomic_write(target, read_bytes(path, MAX_BYTES))
    except OSError as error:
        raise BrokenFile(
            "The file {target} cannot be written: {error}. Make room.", target=target, error=error
        ) from error
    return target


def _move(path: Path, target: Path) -> None:
    """Move a file with its photographs: copy it first, so that it cannot be lost."""
    named = {
        file: target.with_name(file.name.replace(path.stem, target.stem, 1)) for file in photographs(path)
    }
    moving = named | {path: target}
    for old, new in moving.items():
        _copy(old, new)
    for old in moving:
        old.unlink(missing_ok=True)
