"""Hand-written mutants: plausible careless changes, each with the tests that should notice it.

    .venv/bin/python -m tests.mutation.by_hand [WORD]

Each runs in a forked process (see `run`), and no file on disk is changed. With a word, only changes with it.
"""

import sys
from typing import NamedTuple

from tests.mutation.run import ROOT, preload, run_forked


class Change(NamedTuple):
    """A change of a file."""

    name: str
    path: str
    before: str
    after: str
    tests: str


JOURNAL = "tests/journal/test_journal.py tests/app/night/test_session.py"
TERRITORY = "tests/games/territory tests/games/classic/test_turn.py tests/games/classic/test_rules.py"
NUKED = "tests/games/nuked/test_rules.py tests/games/nuked/test_attack.py tests/games/nuked/test_cards.py"
WATCHER = "tests/vision/tracking/test_tray_watcher.py"

CHANGES = (
    Change(
        "undone positions stay",
        "companion/journal/queries.py",
        "position WHERE game = ? AND entries >= ?",
        "position WHERE game = ? AND entries > ?",
        JOURNAL,
    ),
    Change(
        "undone answers stay",
        "companion/journal/queries.py",
        "AND number >= ? AND NOT",
        "AND number > ? AND NOT",
        JOURNAL,
    ),
    Change(
        "answers replayed in the order written",
        "companion/journal/queries.py",
        "{_STANDING} ORDER BY number",
        "{_STANDING} ORDER BY number DESC",
        JOURNAL,
    ),
    Change(
        "a position after the head is loaded",
        "companion/journal/queries.py",
        "entries <= ? ORDER",
        "entries <= ? + 1 ORDER",
        JOURNAL,
    ),
    Change(
        "the changes of all games are not numbered",
        "companion/journal/queries.py",
        "coalesce(max(changes), 0) + 1",
        "coalesce(max(changes), 0)",
        JOURNAL,
    ),
    Change(
        "a won game stays won after undoing",
        "companion/journal/journal.py",
        'head=entries, winners="[]"',
        "head=entries",
        JOURNAL,
    ),
    Change(
        "an answer may leave a gap",
        "companion/journal/journal.py",
        "0 < number <= standing + 1",
        "0 < number <= standing + 2",
        JOURNAL,
    ),
    Change(
        "redo after a new answer",
        "companion/referee/table.py",
        "        self._undone.clear()\n",
        "",
        "tests/referee/test_table.py tests/app/night/test_session.py",
    ),
    Change(
        "a late answer counts",
        "companion/referee/table.py",
        "if seq is not None and seq != self.seq:",
        "if seq is not None and seq > self.seq:",
        "tests/referee/test_table.py tests/app/night/test_session.py",
    ),
    Change(
        "the disk refuses, and the table keeps the answer",
        "companion/app/night/session.py",
        "            self.table.withdraw(undone)\n            raise",
        "            raise",
        "tests/app/night/test_session.py",
    ),
    Change(
        "the disk refuses, and the undoing stays",
        "companion/app/night/session.py",
        "            back()\n            raise",
        "            raise",
        "tests/app/night/test_session.py",
    ),
    Change(
        "undo takes back one turn more",
        "companion/app/night/session.py",
        "at.entry_count < given]",
        "at.entry_count < given - 1]",
        "tests/app/night/test_session.py",
    ),
    Change(
        "clocks of a resumed game in milliseconds",
        "companion/app/night/session.py",
        "seat: time / MILLISECONDS",
        "seat: time // MILLISECONDS",
        "tests/app/night/test_session.py tests/app/night/test_clocks.py",
    ),
    Change(
        "a paused clock runs",
        "companion/app/night/clocks.py",
        "is not None and not self._paused",
        "is not None",
        "tests/app/night/test_clocks.py tests/app/night/test_session.py",
    ),
    Change(
        "the pause counts as thinking",
        "companion/app/night/clocks.py",
        "        self._since = self._now()\n        self._paused = False",
        "        self._paused = False",
        "tests/app/night/test_clocks.py tests/app/night/test_session.py",
    ),
    Change(
        "the attacker wins ties",
        "companion/referee/dice.py",
        'a > d or (a == d and ties == "attacker")',
        "a >= d",
        "tests/referee/test_dice.py",
    ),
    Change(
        "the bonus on the lowest die",
        "companion/referee/dice.py",
        "(kept[0] + bonus, *kept[1:])",
        "(*kept[:-1], kept[-1] + bonus)",
        "tests/referee/test_dice.py",
    ),
    Change(
        "a face of 0",
        "companion/referee/questions.py",
        "1 <= face <= pool.sides",
        "0 <= face <= pool.sides",
        "tests/referee/test_questions.py",
    ),
    Change(
        "a face too many",
        "companion/referee/questions.py",
        "1 <= face <= pool.sides",
        "1 <= face <= pool.sides + 1",
        "tests/referee/test_questions.py",
    ),
    Change(
        "the attacker leaves nobody behind",
        "companion/games/territory/battle.py",
        "attacking.armies - 1, ATTACK_DICE",
        "attacking.armies, ATTACK_DICE",
        TERRITORY,
    ),
    Change(
        "three dice in defence",
        "companion/games/territory/state.py",
        "        return DEFENCE_DICE",
        "        return DEFENCE_DICE + 1",
        "tests/games/starcraft/test_attack.py tests/games/balance",
    ),
    Change(
        "one fewer than attacked may move in",
        "companion/games/territory/attack.py",
        "least=conquest.least,\n            most",
        "least=conquest.least - 1,\n            most",
        TERRITORY,
    ),
    Change(
        "all may move in",
        "companion/games/territory/attack.py",
        "most=most,",
        "most=most + 1,",
        TERRITORY,
    ),
    Change(
        "those who attacked move twice",
        "companion/games/territory/attack.py",
        "target.armies += moved - conquest.least",
        "target.armies += moved",
        TERRITORY,
    ),
    Change(
        "one army attacks",
        "companion/games/territory/attack.py",
        "if holding.armies < 2:",
        "if holding.armies < 1:",
        TERRITORY,
    ),
    Change(
        "two armies at least",
        "companion/games/territory/reinforcement.py",
        "least: int = 3,",
        "least: int = 2,",
        TERRITORY,
    ),
    Change(
        "a third, rounded up",
        "companion/games/territory/reinforcement.py",
        "(territories + landmarks) // share",
        "-(-(territories + landmarks) // share)",
        TERRITORY,
    ),
    Change(
        "a continent with one territory of it",
        "companion/games/territory/reinforcement.py",
        "held.issuperset(continent.territories)",
        "held.intersection(continent.territories)",
        TERRITORY,
    ),
    Change(
        "the continents of another player",
        "companion/games/territory/reinforcement.py",
        "for one in continents_of(state, owner))",
        "for one in continents_of(state, state.seats[0].id))",
        TERRITORY,
    ),
    Change(
        "the deck is made anew one card early",
        "companion/games/territory/cards.py",
        "if cards.deck == 0 and cards.discards:",
        "if cards.deck <= 1 and cards.discards:",
        TERRITORY,
    ),
    Change(
        "the sixth set",
        "companion/games/classic/rules.py",
        "FIRST_SETS = (4, 6, 8, 10, 12, 15)",
        "FIRST_SETS = (4, 6, 8, 10, 12, 14)",
        TERRITORY,
    ),
    Change(
        "the seventh set",
        "companion/games/classic/rules.py",
        "(traded - len(FIRST_SETS) + 1)",
        "(traded - len(FIRST_SETS))",
        TERRITORY,
    ),
    Change(
        "six cards must be traded from",
        "companion/games/classic/rules.py",
        ">= HAND_THAT_MUST_TRADE",
        "> HAND_THAT_MUST_TRADE",
        "tests/games/classic/test_turn.py tests/games/classic/test_rules.py",
    ),
    Change(
        "a card without a conquest",
        "companion/games/classic/rules.py",
        "(state.facts.conquered and either)",
        "(state.facts.conquered or either)",
        "tests/games/classic/test_turn.py tests/games/classic/test_rules.py",
    ),
    Change(
        "Nuked: an Attack card rounds down",
        "companion/games/nuked/rules.py",
        "-(-wanted // card.by)",
        "wanted // card.by",
        NUKED,
    ),
    Change(
        "Nuked: a Nuke rounds down", "companion/games/nuked/cards.py", "-(-dead // 2)", "dead // 2", NUKED
    ),
    Change(
        "Nuked: early for one round more",
        "companion/games/nuked/rules.py",
        "state.round <= EARLY",
        "state.round <= EARLY + 1",
        NUKED,
    ),
    Change(
        "Nuked: fallout one round more",
        "companion/games/nuked/rules.py",
        "state.round < fallout.until",
        "state.round <= fallout.until",
        NUKED,
    ),
    Change(
        "Nuked: equal armies leave one",
        "companion/games/nuked/rules.py",
        "if attackers > defenders:",
        "if attackers >= defenders:",
        NUKED,
    ),
    Change(
        "a pip that may be a glint",
        "companion/vision/fusion/diagnosis.py",
        "if die.glint or die.leaning",
        "if die.leaning",
        "tests/vision/fusion",
    ),
    Change(
        "a doubtful face is sure",
        "companion/vision/fusion/diagnosis.py",
        "CERTAIN, CERTAIN_FACE = 0.50, 0.70",
        "CERTAIN, CERTAIN_FACE = 0.50, 0.60",
        "tests/vision/fusion",
    ),
    Change(
        "a leaning die is sure",
        "companion/vision/fusion/diagnosis.py",
        "LEANING = (0.04, 0.11)",
        "LEANING = (0.04, 0.13)",
        "tests/vision/fusion",
    ),
    Change(
        "an empty tray counts at once",
        "companion/vision/tracking/tray_watcher.py",
        "EMPTY_FOR = 500.0",
        "EMPTY_FOR = 150.0",
        WATCHER,
    ),
    Change(
        "two readings must agree",
        "companion/vision/tracking/tray_watcher.py",
        "VOTES = 3",
        "VOTES = 2",
        WATCHER,
    ),
    Change(
        "dice count while they roll on",
        "companion/vision/tracking/tray_watcher.py",
        "STILL_FOR = 150.0",
        "STILL_FOR = 50.0",
        WATCHER,
    ),
    Change(
        "a late die is not waited for",
        "companion/vision/tracking/tray_watcher.py",
        "STILL_FOR_MORE = 900.0",
        "STILL_FOR_MORE = 300.0",
        WATCHER,
    ),
    Change(
        "a nudged die counts again",
        "companion/vision/tracking/association.py",
        "MAX_SHIFT = 0.3",
        "MAX_SHIFT = 0.1",
        "tests/vision/tracking/test_association.py tests/vision/tracking/test_tray_watcher.py",
    ),
    Change(
        "tape: the better of two is believed",
        "companion/vision/tape/graduation.py",
        "if others and best.explained < others[0].explained + LEAD:",
        "if others and best.explained < others[0].explained:",
        "tests/vision/tape",
    ),
    Change(
        "a bouncing contact is a press",
        "companion/hardware/debounce.py",
        "BOUNCE_MS = 20",
        "BOUNCE_MS = 2",
        "tests/hardware/test_debounce.py",
    ),
    Change(
        "a bounce of exactly the limit",
        "companion/hardware/debounce.py",
        "now - self._since >= BOUNCE_MS",
        "now - self._since > BOUNCE_MS",
        "tests/hardware/test_debounce.py",
    ),
    Change(
        "a long press takes longer",
        "companion/hardware/debounce.py",
        "LONG_MS = 700",
        "LONG_MS = 900",
        "tests/hardware/test_debounce.py",
    ),
    Change(
        "a long press is a press too",
        "companion/hardware/debounce.py",
        "            self._armed = False\n            return LONG",
        "            return LONG",
        "tests/hardware/test_debounce.py",
    ),
    Change(
        "a line of any length",
        "companion/hardware/wire.py",
        "    if len(line) > MAX_LINE:\n        return None",
        "    if len(line) > LONGEST + 1:\n        return None",
        "tests/hardware/test_wire.py",
    ),
    Change(
        "a line without end is kept",
        "companion/hardware/wire.py",
        "if len(rest) > MAX_LINE + 1:",
        "if len(rest) > LONGEST * 4:",
        "tests/hardware/test_wire.py",
    ),
    Change(
        "an old press counts",
        "companion/hardware/link.py",
        "now - since > STALE_MS",
        "now - since > STALE_MS * 2",
        "tests/hardware/test_link.py tests/hardware/test_hub.py",
    ),
    Change(
        "a double tap answers twice",
        "companion/ui/touch_guard.py",
        "if self.clock() < self._until:",
        "if self.clock() > self._until:",
        "tests/ui/test_touch_guard.py",
    ),
    Change(
        "a double tap a moment later answers twice",
        "companion/ui/touch_guard.py",
        "GUARD_SECONDS = 0.35",
        "GUARD_SECONDS = 0.15",
        "tests/ui/test_touch_guard.py",
    ),
    Change(
        "anybody may take a seat",
        "companion/web/seats.py",
        "if owner and owner != fingerprint(token):",
        "if owner and token and owner != fingerprint(token):",
        "tests/web/test_access.py tests/web/test_private.py tests/web/test_hostile.py",
    ),
    Change(
        "a page from elsewhere may ask",
        "companion/web/security.py",
        "if origin is not None and origin != f",
        "if origin is None and origin != f",
        "tests/web/test_hostile.py",
    ),
    Change(
        "a change without an origin",
        "companion/web/security.py",
        '    if request.method not in ("GET", "HEAD") and origin is None:\n        return False\n',
        "",
        "tests/web/test_hostile.py",
    ),
    Change(
        "any host name",
        "companion/web/security.py",
        'if request.headers.get("Host") not in hosts:',
        'if request.headers.get("Host") is None:',
        "tests/web/test_hostile.py",
    ),
    Change(
        "one phone more",
        "companion/web/access.py",
        "if len(self._guests) < MAX_PHONES:",
        "if len(self._guests) <= MAX_PHONES:",
        "tests/web/test_access.py tests/web/test_hostile.py",
    ),
    Change(
        "a phone answers for another seat",
        "companion/web/gateway.py",
        "    return question.seat in (None, seat) or (isinstance",
        "    return seat is not None or (isinstance",
        "tests/web/test_answers.py",
    ),
    Change(
        "a late phone answers",
        "companion/web/gateway.py",
        "if answer.seq != session.seq:",
        "if answer.seq > session.seq:",
        "tests/web/test_answers.py",
    ),
    Change(
        "a backup brings games back twice",
        "companion/app/machine/backup.py",
        "        if _is_here(journal, archive):",
        "        if False:",
        "tests/app/machine/test_backup.py",
    ),
    Change(
        "half a backup has its name",
        "companion/external_files/files.py",
        "        beside.replace(path)\n    finally:\n        beside.unlink(missing_ok=True)",
        "    finally:\n        beside.replace(path)",
        "tests/app/machine/test_backup.py",
    ),
    Change(
        "an older game counts as the newer one",
        "companion/app/machine/backup.py",
        "answers <= {(kept.number, kept.at)",
        "answers >= {(kept.number, kept.at)",
        "tests/app/machine/test_backup.py",
    ),
    Change(
        "an update that fails its doctor is switched to",
        "companion/app/machine/updates.py",
        "    if broken:\n",
        "    if len(broken) > 1:\n",
        "tests/app/machine/test_updates.py",
    ),
    Change(
        "going back loses the newer release",
        "companion/app/machine/releases.py",
        '        self._set_link("current", previous)\n        self._set_link("previous", old)\n',
        '        self._set_link("current", previous)\n',
        "tests/app/machine/test_updates.py",
    ),
    Change(
        "another release is on trial",
        "companion/app/machine/releases.py",
        'f"{name} {token_hex(4)}',
        'f"none {token_hex(4)}',
        "tests/app/machine/test_updates.py",
    ),
    Change(
        "half a pixel between two sizes of pictures",
        "calibration/camera_shift.py",
        "(seen[number] + 0.5) * factor - 0.5 - pixels",
        "seen[number] * factor - pixels",
        "tests/calibration/test_profile.py",
    ),
    Change(
        "half a pixel in a profile of another size",
        "calibration/profile.py",
        "grown = (pixels + 0.5) * factor - 0.5",
        "grown = pixels * factor",
        "tests/calibration/test_profile.py",
    ),
    Change(
        "the mean of pictures in which a marker jumps once",
        "calibration/table_calibration.py",
        "seen[number] = np.asarray(np.median(corners, axis=0), np.float64)",
        "seen[number] = np.asarray(np.mean(corners, axis=0), np.float64)",
        "tests/calibration/test_steps.py",
    ),
    Change(
        "the mean of refined pictures in which a marker jumps once",
        "calibration/table_calibration.py",
        "median = np.asarray(np.median(refined, axis=0), np.float64)",
        "median = np.asarray(np.mean(refined, axis=0), np.float64)",
        "tests/calibration/test_steps.py",
    ),
    Change(
        "the mean of shifts, one of a marker moved by hand",
        "calibration/camera_shift.py",
        "median = float(np.median(shifts))",
        "median = float(np.mean(shifts))",
        "tests/calibration/test_profile.py",
    ),
    Change(
        "a tray mostly outside the picture",
        "calibration/tray_calibration.py",
        "< 0.5 * np.prod(np.ptp",
        "< 0.05 * np.prod(np.ptp",
        "tests/calibration/test_steps.py",
    ),
    Change(
        "a marker that lies there twice",
        "calibration/board_detection.py",
        "if number not in found and numbers.count(number) == 1:",
        "if number not in found:",
        "tests/calibration/test_board_detection.py tests/calibration/test_plane.py",
    ),
    Change(
        "no die or fewer are claimed by phone",
        "companion/web/gateway.py",
        "if not least <= count <= most:",
        "if count > most:",
        "tests/web/test_answers.py tests/web/test_hostile.py",
    ),
    Change(
        "a phone with a seat makes room for another",
        "companion/web/access.py",
        "return guest.seat is None and (silent or more > 1)",
        "return silent or more > 1",
        "tests/web/test_access.py tests/web/test_hostile.py",
    ),
    Change(
        "the owner of the first seat is anybody's",
        "companion/web/seats.py",
        "for seat in player_seats(snapshot):\n            if self._pages.owner(",
        "for seat in player_seats(snapshot)[1:]:\n            if self._pages.owner(",
        "tests/web/test_access.py tests/web/test_private.py",
    ),
    Change(
        "the picture of a roll that was undone",
        "companion/journal/queries.py",
        'f"SELECT id {_STANDING} AND number = ?"',
        '"SELECT id FROM entry WHERE game = ? AND number = ?"',
        JOURNAL,
    ),
    Change(
        "the defender thinks on the attacker's clock",
        "companion/app/night/session.py",
        "else timeline.wanted or timeline.active)",
        "else timeline.active)",
        "tests/app/night/test_session.py",
    ),
    Change(
        "a corrected step keeps the count of maneuvers",
        "companion/games/classic/correct.py",
        "    facts.maneuvers = 0\n",
        "",
        "tests/games/classic/test_corrections.py",
    ),
    Change(
        "StarCraft: a corrected step keeps the count of maneuvers",
        "companion/games/starcraft/correct.py",
        "            facts.maneuvers = 0\n",
        "            pass\n",
        "tests/games/starcraft/test_corrections.py",
    ),
    Change(
        'StarCraft: a card that is named "back"',
        "companion/games/starcraft/abilities.py",
        'name = f"{name} card" if name in (NEW, BACK) else name',
        "pass",
        "tests/games/starcraft/test_attack.py",
    ),
    Change(
        "everybody without a territory is out before the set-up",
        "companion/games/classic/game_view.py",
        "out = state.turn > 0 and not state.holds_land(seat)",
        "out = not state.holds_land(seat)",
        "tests/games/test_every_game.py::test_nobody_is_out_before_the_game_has_begun",
    ),
)


def main() -> int:
    """Try every change, and print those that no test notices."""
    preload()
    word = " ".join(sys.argv[1:])
    chosen = [change for change in CHANGES if word in f"{change.name} {change.path}"]
    left = 0
    for change in chosen:
        source = (ROOT / change.path).read_text(encoding="utf-8")
        if source.count(change.before) != 1:
            print(f"is not there, or not once: {change.name}")
            left += 1
            continue
        outcome = run_forked(change.path, source.replace(change.before, change.after), change.tests.split())
        print(f"{outcome}: {change.name}", flush=True)
        left += outcome == "survived"
    print(f"{len(chosen) - left} of {len(chosen)} noticed")
    return left


if __name__ == "__main__":
    sys.exit(main())
