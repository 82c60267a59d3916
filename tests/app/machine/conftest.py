"""A machine with one release, a key that signs, and archives brought to it."""

from pathlib import Path

import pytest

from companion.app.machine.releases import Releases
from tests.app.machine.signed_releases import Key, Updates, release


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Key:
    return Key(tmp_path_factory.mktemp("keys") / "own")


@pytest.fixture(scope="module")
def strange_key(tmp_path_factory: pytest.TempPathFactory) -> Key:
    return Key(tmp_path_factory.mktemp("keys") / "strange")


@pytest.fixture
def releases(tmp_path: Path) -> Releases:
    """A machine with one release, 1.0-old."""
    home = tmp_path / "home"
    release(home, "1.0-old")
    (home / "current").symlink_to("releases/1.0-old")
    return Releases(home)


@pytest.fixture
def bring(releases: Releases, tmp_path: Path, key: Key) -> Updates:
    return Updates(releases, tmp_path, key)
