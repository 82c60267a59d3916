"""The firmware's logic under the real MicroPython interpreter.

The interpreter is an npm package; without it these tests skip. To have it: `npm install` in tests/firmware.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.hardware import flashing
from companion.hardware.wire import MAX_LINE, decode, encode

HERE = Path(__file__).parent
PACKAGE = HERE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"


@pytest.fixture(scope="module")
def micropython(staged: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Run a script under MicroPython; returns what it printed, one JSON value a line."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node.js to run MicroPython")
    if not PACKAGE.is_dir():
        pytest.skip(f"needs MicroPython: npm install --prefix {HERE}")
    folder = tmp_path_factory.mktemp("micropython")
    shutil.copytree(staged, folder, dirs_exist_ok=True)
    shutil.copy(HERE / "bench_board.py", folder)
    (folder / "types.py").write_text(NAMESPACE)
    (folder / "typing.py").write_text("Any = object\n")

    def run(script: Any) -> Any:
        file = folder / "script"
        file.write_text(script)
        command = [node, str(HERE / "under_micropython.mjs"), str(PACKAGE), str(folder), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr + done.stdout
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


NAMESPACE = """
class SimpleNamespace:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)
"""

START = """
import json
def tell(value):
    print(json.dumps(value))
"""

BENCH = (
    START
    + """
import bench_board
bench_board.settings = lambda **changes: __import__("settings")
from bench_board import BenchBoard
from hub import Hub
from wire import LineReader, encode
board = BenchBoard()
hub = Hub(board, "471a8b6c")
def run(milliseconds):
    for _ in range(0, milliseconds, 5):
        board.clock += 5
        hub.turn()
"""
)


def test_it_is_micropython(micropython: Any) -> None:
    assert micropython(START + "import sys\ntell(sys.implementation[0])") == ["micropython"]


MESSAGES = [
    ["light", 3, "ff8800"],
    ["state", 65535, 0, 12, [[255, 0, 1]], [[0, 0, 0]] * 6],
    ["lights", 1, [["ffffff", "9"]] * 8, [["0030ff", "0909000000000000"]] * 6, ["000000", "0"]],
    ["hello", 1, "e661", '"quoted" \\ and spaced', 8, 6, []],
    ["numbers", -1, 0, 2147483647, True, None],
]


def test_both_ends_write_the_same_line(micropython: Any) -> None:
    script = START + f"from wire import encode\nfor m in {MESSAGES!r}: tell(encode(m).decode())"
    assert [line.encode() for line in micropython(script)] == [encode(message) for message in MESSAGES]


def test_both_ends_read_the_same_message(micropython: Any) -> None:
    lines = [encode(message)[:-1] for message in MESSAGES]
    assert (
        micropython(START + f"from wire import decode\nfor line in {lines!r}: tell(decode(line))") == MESSAGES
    )


def test_damage_is_dropped_there_too(micropython: Any) -> None:
    line = encode(["light", 3, "ff8800"])[:-1]
    damaged = [line[:n] + bytes([line[n] ^ 1]) + line[n + 1 :] for n in range(len(line))]
    assert all(decode(bad) is None for bad in damaged)
    bad = [*damaged, b"", b" ", b"[[[[", b"\xff\xfe 00000000", line[:-1]]
    script = START + f"from wire import decode\ntell([decode(line) for line in {bad!r}])"
    assert micropython(script) == [[None] * len(bad)]


def test_what_is_not_printable_is_not_sent(micropython: Any) -> None:
    """MicroPython's json does not escape what is beyond ASCII; the line must stay plain all the same."""
    script = (
        START
        + """
from wire import encode
for word in ("caf\\u00e9", "\\x7f"):
    try:
        tell(encode([word]).decode())
    except ValueError as error:
        tell(str(error))
"""
    )
    assert micropython(script) == ["a line may carry printable ASCII only"] * 2


