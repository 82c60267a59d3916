"""The examples of the README run."""

import doctest
from pathlib import Path

import companion.referee


def test_examples() -> None:
    readme = Path(companion.referee.__file__).with_name("README.md")
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0
