"""The owner's PIN: kept as a hash, asked for again after a while, slow for who guesses."""

from pathlib import Path

import pytest

from companion.app.machine.owner_pin import FILE, OwnerPin
from companion.app.machine.table_files import is_kept
from companion.errors import PinRefused
from tests.conftest import Clock


@pytest.fixture
def pin(tmp_path: Path, clock: Clock) -> OwnerPin:
    """A PIN that is set, some time ago."""
    made = OwnerPin(tmp_path, clock)
    made.choose("2468")
    clock.now += 120
    return made


def test_without_one_nobody_is_asked(tmp_path: Path) -> None:
    pin = OwnerPin(tmp_path)
    assert not pin.is_set and not pin.is_needed
    pin.unlock("anything")


def test_it_is_asked_for_again_after_a_while(pin: OwnerPin, clock: Clock) -> None:
    assert pin.is_needed
    pin.unlock("2468")
    assert not pin.is_needed
    clock.now += 119
    assert not pin.is_needed
    clock.now += 1
    assert pin.is_needed


@pytest.mark.every(5)
@pytest.mark.parametrize("typed", ["", "2469", "02468", "２４６８", "246\ud800"])
def test_a_wrong_one_is_refused(pin: OwnerPin, typed: str) -> None:
    with pytest.raises(PinRefused, match="not the PIN"):
        pin.unlock(typed)
    assert pin.is_needed


def test_guessing_takes_longer_and_longer_also_over_a_restart(
    pin: OwnerPin, tmp_path: Path, clock: Clock
) -> None:
    for _ in range(5):
        assert pin.wait_s == 0
        with pytest.raises(PinRefused, match="not the PIN"):
            pin.unlock("0000")
    with pytest.raises(PinRefused, match="Wait 11 seconds"):
        pin.unlock("2468")  # even the right one
    waits = []
    for _ in range(12):
        pin = OwnerPin(tmp_path, clock)  # started again: the whole wait
        waits.append(pin.wait_s)
        clock.now += pin.wait_s
        with pytest.raises(PinRefused, match="not the PIN"):
            pin.unlock("0000")
    assert waits == sorted(waits) and waits[0] == 10 and waits[-1] == 3600
    clock.now += pin.wait_s
    pin.unlock("2468")
    assert pin.wait_s == 0


@pytest.mark.every(6)
@pytest.mark.parametrize("chosen", ["1", "123", "123456789", "12a4", "１２３４", "12 4"])
def test_a_pin_has_four_to_eight_digits(pin: OwnerPin, chosen: str) -> None:
    with pytest.raises(PinRefused, match="4 to 8 digits"):
        pin.choose(chosen)
    pin.unlock("2468")


def test_it_is_changed_removed_and_not_readable(pin: OwnerPin, tmp_path: Path) -> None:
    assert b"2468" not in (tmp_path / FILE).read_bytes()
    pin.choose("13579")
    written = (tmp_path / FILE).read_bytes()
    pin.choose("13579")
    assert (tmp_path / FILE).read_bytes() != written, "nobody can tell that it is the same again"
    OwnerPin(tmp_path).unlock("13579")
    pin.choose("")
    assert not OwnerPin(tmp_path).is_set
    assert not is_kept(FILE)  # a backup brings none back


def test_a_damaged_file_is_no_pin(pin: OwnerPin, tmp_path: Path) -> None:
    assert pin.is_set
    (tmp_path / FILE).write_bytes(b"\xff")
    assert not OwnerPin(tmp_path).is_set
