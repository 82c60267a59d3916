"""An emulated machine without acceleration: QEMU, driven over QMP (the QEMU Machine Protocol).

https://www.qemu.org/docs/master/interop/qmp-spec.html
"""

import json
import os
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
WIDTH, HEIGHT = 800, 480
AXIS = 0x7FFF
"""Maximum of an absolute position in QEMU's input events; the minimum is 0."""
QEMU = {"x86_64": ("-M", "q35"), "aarch64": ("-M", "virt")}
CPU = {"x86_64": "Nehalem", "aarch64": "cortex-a72"}
KERNEL = (
    "root=/dev/vda rw loglevel=5 systemd.debug_shell=ttyS1 no_timer_check mitigations=off"
    " systemd.journald.forward_to_console=1"
    " systemd.default_timeout_start_sec=900s systemd.default_device_timeout_sec=900"
)
"""An emulated boot takes minutes, so its timeouts are extended."""
SERIAL = {"x86_64": "ttyS0", "aarch64": "ttyAMA0"}


SCREEN = (
    *("-vga", "none", "-nic", "none"),
    *("-device", f"virtio-gpu-pci,xres={WIDTH},yres={HEIGHT}", "-device", "virtio-tablet-pci"),
)
"""Devices for the companion: a display and a touchscreen."""


