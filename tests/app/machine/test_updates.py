"""Updates: built beside the old release, checked, switched to in one step, and one step back."""

import json
import os
import subprocess
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.app.machine.releases import Releases, own_releases
from companion.app.machine.updates import game_is_played, update, usual_source
from companion.errors import UpdateRefused
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from tests.app.machine.signed_releases import Installer, Key, Updates, archive, release

ROOT = Path(__file__).parents[3]
NO_GAMES = '[{"name": "journal", "state": "failed", "detail": "Written by a newer companion.", "fix": ""}]'


def test_a_new_release_counts_from_the_next_start_and_the_old_one_is_kept(
    releases: Releases, bring: Updates
) -> None:
    name, told = bring(), bring.told
    assert (name, releases.current, releases.previous) == ("2.0-new", "2.0-new", "1.0-old")
    assert [words.split()[0] for words in told] == ["Getting", "Building", "Checking"]
    assert (releases.home / "unproven").read_text().startswith("2.0-new ")
    assert not list(releases.home.glob("incoming-*"))


@pytest.mark.parametrize(
    ("failures", "message"),
    [
        ({"build-release": "no space left"}, "cannot be built: no space left"),
        ({"doctor": NO_GAMES}, "does not work here: Written by a newer companion. This version stays."),
        ({"doctor": ""}, "does not work here: it ended with 0"),
        ({"fall-back": "missing"}, "has no deploy/fall-back of its own"),
    ],
)
def test_what_fails_leaves_the_old_release(
    releases: Releases, bring: Updates, failures: dict[str, Any], message: str
) -> None:
    with pytest.raises(UpdateRefused, match=message):
        bring(**failures)
    assert (releases.current, releases.previous) == ("1.0-old", None)
    assert not (releases.home / "unproven").exists()


def test_what_fails_today_already_is_no_reason_to_refuse(
    releases: Releases, tmp_path: Path, key: Key
) -> None:
    installer = Installer(releases.home)
    installer.doctors = dict.fromkeys(installer.doctors, NO_GAMES)
    source = str(key.sign(archive(tmp_path / "companion-2.0.tar.gz")))
    assert update(releases, source, tmp_path, print, installer, signers=key.signers) == "2.0-new"


def test_one_step_back_and_forth(releases: Releases, bring: Updates) -> None:
    with pytest.raises(UpdateRefused, match="no earlier version"):
        releases.go_back()
    bring()
    assert releases.go_back() == "1.0-old"
    assert (releases.current, releases.previous) == ("1.0-old", "2.0-new")
    assert releases.go_back() == "2.0-new"


def test_the_newest_release_is_not_built_again(
    releases: Releases, bring: Updates, tmp_path: Path, key: Key
) -> None:
    bring()

    def same(command: Sequence[str | Path], variables: Mapping[str, str]) -> Any:
        installer = Installer(releases.home)
        installer.home = tmp_path / "elsewhere"
        return installer(command, variables)

    source = str(tmp_path / "companion-2.0.tar.gz")
    before = (releases.home / "unproven").read_text()
    assert update(releases, source, tmp_path, print, same, signers=key.signers) is None
    assert (releases.home / "unproven").read_text() == before


def test_only_two_releases_are_kept(releases: Releases, bring: Updates) -> None:
    release(releases.home, "0.9-older")
    bring()
    assert sorted(folder.name for folder in releases.folder.iterdir()) == ["1.0-old", "2.0-new"]


def test_a_release_that_was_not_finished_is_not_switched_to(releases: Releases) -> None:
    (releases.folder / "half").mkdir()
    for name in ("half", "../../etc", ""):
        with pytest.raises(UpdateRefused, match="no whole release"):
            releases.switch(name)


def fall_back(home: Path, data: Path, result: str) -> str | None:
    script = ROOT / "deploy" / "fall-back"
    subprocess.run([script, home, data], env={**os.environ, "SERVICE_RESULT": result}, check=True)
    return Releases(home).current


@pytest.mark.parametrize(
    ("result", "confirmed", "current"),
    [
        ("exit-code", False, "1.0-old"),
        ("watchdog", False, "1.0-old"),
        ("success", False, "2.0-new"),
        ("exit-code", True, "2.0-new"),
    ],
)
def test_a_release_that_never_showed_its_screen_gives_way_by_itself(
    releases: Releases, bring: Updates, tmp_path: Path, result: str, confirmed: bool, current: str
) -> None:
    bring()
    if confirmed:
        releases.confirm(tmp_path)
    assert fall_back(releases.home, tmp_path, result) == current


def test_an_earlier_confirmation_does_not_count(releases: Releases, bring: Updates, tmp_path: Path) -> None:
    bring()
    releases.confirm(tmp_path)
    releases.go_back()
    releases.switch("2.0-new")  # the same release, but this start is a new one
    assert fall_back(releases.home, tmp_path, "exit-code") == "1.0-old"


