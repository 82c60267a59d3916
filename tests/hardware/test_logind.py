"""What logind is asked, and what players read when it refuses."""

import subprocess
from collections.abc import Callable

import pytest

from companion.errors import PowerRefused
from companion.hardware.logind import restart, switch_off


@pytest.mark.parametrize(("ask", "method"), [(switch_off, "PowerOff"), (restart, "Reboot")])
def test_logind_is_asked(ask: Callable[..., None], method: str) -> None:
    asked: list[list[str]] = []

    def run(command: list[str]) -> "subprocess.CompletedProcess[str]":
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    ask(run)
    assert asked[0][:2] == ["busctl", "call"] and asked[0][-3:] == [method, "b", "false"]


def refuses(command: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.CompletedProcess(command, 1, "", "Call failed: Interactive authentication required.\n")


def is_not_there(command: list[str]) -> "subprocess.CompletedProcess[str]":
    raise FileNotFoundError(2, "No such file or directory", command[0])


@pytest.mark.parametrize(
    ("run", "words"), [(refuses, "Interactive authentication required"), (is_not_there, "busctl")]
)
def test_a_refusal_is_one_sentence(
    run: Callable[[list[str]], "subprocess.CompletedProcess[str]"], words: str
) -> None:
    with pytest.raises(PowerRefused, match=f"cannot be switched off from here.*{words}"):
        switch_off(run)
