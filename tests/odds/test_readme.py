"""The examples of the README run."""

import doctest
from pathlib import Path

import companion.odds


def test_examples() -> None:
    readme = Path(companion.odds.__file__).with_name("README.md")
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0
