"""What a file keeps of a message is read again in any language."""

import json
from typing import Any

import pytest

from companion.errors import UnknownName
from companion.locale.kept_messages import keep, read
from companion.locale.messages import (
    capitalised,
    dated,
    gettext,
    joined,
    listed,
    ngettext,
    pgettext,
    translated,
)
from tests.locale.pseudo import PSEUDO


@pytest.mark.parametrize(
    "text",
    [
        "Friday night",
        gettext("Roll"),
        pgettext("button", "Roll"),
        gettext("{player} waits {far:.1f} in", player="Ωα", far=2.25),
        gettext("{a} and {b}", a=gettext("Red"), b=UnknownName(gettext("Peru"))),
        ngettext("{count} army of {a}", "{count} armies of {a}", 3, a="Ωα"),
        joined([gettext("Roll"), ngettext("{count} army", "{count} armies", 1)], "; "),
        listed(["Ωα", gettext("Red")], alternatives=True),
        dated("2026-11-22"),
    ],
)
def test_a_kept_message_is_read_in_each_language(text: str) -> None:
    again = read(json.loads(json.dumps(keep(text))))
    assert again == text
    assert translated(again, PSEUDO) == translated(text, PSEUDO)


def test_what_a_function_has_changed_stays_english() -> None:
    assert keep(capitalised(gettext("peru"))) == "Peru"


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"gone": []},
        {"template": []},
        {"template": 1},
        {"values": 1},
        {"day": ["never"]},
        {"a": 1, "b": 2},
    ],
)
def test_what_is_no_message_is_refused(kept: Any) -> None:
    with pytest.raises(ValueError, match="no message"):
        read(kept)
