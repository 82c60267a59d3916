"""`companion odds`: print the odds of a battle, for people or as JSON."""

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from typing import Any

from companion.commands.arguments import whole_number
from companion.commands.output import aligned, say
from companion.errors import ImpossibleOdds
from companion.locale.catalogue import shown
from companion.locale.messages import Message, gettext, joined
from companion.odds.battle import CLASSIC, TO_THE_END, Battle, DiceAllowance, DiceRule, StopRule
from companion.odds.battle_odds import chain_odds, odds

CONVENTION = gettext("attackers are the armies that may attack: those that must stay behind are not counted")
CHAIN_CONVENTION = gettext("{convention}; one stays in each territory taken", convention=CONVENTION)


def report(
    attackers: int, defenders: int, rule: DiceRule = CLASSIC, stop_at: StopRule = TO_THE_END
) -> dict[str, Any]:
    """Return the odds of a battle as plain data for JSON.

    Returns:
        `attackers`, `defenders`, `conquest`, `expected_losses`, `survivors` (expected number, and the
        probability of each number from 0 up), `rounds`, and the inputs: `rule`, `stop_at`, `convention`.

    Raises:
        ImpossibleOdds: a negative number of armies.
    """
    outlook = odds(Battle(attackers, defenders, rule), stop_at)
    attackers_lost, defenders_lost = outlook.expected_losses
    attackers_left, defenders_left = outlook.expected_left
    return {
        "attackers": attackers,
        "defenders": defenders,
        "conquest": outlook.conquest,
        "expected_losses": {"attacker": attackers_lost, "defender": defenders_lost},
        "survivors": {
            "attacker": {"expected": attackers_left, "chances": list(outlook.attackers_left)},
            "defender": {"expected": defenders_left, "chances": list(outlook.defenders_left)},
        },
        "rounds": outlook.rounds,
        "rule": asdict(rule),
        "stop_at": asdict(stop_at),
        "convention": CONVENTION,
    }


def table(figures: dict[str, Any]) -> str:
    """Format the odds for people, in a few short lines."""
    left, lost = figures["survivors"], figures["expected_losses"]
    battle = gettext(
        "{attackers} attack {defenders}", attackers=figures["attackers"], defenders=figures["defenders"]
    )
    sides = ("attacker", "defender")
    rows = [
        (gettext("conquest"), _share(figures["conquest"])),
        ("", gettext("attacker"), gettext("defender")),
        (gettext("expected losses"), *(_mean(lost[side]) for side in sides)),
        (gettext("expected left"), *(_mean(left[side]["expected"]) for side in sides)),
        (gettext("none left"), *(_share(left[side]["chances"][0]) for side in sides)),
        (gettext("rolls"), _mean(figures["rounds"])),
    ]
    return joined((battle, aligned(rows), gettext("({words})", words=figures["convention"])), "\n")


def _share(chance: float) -> Message:
    return gettext("{chance:.2%}", chance=float(chance))


def _mean(number: float) -> Message:
    return gettext("{number:.2f}", number=float(number))


def chain_report(attackers: int, defenders: tuple[int, ...], rule: DiceRule = CLASSIC) -> dict[str, Any]:
    """Return the odds of taking several territories in a row as plain data for JSON.

    Raises:
        ImpossibleOdds: a negative number of armies, or too many territories.
    """
    outlook = chain_odds(attackers, defenders, rule)
    return {
        "attackers": attackers,
        "defenders": list(defenders),
        "conquests": list(outlook.conquests),
        "left": {"expected": outlook.expected_left, "chances": list(outlook.left)},
        "rule": asdict(rule),
        "convention": CHAIN_CONVENTION,
    }