def test_contacts_rhythms_and_melodies_agree(micropython: Any) -> None:
    from companion.hardware.blink_pattern import level, shade
    from companion.hardware.buzzer import Buzzer
    from companion.hardware.debounce import Debouncer

    script = (
        START
        + """
from debounce import Debouncer
from blink_pattern import level, shade
from buzzer import Buzzer
debouncer, buzzer = Debouncer(), Buzzer()
buzzer.play([[880, 100], [0, 50], [440, 100]], 0)
levels = "." * 10 + "#" * 9 + "." * 9 + "#" * 200 + "." * 9 + "#.#.#" + "." * 9
tell([debouncer.sample(n * 5, c == "#") for n, c in enumerate(levels)])
tell([level("12345", now) for now in range(0, 2000, 50)])
tell([shade("ff8040", bright) for bright in range(10)])
tell([buzzer.hertz(now) for now in range(0, 300, 10)])
"""
    )
    debouncer, buzzer = Debouncer(), Buzzer()
    buzzer.play([[880, 100], [0, 50], [440, 100]], 0)
    levels = "." * 10 + "#" * 9 + "." * 9 + "#" * 200 + "." * 9 + "#.#.#" + "." * 9
    assert micropython(script) == [
        [debouncer.sample(n * 5, c == "#") for n, c in enumerate(levels)],
        [level("12345", now) for now in range(0, 2000, 50)],
        [list(shade("ff8040", bright)) for bright in range(10)],
        [buzzer.hertz(now) for now in range(0, 300, 10)],
    ]


def test_the_version_is_the_same_seen_from_both_ends(micropython: Any) -> None:
    assert micropython(START + "from identity import fingerprint\ntell(fingerprint())") == [
        flashing.firmware_version()
    ]


def test_a_hub_lives_through_a_game(micropython: Any) -> None:
    """It says hello, shows a picture, tells a press, plays a chime, and breathes once the host is gone."""
    script = (
        BENCH
        + """
run(100)
board.inbox += encode(["lights", 7, [["400000", "9"]], [["400000", "9"]], ["000000", "0"]])
run(200)
tell([board.strip[0][0] > 0, board.rings[0][0] > 0, board.rings[1][0]])
board.pressed = {6}
run(60)
board.pressed = set()
run(60)
board.inbox += encode(["chime", 8, [[880, 100]]])
run(20)
tell(board.hertz)
run(2500)
tell([hub.host, len(set(board.rings)), board.strip[0][0]])
reader = LineReader()
messages = reader.feed(board.outbox)
tell([messages[1][0], messages[-1][5][1], reader.damaged])
"""
    )
    assert micropython(script) == [[True, True, 0], 880, [False, 1, 0], ["hello", [1, 0, 0], 0]]


def test_ten_thousand_broken_and_hostile_lines_leave_its_memory_as_it_was(micropython: Any) -> None:
    script = (
        BENCH
        + """
import gc, random
random.seed(8)
good = encode(["lights", 7, [["400000", "9"]] * 8, [["400000", "9"]] * 6, ["000000", "0"]])
nonsense = (["lights", 1, 2, 3, 4], ["chime", 1, [[1, 1]]], ["state"], ["a", [[[[[[]]]]]]])
hostile = [encode(message) for message in nonsense]
def spoil(line):
    place = random.randrange(len(line) - 1)
    kind = random.randrange(4)
    if kind == 0:
        return line[:place] + bytes([random.randrange(256)]) + line[place + 1:]
    if kind == 1:
        return line[:place] + line[place + 9:]
    if kind == 2:
        return random.choice(hostile)
    return bytes(random.randrange(256) for _ in range(60)) + line
def feed(lines):
    for _ in range(lines):
        board.inbox = spoil(good)
        while board.inbox:
            run(5)
        board.outbox = b""
"""
        + 20
        * """
# collect
feed(500)
# collect
tell(gc.mem_alloc())
"""
        + """
board.inbox = b"\\n" + good
run(10)
tell([hub.host, max(board.rings[0]) > 0, hub._reader.damaged + hub._nonsense > 5000])
"""
    )
    *memory, alive = micropython(script)
    assert alive == [True, True, True]
    assert max(memory[10:]) <= max(memory[:10]) + 2 * MAX_LINE, memory
