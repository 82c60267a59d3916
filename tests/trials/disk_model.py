"""A model of a disk: the writes of a program, recorded by strace, and what can survive a power cut.

A write is durable only after its file was synced; a new name or a rename only after its folder was synced.
Later writes can survive, be lost, be torn at a sector, or survive without earlier ones.
After a kill, in contrast, all writes up to that system call survive, because the kernel goes on.
"""

import random
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
SYSTEM_CALLS = (
    "openat,pwrite64,write,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,ftruncate,link,linkat"
)
ACKNOWLEDGED = b"ACK "
_CALL = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+= (\d+)")
_BYTES = re.compile(r"(?:\\x[0-9a-f]{2})+")


@dataclass(frozen=True)
class Operation:
    """A successful system call.

    Attributes:
        kind: ``"create"``, ``"write"``, ``"truncate"``, ``"sync"``, ``"rename"``, ``"unlink"`` or ``"ack"``.
        path: the file.
        data: the bytes written, the new name of a rename, or the acknowledged text.
        at: offset of the write, or the new length; -1 appends.
    """

    kind: str
    path: str
    data: bytes = b""
    at: int = 0


def record(script: str, folder: Path, *arguments: str) -> list[Operation]:
    """Run a Python script under strace and return its operations in a folder.

    Args:
        script: the program; it prints ``ACK ...`` (flushed, in one write) to acknowledge.
        folder: the folder to record.
        arguments: the script's arguments.
    """
    log = folder.with_name(f"{folder.name}.strace")
    strace = ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={SYSTEM_CALLS}", "-o", str(log)]
    subprocess.run([*strace, sys.executable, "-c", script, *arguments], check=True, stdout=subprocess.DEVNULL)
    found = (_operation(line, str(folder).encode()) for line in log.read_text().splitlines())
    operations = [operation for operation in found if operation is not None]
    log.unlink()
    return operations


def _operation(line: str, folder: bytes) -> Operation | None:
    call = _CALL.match(line)
    if call is None:
        return None
    name, arguments = call[1], call[2]
    texts = [bytes.fromhex(found.replace("\\x", "")) for found in _BYTES.findall(arguments)]
    if name == "write" and texts and texts[-1].startswith(ACKNOWLEDGED):
        return Operation("ack", "", texts[-1])
    inside = [text for text in texts if text.startswith(folder)]
    if not inside:
        return None
    path, numbers = inside[0].decode(), re.findall(r", (-?\d+)", arguments)
    match name:
        case "openat" if "O_CREAT" in arguments:
            return Operation("create", inside[-1].decode())
        case "pwrite64":
            return Operation("write", path, texts[1] if len(texts) > 1 else b"", int(numbers[-1]))
        case "write":
            return Operation("write", path, texts[1] if len(texts) > 1 else b"", -1)
        case "ftruncate":
            return Operation("truncate", path, at=int(numbers[-1]))
        case "fsync" | "fdatasync":
            return Operation("sync", path)
        case "rename" | "renameat" | "renameat2":
            return Operation("rename", path, inside[1])
        case "unlink" | "unlinkat":
            return Operation("unlink", path)
    return None


@dataclass
class File:
    """A file: its durable content, and the writes pending since then."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Operation] = field(default_factory=list)

    def content(self, keep: list[Operation]) -> bytes:
        """Return the file's content with some of the pending writes."""
        result = bytearray(self.synced)
        for operation in keep:
            at = len(result) if operation.at < 0 else operation.at
            if operation.kind == "truncate":
                result = result[:at].ljust(at, b"\0")
            else:
                result = result.ljust(at, b"\0")
                result[at : at + len(operation.data)] = operation.data
        return bytes(result)


class Disk:
    """The files of a folder while operations are applied one by one.

    Args:
        folder: the folder.
        files: its initial content, all of it synced.
    """

    def __init__(self, folder: Path, files: dict[str, bytes] | None = None) -> None:
        self.folder = str(folder)
        start = {path: File(bytearray(content)) for path, content in (files or {}).items()}
        self._names, self._synced_names = dict(start), dict(start)
        self._name_changes: list[dict[str, File]] = []

    def carry_out(self, operation: Operation) -> None:
        """Apply an operation."""
        match operation.kind:
            case "create":
                if operation.path not in self._names:
                    self._rename({**self._names, operation.path: File()})
            case "write" | "truncate":
                if operation.path in self._names:
                    self._names[operation.path].pending.append(operation)
            case "sync":
                self._sync(operation.path)
            case "unlink":
                self._rename({name: file for name, file in self._names.items() if name != operation.path})
            case "rename":
                names = dict(self._names)
                names[operation.data.decode()] = names.pop(operation.path)
                self._rename(names)

    def _rename(self, names: dict[str, File]) -> None:
        self._names = names
        self._name_changes.append(dict(names))

    def _sync(self, path: str) -> None:
        if path == self.folder:
            self._synced_names, self._name_changes = dict(self._names), []
        elif path in self._names:
            file = self._names[path]
            file.synced, file.pending = bytearray(file.content(file.pending)), []

    def after_kill(self) -> dict[str, bytes]:
        """Return the content after a kill: all writes."""
        return {name: file.content(file.pending) for name, file in self._names.items()}

    def after_power_cut(self, rng: random.Random) -> dict[str, bytes]:
        """Return a random possible content after a power cut."""
        names = rng.choice([self._synced_names, *self._name_changes])
        return {name: file.content(_survivors(file.pending, rng)) for name, file in names.items()}


def _survivors(pending: list[Operation], rng: random.Random) -> list[Operation]:
    """Return the surviving writes: none, all, the first ones, or any; some torn at a sector."""
    way = rng.choice(["none", "all", "first", "any", "torn"])
    if way in ("none", "all"):
        return pending if way == "all" else []
    if way == "first":
        return pending[: rng.randint(0, len(pending))]
    kept = [operation for operation in pending if rng.random() < 0.7]
    return [_torn(operation, rng) for operation in kept] if way == "torn" else kept


def _torn(operation: Operation, rng: random.Random) -> Operation:
    sectors = len(operation.data) // SECTOR
    if operation.kind != "write" or sectors < 2 or rng.random() < 0.5:
        return operation
    kept = rng.randint(1, sectors) * SECTOR
    return Operation("write", operation.path, operation.data[:kept], operation.at)


def lay_out(files: dict[str, bytes], source: Path, folder: Path) -> None:
    """Write the surviving files into another folder."""
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / Path(name).relative_to(source)).write_bytes(content)
