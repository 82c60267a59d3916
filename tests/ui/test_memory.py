"""Freed memory goes back to the system."""

import subprocess
import sys

SCRIPT = """
import ctypes, resource
from pathlib import Path
from companion.ui.memory import return_free_memory
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
# Small blocks, with one kept at the end: the heap cannot shrink from there.
blocks = [library.malloc(60_000) for _ in range(1000)]
for block in blocks:
    ctypes.memset(block, 1, 60_000)
last = library.malloc(60_000)
for block in blocks:
    library.free(ctypes.c_void_p(block))
before = resident()
return_free_memory()
print(before - resident())
"""


def test_free_pages_go_back() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 50_000_000
