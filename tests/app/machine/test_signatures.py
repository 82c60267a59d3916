"""Nothing of a release runs before its signature is right: archives and repositories of strangers."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.releases import Releases
from companion.app.machine.updates import update
from companion.errors import UpdateRefused
from tests.app.machine.signed_releases import Installer, Key, Updates, archive, project


def tamper(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


ATTACKS: dict[str, tuple[Callable[[Path, Key, Key], object], str]] = {
    "unsigned": (lambda path, *_: path.with_name(f"{path.name}.sig").unlink(), "is not signed"),
    "signed by a stranger": (lambda path, _, strange: strange.sign(path), "wrong signature"),
    "changed after it was signed": (lambda path, *_: tamper(path), "wrong signature"),
    "cut off": (lambda path, *_: truncate(path), "wrong signature"),
    "signed for something else": (lambda path, own, _: own.sign(path, "file"), "wrong signature"),
    "signature of another file": (
        lambda path, own, _: (
            own.sign(archive(path.with_name("x.tar.gz"), version="1.5"))
            .with_name("x.tar.gz.sig")
            .rename(path.with_name(f"{path.name}.sig"))
        ),
        "wrong signature",
    ),
    "no signature at all in it": (
        lambda path, *_: path.with_name(f"{path.name}.sig").write_bytes(b"\xff" * 1000),
        "wrong signature",
    ),
    "older": (
        lambda path, own, _: own.sign(archive(path, version="0.9")),
        "0.9 is older than this one",
    ),
    "without a version": (lambda path, own, _: own.sign(archive(path, version="new")), "which version"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_of_a_strangers_archive_runs(
    releases: Releases, bring: Updates, tmp_path: Path, key: Key, strange_key: Key, attack: str
) -> None:
    path = key.sign(archive(tmp_path / "companion-2.0.tar.gz"))
    change, message = ATTACKS[attack]
    change(path, key, strange_key)
    with pytest.raises(UpdateRefused, match=message):
        bring(path)
    assert bring.installer.steps == [], "nothing was built, and no doctor called"
    assert (releases.current, releases.previous) == ("1.0-old", None)
    assert not list(releases.home.glob("incoming-*"))


def test_an_owner_may_take_an_older_version(bring: Updates, tmp_path: Path, key: Key) -> None:
    assert bring(key.sign(archive(tmp_path / "old.tar.gz", version="0.9")), older=True) == "2.0-new"


def test_without_an_installed_key_nothing_is_taken(releases: Releases, tmp_path: Path, key: Key) -> None:
    source = str(key.sign(archive(tmp_path / "companion-2.0.tar.gz")))
    with pytest.raises(UpdateRefused, match="No key for new versions is installed"):
        update(releases, source, tmp_path, print, Installer(releases.home), signers=tmp_path / "none")


def test_the_installed_builder_builds(releases: Releases, tmp_path: Path, key: Key) -> None:
    commands: list[list[str]] = []
    installer = Installer(releases.home)

    def noted(command: Sequence[str | Path], variables: Mapping[str, str]) -> Any:
        commands.append([str(word) for word in command])
        return installer(command, variables)

    source = str(key.sign(archive(tmp_path / "companion-2.0.tar.gz")))
    update(releases, source, tmp_path, print, noted, signers=key.signers)
    build = next(words for words in commands if words[0].endswith("build-release"))
    assert build[0] == str(releases.folder / "1.0-old" / "deploy" / "build-release")
    assert build[2].endswith("companion-2.0"), "the unpacked release is only what is built"


def test_what_a_killed_update_left_is_removed(releases: Releases, bring: Updates) -> None:
    (releases.home / "incoming-abc" / "new").mkdir(parents=True)
    bring()
    assert not list(releases.home.glob("incoming-*"))


class Repository:
    """A git repository with releases; git itself fetches from it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.git("init", "--quiet")

    def git(self, *words: str | Path) -> None:
        author = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        subprocess.run(["git", "-C", self.folder, *author, *words], check=True, capture_output=True)

    def publish(self, version: str, key: Key | None) -> None:
        (self.folder / "pyproject.toml").write_text(project(version))
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", version)
        if key is None:
            self.git("tag", "--annotate", "--message", version, f"v{version}")
        else:
            signing = ["-c", "gpg.format=ssh", "-c", f"user.signingKey={key.path}"]
            self.git(*signing, "tag", "--sign", "--message", version, f"v{version}")


def from_git(releases: Releases, repository: Path | str, key: Key) -> str | None:
    """Update from a repository: git is real, the build and the doctors are not."""
    installer = Installer(releases.home)

    def run(command: Sequence[str | Path], variables: Mapping[str, str]) -> Any:
        if command[0] != "git":
            return installer(command, variables)
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)

    return update(releases, str(repository), releases.home, print, run, signers=key.signers)


def test_the_newest_signed_tag_of_a_repository_is_taken(releases: Releases, tmp_path: Path, key: Key) -> None:
    repository = Repository(tmp_path / "repository")
    for version in ("1.5", "1.10", "1.9"):
        repository.publish(version, key)
    repository.git("commit", "--quiet", "--allow-empty", "--message", "not a release")
    assert from_git(releases, repository.folder, key) == "2.0-new"


@pytest.mark.parametrize(
    ("versions", "signed_by", "message"),
    [
        ((), "", "no tag with a version"),
        (("2.0",), "nobody", "v2.0 is not signed by a known key"),
        (("2.0",), "stranger", "v2.0 is not signed by a known key"),
        (("0.9",), "owner", "older than this one"),
    ],
)
def test_no_other_tag_is_taken(
    releases: Releases,
    tmp_path: Path,
    key: Key,
    strange_key: Key,
    versions: tuple[str, ...],
    signed_by: str,
    message: str,
) -> None:
    repository = Repository(tmp_path / "repository")
    signer = {"owner": key, "stranger": strange_key}.get(signed_by)
    for version in versions:
        repository.publish(version, signer)
    with pytest.raises(UpdateRefused, match=message):
        from_git(releases, repository.folder, key)
    assert releases.current == "1.0-old"


def test_a_repository_that_is_not_there(releases: Releases, tmp_path: Path, key: Key) -> None:
    with pytest.raises(UpdateRefused, match="cannot be fetched"):
        from_git(releases, tmp_path / "nowhere", key)
