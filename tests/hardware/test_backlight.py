"""The backlight as the kernel shows it: a folder of small files."""

from pathlib import Path

import pytest

from companion.hardware.backlight import Backlight


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    device = tmp_path / "11-0045"
    device.mkdir()
    for name, value in (("brightness", "31"), ("max_brightness", "62"), ("bl_power", "0")):
        (device / name).write_text(f"{value}\n")
    return tmp_path


def read(folder: Path, name: str) -> str:
    return (folder / "11-0045" / name).read_text().strip()


@pytest.mark.parametrize(("percent", "written"), [(100, "62"), (50, "31"), (0, "3"), (5, "3")])
def test_it_is_dimmed_but_never_dark(folder: Path, percent: int, written: str) -> None:
    assert Backlight(folder).dim(percent)
    assert read(folder, "brightness") == written


def test_it_is_switched_off_and_on(folder: Path) -> None:
    light = Backlight(folder)
    assert light.switch(on=False) and read(folder, "bl_power") == "4"
    assert light.switch(on=True) and read(folder, "bl_power") == "0"
    assert (light.percent, light.health().state) == (50, "ok")


def test_a_screen_without_one_is_no_trouble(tmp_path: Path) -> None:
    light = Backlight(tmp_path)
    assert not light.present and light.percent is None
    assert not light.dim(50) and not light.switch(on=False)
    assert light.health().state == "missing"


def test_one_that_may_not_be_changed_says_what_to_do(folder: Path) -> None:
    (folder / "11-0045" / "brightness").unlink()
    (folder / "11-0045" / "brightness").mkdir()
    check = Backlight(folder).health()
    assert check.state == "failed" and "deploy/install" in check.fix