def chain_table(figures: dict[str, Any]) -> str:
    """Format the odds of a chain for people."""
    held = figures["defenders"]
    battle = gettext(
        "{attackers} attack {defenders}",
        attackers=figures["attackers"],
        defenders=joined(map(str, held), shown(gettext(", then "))),
    )
    rows = [
        (_taken(number, len(held)), _share(chance)) for number, chance in enumerate(figures["conquests"], 1)
    ]
    rows.append((gettext("then left there"), _mean(figures["left"]["expected"])))
    return joined((battle, aligned(rows), gettext("({words})", words=figures["convention"])), "\n")


def _taken(number: int, of: int) -> Message:
    if number == 1:
        return gettext("takes the first")
    if number < of:
        return gettext("takes the first {count}", count=number)
    return gettext("takes all {count}", count=number)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `companion odds` to a parser."""
    armies = whole_number(0)
    parser.add_argument("attackers", type=armies, metavar="A", help=gettext("armies that may attack"))
    parser.add_argument(
        "defenders",
        type=_defenders,
        metavar="D",
        help=gettext("armies that defend; 3,2,4 for territories in a row"),
    )
    parser.add_argument(
        "--garrison", type=armies, default=0, metavar="N", help=gettext("of A, so many stay behind")
    )
    _add_dice_arguments(parser)
    parser.add_argument(
        "--ties", choices=("attacker", "defender"), default=CLASSIC.ties, help=gettext("who wins them")
    )
    parser.add_argument(
        "--stop-at",
        type=armies,
        default=0,
        metavar="N",
        help=gettext("stop when at most N that may attack are left"),
    )
    parser.add_argument(
        "--stop-at-defenders",
        type=armies,
        default=0,
        metavar="N",
        help=gettext("stop when at most N defenders are left"),
    )
    parser.add_argument("--json", action="store_true", help=gettext("one JSON object on one line"))


def _add_dice_arguments(parser: ArgumentParser) -> None:
    dice = whole_number(1)
    for side, hand in (("attack", CLASSIC.attack), ("defence", CLASSIC.defence)):
        parser.add_argument(
            f"--{side}-dice", type=dice, default=hand.limit, metavar="N", help=gettext("most dice")
        )
        parser.add_argument(
            f"--{side}-sides", type=dice, default=hand.sides, metavar="N", help=gettext("faces of a die")
        )
        parser.add_argument(
            f"--{side}-bonus", type=int, default=0, metavar="N", help=gettext("added to the highest die")
        )
        parser.add_argument(
            f"--{side}-at-least",
            type=dice,
            default=1,
            metavar="N",
            help=gettext("dice however few armies are left"),
        )
        parser.add_argument(
            f"--extra-{side}-die",
            action="count",
            default=0,
            help=gettext("throw one more, keep the best (repeatable)"),
        )


def run(args: Namespace) -> int:
    """Print the requested odds.

    Returns:
        The exit code: 0, or 2 if the battle is impossible.
    """
    attackers, stop_at = args.attackers - args.garrison, StopRule(args.stop_at, args.stop_at_defenders)
    try:
        if len(args.defenders) > 1:
            if stop_at != TO_THE_END:
                raise ImpossibleOdds(
                    gettext("territories in a row are fought to the end; leave --stop-at out")
                )
            figures, show = chain_report(attackers, args.defenders, _rule(args)), chain_table
        else:
            figures, show = report(attackers, args.defenders[0], _rule(args), stop_at), table
    except ImpossibleOdds as impossible:
        say("companion odds:", str(impossible), file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(figures))
    else:
        say(show(figures))
    return 0


def _defenders(text: str) -> tuple[int, ...]:
    """Parse the armies of one territory, or of several separated by commas."""
    return tuple(map(whole_number(0), text.split(",")))


def _rule(args: Namespace) -> DiceRule:
    given = vars(args)
    attack, defence = (
        DiceAllowance(
            limit=given[f"{side}_dice"],
            sides=given[f"{side}_sides"],
            bonus_highest=given[f"{side}_bonus"],
            extra=given[f"extra_{side}_die"],
            at_least=given[f"{side}_at_least"],
        )
        for side in ("attack", "defence")
    )
    return DiceRule(attack, defence, args.ties)
