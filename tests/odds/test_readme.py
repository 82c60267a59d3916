"""The examples of the README run, and it shows every public name."""

import doctest
from pathlib import Path

import companion.odds


def test_examples() -> None:
    readme = Path(companion.odds.__file__).with_name("README.md")
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_every_public_name_is_on_the_page() -> None:
    text = Path(companion.odds.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert [name for name in companion.odds.__all__ if name not in text] == []
