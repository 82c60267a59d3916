"""Messages about files that people wrote."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import BrokenFile
from companion.external_files.toml_file import TomlFile

TEXT = """size = 3
name = ""
[[part]]
weight = 1.5
[[part]]
weight = "heavy"
places = [[0, 1], [2]]
"""


@pytest.fixture
def file(tmp_path: Path) -> TomlFile:
    path = tmp_path / "thing.toml"
    path.write_text(TEXT)
    return TomlFile(path, BrokenFile)


def test_what_is_right_is_read(file: TomlFile) -> None:
    assert file.top.whole("size", 1) == 3
    assert file.top.number("weight", default=7.0) == 7.0
    assert file.sections("part")[0].number("weight") == 1.5
    assert file.sections("nothing") == ()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda file: file.top.whole("size", 4), "line 1: size is 3; expected a whole number from 4"),
        (lambda file: file.top.text("name"), "line 2: name is ''; expected a text"),
        (lambda file: file.top.choice("size", ["a"]), "line 1: size is 3; expected a text"),
        (lambda file: file.top.number("missing"), "the file needs 'missing', which is missing"),
        # The second of two sections of one name is told from the first.
        (
            lambda file: file.sections("part")[1].number("weight"),
            "line 6: part.weight is 'heavy'; expected a number",
        ),
        (lambda file: file.sections("part")[1].numbers("places", (None, 2)), "line 7: part.places is"),
        (lambda file: file.sections("part")[1].value("colour"), "line 5: part needs 'colour'"),
        (
            lambda file: file.sections("part")[0].allow("mass"),
            "line 4: part.weight is not known here; there are mass",
        ),
        (lambda file: file.section("part"), "line 3: part must be a section: write [part]"),
        (lambda file: file.top.flag("size", True), "line 1: size is 3; expected true or false"),
    ],
)
def test_what_is_wrong_is_named_by_line_and_key(
    file: TomlFile, ask: Callable[[TomlFile], object], message: str
) -> None:
    with pytest.raises(BrokenFile) as refusal:
        ask(file)
    assert message in str(refusal.value)
