"""No widget of ours has the name of a Kivy widget: Kivy's style rules go by the name alone."""

import ast
import re
from pathlib import Path

import kivy

ROOT = Path(__file__).parents[2] / "companion" / "ui"


def test_no_widget_has_a_name_that_kivy_styles() -> None:
    style = (Path(kivy.__file__).parent / "data" / "style.kv").read_text(encoding="utf-8")
    rules = re.findall(r"^<([^>]+)>", style, re.MULTILINE)
    styled = {name.lstrip("-").partition("@")[0] for rule in rules for name in rule.split(",")}
    assert "ProgressBar" in styled
    ours = {
        node.name: path.name
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    assert {name: file for name, file in ours.items() if name in styled} == {}