class Machine:
    """An emulated machine with a disk, a display and a touchscreen.

    Args:
        folder: contains disk.raw, vmlinuz and initrd.img; this machine's own disk is NAME.qcow2.
        arch: of its processor.
        name: of its files, so that several machines can share a folder.
        devices: QEMU arguments for devices other than disk and serial lines.
        memory: in megabytes.
        processors: number of processors.
        shell_on_console: run a shell as the first process, on the first serial line.
    """

    def __init__(
        self,
        folder: Path,
        arch: str = "x86_64",
        *,
        name: str = "run",
        devices: tuple[str, ...] = SCREEN,
        memory: int = 2048,
        processors: int = 2,
        shell_on_console: bool = False,
    ) -> None:
        self.folder = folder
        self.arch = arch
        self.devices = devices
        self.append = "init=/bin/bash" if shell_on_console else "console=tty1"
        self.shell_on_console = shell_on_console
        self.size = (memory, processors)
        self.serial = folder / f"{name}-serial.log"
        self.disk = folder / f"{name}.qcow2"
        self.frozen = folder / f"{name}-frozen.qcow2"
        self.writes = folder / f"{name}-writes.log"
        self._state = folder / f"{name}.state"
        self._socket = folder / f"{name}-qmp.sock"
        self.shell = folder / f"{name}-shell.sock"
        self._process: subprocess.Popen[bytes] | None = None
        self._stream: Any = None

    def new_disk(self, base: str = "disk.raw") -> None:
        """Create a new disk from the installed one, or from another, which stays unchanged."""
        self.disk.unlink(missing_ok=True)
        kind = base.rpartition(".")[2]
        create = ("qemu-img", "create", "-q", "-f", "qcow2", "-b", base, "-F", kind, self.disk.name)
        subprocess.run(create, cwd=self.folder, check=True)

    def start(self, *, resume: bool = False) -> None:
        """Start the machine; with `resume` from the frozen state, with a log of its writes."""
        self._socket.unlink(missing_ok=True)
        memory, processors = self.size
        kernel = f"{KERNEL} console={SERIAL[self.arch]} {self.append}"
        disk = f"if=virtio,driver=qcow2,file.driver=file,file.filename={self.disk.name}"
        if resume:
            self.writes.write_bytes(b"")
            disk = (
                f"if=virtio,driver=blklogwrites,log.driver=file,log.filename={self.writes.name}"
                f",file.driver=qcow2,file.file.driver=file,file.file.filename={self.disk.name}"
            )
        command = (
            f"qemu-system-{self.arch}",
            *QEMU[self.arch],
            *("-accel", "tcg,thread=multi,tb-size=512", "-cpu", CPU[self.arch]),
            *("-smp", str(processors), "-m", str(memory), "-display", "none", *self.devices),
            *("-drive", disk, "-kernel", "vmlinuz", "-initrd", "initrd.img", "-append", kernel),
            *(part for line in self._serial_lines() for part in ("-serial", line)),
            *("-qmp", f"unix:{self._socket.name},server=on,wait=off"),
            *(("-incoming", f"exec:cat {self._state.name}") if resume else ()),
        )
        self._process = subprocess.Popen(command, cwd=self.folder)
        self._stream = self._connection().makefile("rw", encoding="utf-8")
        self._stream.readline()
        self.ask("qmp_capabilities")
        if resume:
            while self.ask("query-status")["status"] == "inmigrate":
                sleep(0.2)
            self.ask("cont")

    def _serial_lines(self) -> tuple[str, ...]:
        """Return the backends of both serial lines: the console to a log file, or to the shell."""
        shell = f"unix:{self.shell.name},server=on,wait=off"
        return (shell, "null") if self.shell_on_console else (f"file:{self.serial}", shell)

    def _connection(self) -> socket.socket:
        """Connect to QEMU once it listens."""
        end = monotonic() + 60
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(str(self._socket))
            except OSError:
                connection.close()
                assert monotonic() < end, "QEMU does not start"
                sleep(0.1)
            else:
                return connection

    def freeze(self) -> None:
        """Stop the machine and save its state: the memory in a file, the disk as it is."""
        self.ask("stop")
        self.ask("migrate", uri=f"exec:cat > {self._state.name}")
        while (now := self.ask("query-migrate"))["status"] != "completed":
            assert now["status"] != "failed", now
            sleep(0.5)
        self.pull_the_plug()
        self.disk.replace(self.frozen)

    def ask(self, command: str, **arguments: Any) -> Any:
        """Run a QMP command and return its result.

        Raises:
            RuntimeError: QEMU reports an error.
        """
        self._stream.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._stream.flush()
        while True:
            reply = json.loads(self._stream.readline())
            if "error" in reply:
                raise RuntimeError(reply["error"]["desc"])
            if "return" in reply:
                return reply["return"]

    def wait_for(self, seen: Callable[[Picture], bool], seconds: float, what: str) -> Picture:
        """Wait until its screen meets a condition, and return the picture.

        Raises:
            AssertionError: the time is over; the message contains the end of the serial log.
        """
        end = monotonic() + seconds
        while not seen(picture := self.screen()):
            assert self.is_on(), f"switched off before {what}"
            assert monotonic() < end, f"no {what} after {seconds:.0f} s:\n{self.log()[-2000:]}"
            sleep(1)
        return picture

    def screen(self) -> Picture:
        """Return a picture of its screen, BGR."""
        path = self.disk.with_suffix(".png")
        self.ask("screendump", filename=str(path), format="png")
        picture = cv2.imread(str(path))
        assert picture is not None
        return np.asarray(picture, np.uint8)

    def touch(self, x: float, y: float, hold: float = 0.15) -> None:
        """Touch a point of the screen, in pixels."""
        self._point(x, y)
        self._button(down=True)
        sleep(hold)
        self._button(down=False)

    def _point(self, x: float, y: float) -> None:
        at = {"x": x / WIDTH, "y": y / HEIGHT}
        events = [{"type": "abs", "data": {"axis": a, "value": round(v * AXIS)}} for a, v in at.items()]
        self.ask("input-send-event", events=events)

    def _button(self, *, down: bool) -> None:
        self.ask("input-send-event", events=[{"type": "btn", "data": {"down": down, "button": "left"}}])

    def run(self, command: str, seconds: float = 600) -> str:
        """Run a command as root in the shell on the second serial line, and return its output."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(seconds)
            line.connect(str(self.shell))
            line.sendall(f"stty -echo; echo; echo BEGIN; {command}; echo END\n".encode())
            heard = ""
            while "\nEND" not in heard.replace("\r", "").rpartition("\nBEGIN")[2]:
                heard += line.recv(4096).decode(errors="replace")
        said = heard.replace("\r", "").rpartition("\nBEGIN\n")[2]
        return said.partition("\nEND")[0]

    def is_on(self) -> bool:
        """Return whether it is still running."""
        return self._process is not None and self._process.poll() is None

    def pull_the_plug(self) -> None:
        """Kill QEMU at once, as if the power was cut."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def log(self) -> str:
        """Return the log of the serial line."""
        return self.serial.read_text(encoding="utf-8", errors="replace")
