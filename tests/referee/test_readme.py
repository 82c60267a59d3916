"""The examples of the README run."""

import doctest
from pathlib import Path

import pytest

import companion.referee


def test_examples() -> None:
    readme = Path(companion.referee.__file__).with_name("README.md")
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_front_door_opens_each_name_and_no_other() -> None:
    assert all(getattr(companion.referee, name) is not None for name in companion.referee.__all__)
    with pytest.raises(AttributeError, match="no nonsense"):
        companion.referee.nonsense  # noqa: B018