# --- archives ----------------------------------------------------------------------------------------------


def link(member: tarfile.TarInfo) -> None:
    member.type, member.linkname, member.size = tarfile.SYMTYPE, "/etc/passwd", 0


@pytest.mark.parametrize(
    ("change", "size", "message"),
    [
        (lambda member: setattr(member, "name", "../../pyproject.toml"), 0, "no file inside it"),
        (lambda member: setattr(member, "name", "/etc/pyproject.toml"), 0, "no file inside it"),
        (link, 0, "no file inside it"),
        (lambda member: setattr(member, "name", "companion/README.md"), 0, "holds no release"),
        (lambda _: None, 110_000_000, "is too large"),
    ],
)
def test_an_archive_that_is_none_changes_nothing(
    releases: Releases, bring: Updates, tmp_path: Path, key: Key, change: Any, size: int, message: str
) -> None:
    with pytest.raises(UpdateRefused, match=message):
        bring(key.sign(archive(tmp_path / "odd.tar.gz", change, size)))
    assert releases.current == "1.0-old"


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b\x08\x00damaged"])
def test_a_damaged_archive_is_refused(bring: Updates, tmp_path: Path, key: Key, content: bytes) -> None:
    (tmp_path / "damaged.tar.gz").write_bytes(content)
    with pytest.raises(UpdateRefused, match=r"no archive|no release"):
        bring(key.sign(tmp_path / "damaged.tar.gz"))


# --- when, and from where ----------------------------------------------------------------------------------


def test_a_game_that_is_played_is_not_disturbed(tmp_path: Path) -> None:
    assert not game_is_played(tmp_path)
    with Journal.open(journal_path(tmp_path)):
        last = journal_path(tmp_path).with_name("games.sqlite-last")
        last.touch()
        assert game_is_played(tmp_path)
        os.utime(last, (0, 0))
        assert not game_is_played(tmp_path)
    last.touch()
    assert not game_is_played(tmp_path)


def test_the_usual_source_is_what_the_installation_came_from(releases: Releases) -> None:
    with pytest.raises(UpdateRefused, match="memory stick"):
        usual_source(releases)
    (releases.home / "origin").write_text("https://example.org/it.git\n")
    assert usual_source(releases) == "https://example.org/it.git"


def test_a_program_knows_its_release_and_a_clone_has_none(releases: Releases, tmp_path: Path) -> None:
    assert own_releases(str(releases.folder / "1.0-old" / "venv")) == releases
    assert own_releases(str(tmp_path / "clone" / ".venv")) is None


@pytest.fixture
def on_disk() -> Iterator[Path]:
    """A folder on a disk: the doctor finds fault with data in memory, where deploy/test keeps its folders."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


@pytest.mark.slow
def test_a_real_repository_is_built_checked_and_switched_to(tmp_path: Path, on_disk: Path, key: Key) -> None:
    """The old and the new release are made by deploy/build-release, with environments of their own."""
    python = ROOT / ".venv" / "bin" / "python"
    if not python.exists():
        pytest.skip("needs the .venv of deploy/set-up")
    repository, home = tmp_path / "repository", tmp_path / "home"
    packages = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip

    def run(command: Sequence[str | Path], variables: Mapping[str, str]) -> Any:
        # The packages of this environment stand in for Debian's.
        environment = {**os.environ, **variables, "PYTHONPATH": packages}
        words = list(map(str, command))
        return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)

    def git(*words: str) -> None:
        author = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "tag.gpgSign=false"]
        subprocess.run(["git", "-C", repository, *author, *words], check=True, capture_output=True)

    def sign() -> None:
        script = [repository / "deploy" / "sign-release", key.path, tmp_path / "signed"]
        author = {"GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@example.org"}
        subprocess.run(script, env={**os.environ, **author}, check=True, capture_output=True)

    subprocess.run(["git", "clone", "--quiet", ROOT, repository], check=True)
    home.mkdir()
    data = on_disk / "data"
    sign()
    (made,) = (tmp_path / "signed").glob("*.tar.gz")
    names = [update(Releases(home), str(made), data, print, run, signers=key.signers)]
    text = (repository / "pyproject.toml").read_text(encoding="utf-8")
    (repository / "pyproject.toml").write_text(text.replace('\nversion = "', '\nversion = "9.'))
    git("commit", "--quiet", "-am", "Count the version up")
    sign()
    names.append(update(Releases(home), str(repository), data, print, run, signers=key.signers))
    assert names[1] is not None
    assert (Releases(home).current, Releases(home).previous) == (names[1], names[0])
    told = run([home / "current" / "venv" / "bin" / "companion", "doctor", "--json", "--camera", "none"], {})
    assert {check["name"] for check in json.loads(told.stdout)} >= {"python", "libraries"}
    assert Releases(home).go_back() == names[0]
