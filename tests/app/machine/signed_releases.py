"""Releases at hand: a key, signed archives, and what stands in for the build and the doctors."""

import subprocess
import tarfile
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.app.machine.releases import Releases
from companion.app.machine.updates import update

GOOD = '[{"name": "screen", "state": "ok", "detail": "It is there.", "fix": ""}]'


def project(version: str) -> str:
    return f'[project]\nname = "table-companion"\nversion = "{version}"\n'


def release(home: Path, name: str, *, fall_back: bool = True) -> None:
    folder = home / "releases" / name
    program = folder / "venv" / "bin" / "companion"
    program.parent.mkdir(parents=True)
    program.touch()
    (folder / "pyproject.toml").write_text(project(name.partition("-")[0]))
    (folder / "deploy").mkdir()
    if fall_back:
        (folder / "deploy" / "fall-back").touch(0o755)
    (folder / ".complete").touch()


class Key:
    """A key that signs releases, made by ssh-keygen, and the file that allows it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.path, self.signers = folder / "key", folder / "allowed_signers"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.path], check=True)
        public = self.path.with_suffix(".pub").read_text()
        self.signers.write_text(f'release namespaces="table-companion,git" {public}')

    def sign(self, path: Path, namespace: str = "table-companion") -> Path:
        path.with_name(f"{path.name}.sig").unlink(missing_ok=True)
        command = ["ssh-keygen", "-Y", "sign", "-q", "-f", str(self.path), "-n", namespace, str(path)]
        subprocess.run(command, check=True, capture_output=True)
        return path


class Installer:
    """Stands in for the build and the doctors; each can be made to fail."""

    def __init__(self, home: Path, **failures: str) -> None:
        self.home, self.failures = home, failures
        self.doctors = {"1.0-old": GOOD, "2.0-new": failures.get("doctor", GOOD)}
        self.steps: list[str] = []

    def __call__(
        self, command: Sequence[str | Path], _: Mapping[str, str]
    ) -> "subprocess.CompletedProcess[str]":
        words = [str(word) for word in command]
        step = Path(words[0]).name
        self.steps.append(step)
        if step in self.failures:
            return subprocess.CompletedProcess(words, 1, "", f"lines before\n{self.failures[step]}\n")
        return subprocess.CompletedProcess(words, 0, self.out(step, words), "")

    def out(self, step: str, words: list[str]) -> str:
        if step == "build-release":
            release(self.home, "2.0-new", fall_back="fall-back" not in self.failures)
            return "2.0-new\n"
        return self.doctors[Path(words[0]).parents[2].name] if step == "companion" else ""


class Updates:
    """Brings signed archives to a machine."""

    def __init__(self, releases: Releases, folder: Path, key: Key) -> None:
        self.releases, self.folder, self.key = releases, folder, key
        self.told: list[str] = []
        self.installer = Installer(releases.home)

    def __call__(self, source: Path | None = None, *, older: bool = False, **failures: Any) -> str | None:
        if source is None:
            source = self.key.sign(archive(self.folder / "companion-2.0.tar.gz"))
        self.installer = Installer(self.releases.home, **failures)
        return update(
            self.releases,
            str(source),
            self.folder,
            self.told.append,
            self.installer,
            signers=self.key.signers,
            older=older,
        )


def archive(
    path: Path,
    change: Callable[[tarfile.TarInfo], object] = lambda _: None,
    size: int = 0,
    version: str = "2.0",
) -> Path:
    with tarfile.open(path, "w:gz") as made:
        content = project(version).encode() + b" " * size
        member = tarfile.TarInfo("companion-2.0/pyproject.toml")
        member.size = len(content)
        change(member)
        made.addfile(member, BytesIO(content))
    return path
