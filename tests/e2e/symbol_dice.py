"""Teaches dice by touches in the real window, and reads them in a game at once.

``python -m tests.e2e.symbol_dice DATA`` prints a line of JSON for each part: the lesson, a fight of symbol
dice, one with an unreadable die, and a battle with dice whose six is a logo.
"""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
LAST = "upgraded defence"
"""The kind of dice to teach by touches, after the three others."""


def print_state(**params: Any) -> None:
    print(json.dumps(params), flush=True)


def by_touches(table: Any) -> None:
    """Teach all faces of the last kind in the wizard."""
    from companion.games.rogue.symbol_dice import dice_path, read_dice
    from companion.vision.faces.teaching import example_count, examples_needed, taught_faces

    table.shell.open_overlay("faces")
    table.screen.wait(0.3)
    table.pointer.tap(LAST.capitalize())
    lesson, sentences = table.overlay.lesson, []
    for face in range(1, 7):
        showing = 0
        while example_count(lesson.profile, face) < examples_needed(lesson.profile, face):
            table.show(LAST, face, (18.0 * showing - 9.0, 4.0 * face - 12.0), 12.0 * face + 31.0 * showing)
            sentences.append(table.overlay.result.sentence)
            assert table.overlay.result.good, sentences[-1]
            showing += 1
    table.pointer.tap("Done")
    print_state(
        part="lesson",
        sentences=sentences,
        known=taught_faces(lesson.profile),
        faces={kind: len(faces) for kind, faces in read_dice(dice_path()).items()},
    )
    table.shell.show_home()


def to_the_dice(table: Any) -> Any:
    """Play a game of Rogue to a roll of symbol dice; return the question."""
    from companion.tools.demonstrations.moments import MOMENTS, session_at

    table.table.lay([])
    table.shell.show_session(session_at(table.shell.context.journal, MOMENTS["rogue-combat"]))
    table.wait_for(lambda: table.state == "empty")
    return table.shell.playing.question


def fight(table: Any, *, strange: bool) -> None:
    """Roll for the open question and confirm; enter a strange die by a tap."""
    from companion.tools.demonstrations.simulated_tray import scattered
    from companion.ui.widgets.dice.detected_dice import DetectedDieKey

    question = to_the_dice(table)
    rolled: dict[str, Sequence[int]] = {pool.name: list(range(7 - pool.most, 7)) for pool in question.pools}
    dice = scattered(rolled)
    home, session = table.shell.home, table.shell.playing
    table.table.lay([*dice[:-1], replace(dice[-1], signs=("3 hits",) * 6)] if strange else dice)
    table.wait_for(lambda: home.pad.doubtful == 1 if strange else not home._done.denied)
    if strange:
        (die,) = (one for one in home.pad.walk() if isinstance(one, DetectedDieKey) and one.label == "?")
        row = die.parent
        table.pointer.touch(die)
        table.pointer.touch(row.keys[row.sides[5]])
    table.pointer.tap("Confirm")
    entry = session.table.entries[-1]
    evidence = session.journal.load(session.number)
    print_state(
        part="strange" if strange else "fight",
        rolled={name: sorted(_shown(question, name, faces)) for name, faces in rolled.items()},
        entered={name: sorted(_shown(question, name, faces)) for name, faces in entry.value.items()},
        by=entry.by,
        saved=len(evidence.entries) > 0,
    )


def _shown(question: Any, pool: str, numbers: Any) -> list[str]:
    from companion.app.camera.symbol_dice import face_label, pool_faces

    return [face_label(pool_faces(question)[pool][number - 1]) for number in numbers]


def with_a_logo(table: Any) -> None:
    """Play a battle of classic Risk with white dice that have a logo for the six."""
    from companion.app.camera.face_lessons import LOGO
    from companion.app.night.session import Session
    from companion.games import find_game
    from companion.referee.questions import Roll
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from companion.rendering import Die
    from companion.tools.demonstrations.simulated_tray import SimulatedTrayCamera
    from companion.vision.detection.network import DiceNetwork
    from companion.vision.faces.files import profile_file, read_face_profiles
    from companion.vision.faces.profile import FaceProfile
    from companion.vision.faces.teaching import FaceTeacher
    from companion.vision.reader import DiceReader

    def white(face: int, x: float, angle: float) -> Die:
        emblems = frozenset({6})
        return Die(face, "white", "black", position=(x, 20.0), angle=angle, emblems=emblems, seed=41)

    shown, teacher = SimulatedTrayCamera(), FaceTeacher(DiceReader(DiceNetwork()), FaceProfile(LOGO))
    for angle in (20.0, 65.0):
        shown.lay([white(6, angle - 40.0, angle)])
        assert teacher.show(shown.still, 6).good
    teacher.profile.save(profile_file(LOGO, table.folder_of_faces))
    table.tray.set_face_profiles(read_face_profiles(table.folder_of_faces).profiles)
    session = Session.begin(table.screen.context.journal, find_game("classic"), seats_of(3))
    player = RandomBot(1)
    while not (isinstance(session.question, Roll) and session.question.contest is not None):
        assert session.question is not None
        session.answer(player.answer(session.question))
    table.table.lay([])
    table.shell.show_session(session)
    attack, defence = session.question.pools
    table.wait_for(lambda: table.state == "empty")
    reds = [
        Die(2 + n, "red", "white", position=(-40.0 + 40 * n, -25.0), angle=17.0 * n)
        for n in range(attack.least)
    ]
    table.table.lay([*reds, *(white(6, 40.0 * n - 20, 33.0 + n) for n in range(defence.least))])
    table.wait_for(lambda: table.shell.home._dice is not None)
    table.pointer.tap("Confirm")
    entry = session.table.entries[-1]
    print_state(part="logo", entered=dict(entry.value), by=entry.by, least=[attack.least, defence.least])


def main() -> None:
    data = Path(sys.argv[1])
    os.environ["COMPANION_DATA"] = str(data)
    prepare_offscreen(SIZE, data)
    from companion.games.rogue.symbol_dice import DICE
    from companion.tools.demonstrations.simulated_tray import TRAY, teach
    from companion.tools.demonstrations.stages import SymbolDiceStage
    from companion.vision.detection.network import DiceNetwork
    from companion.vision.reader import DiceReader

    table = SymbolDiceStage(data)
    try:
        reader = DiceReader(DiceNetwork(), TRAY)
        for kind in DICE:
            if kind != LAST:
                teach(kind, reader, table.folder_of_faces)
        by_touches(table)
        fight(table, strange=False)
        fight(table, strange=True)
        with_a_logo(table)
    finally:
        table.close()


if __name__ == "__main__":
    main()
