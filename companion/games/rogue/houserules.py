"""House rules of Risk Battlefield Rogue: the level of play and all choices that the rules leave open."""

from typing import Annotated, Literal, get_args

from companion.locale.messages import gettext
from companion.referee.houserules import HouseRule, HouseRules

Level = Literal["boot camp", "intermediate", "advanced", "commander"]
LEVELS: tuple[Level, ...] = get_args(Level)


def level_label(level: Level) -> str:
    """Return the name of a level of play; the box calls the last two Advanced."""
    if level == "boot camp":
        return gettext("Boot Camp")
    return gettext("Intermediate") if level == "intermediate" else gettext("Advanced")


class RogueHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules of Risk Battlefield Rogue; each default is the reading closest to the rules."""

    level: Annotated[
        Level,
        HouseRule(
            "RG-SET-1",
            gettext("Which level of play?"),
            gettext("Boot Camp: moving and combat"),
            gettext("Intermediate: draws and tanks too"),
            gettext("Advanced: air and class powers too"),
            gettext("Advanced in Commander mode"),
        ),
    ] = "boot camp"
    control: Annotated[
        Literal["squad", "lasting"],
        HouseRule(
            "RG-A1",
            gettext("Who controls a zone?"),
            gettext("Who has a squad in it"),
            gettext("Who was in it last"),
        ),
    ] = "squad"
    spawning: Annotated[
        Literal["cards", "one a turn"],
        HouseRule(
            "RG-A2",
            gettext("When do new units come?"),
            gettext("When a card says so"),
            gettext("One more unit every turn"),
        ),
    ] = "cards"
    lost_units: Annotated[
        Literal["come back", "stay lost"],
        HouseRule(
            "RG-A2",
            gettext("Where do lost units go?"),
            gettext("They can come again"),
            gettext("They stay out of the game"),
        ),
    ] = "come back"
    dogfights: Annotated[
        Literal["per tile", "per token"],
        HouseRule(
            "RG-A3",
            gettext("How many dogfights?"),
            gettext("One on each contested tile"),
            gettext("One for each attacking token"),
        ),
    ] = "per tile"
    merging: Annotated[
        Literal["allowed", "never"],
        HouseRule(
            "RG-A4",
            gettext("May a squad join its own?"),
            gettext("Yes, up to four units"),
            gettext("No, one squad a zone"),
        ),
    ] = "allowed"
    attacker_casualties: Annotated[
        Literal["attacker", "defender"],
        HouseRule(
            "RG-A5",
            gettext("Who picks the attacker's losses?"),
            gettext("The attacker"),
            gettext("The defender"),
        ),
    ] = "attacker"
    assault_count: Annotated[
        Literal["after casualties", "at declaration"],
        HouseRule(
            "RG-A6",
            gettext("Run and gun: assaults counted"),
            gettext("after casualties"),
            gettext("when the attack is declared"),
        ),
    ] = "after casualties"
    run_and_gun: Annotated[
        Literal["attacker", "either side"],
        HouseRule(
            "RG-A6", gettext("Who may run and gun?"), gettext("The attacker"), gettext("The defender as well")
        ),
    ] = "attacker"
    eleventh: Annotated[
        Literal["all units", "soldiers"],
        HouseRule(
            "RG-A7",
            gettext("Which units make the eleventh?"),
            gettext("All on the board, with tanks"),
            gettext("Soldiers only"),
        ),
    ] = "all units"
    eleventh_again: Annotated[
        Literal["every time", "once"],
        HouseRule(
            "RG-A7",
            gettext("A second leader more than once?"),
            gettext("Every time the eleventh comes"),
            gettext("Once a game"),
        ),
    ] = "every time"
    leftovers: Annotated[
        Literal["in", "out"],
        HouseRule(
            "RG-A8",
            gettext("Advanced: leftover Boot Camp cards"),
            gettext("are in the decks"),
            gettext("are left out"),
        ),
    ] = "in"
    wasted_tokens: Annotated[
        Literal["count", "free"],
        HouseRule(
            "RG-A9",
            gettext("A wasted Commander token"),
            gettext("counts towards the four"),
            gettext("does not count"),
        ),
    ] = "count"
    token_limit: Annotated[
        Literal["team", "player"],
        HouseRule("RG-A9", gettext("Four Commander tokens for each"), gettext("team"), gettext("player")),
    ] = "team"
    reshuffle: Annotated[
        Literal["weapons and air", "never"],
        HouseRule(
            "RG-A10",
            gettext("Empty Weapons and Air decks"),
            gettext("are shuffled again"),
            gettext("stay empty"),
        ),
    ] = "weapons and air"
    overrun: Annotated[
        Literal["tanks let pass", "tanks stop"],
        HouseRule(
            "RG-A11",
            gettext("Tanks next door stop run and gun?"),
            gettext("No, they let it pass"),
            gettext("Yes"),
        ),
    ] = "tanks let pass"
    engineers_block: Annotated[
        Literal["defence", "attack too"],
        HouseRule(
            "RG-A12", gettext("A tank's engineer blocks"), gettext("in defence"), gettext("in attack as well")
        ),
    ] = "defence"
    free_card: Annotated[
        Literal["symbol needed", "any"],
        HouseRule(
            "RG-A13",
            gettext("A free card without its symbol?"),
            gettext("No, the symbol must be there"),
            gettext("Yes, nobody controls it"),
        ),
    ] = "symbol needed"
    bases: Annotated[
        Literal["two leaders", "three leaders"],
        HouseRule(
            "RG-A14",
            gettext("Most squad leaders of a player"),
            gettext("Two, the other bases are spare"),
            gettext("Three, by a card"),
        ),
    ] = "two leaders"
    suppression: Annotated[
        Literal["ground", "dogfights too"],
        HouseRule(
            "RG-A15",
            gettext("Suppressing fire holds down cards"),
            gettext("in combat on the ground"),
            gettext("in dogfights as well"),
        ),
    ] = "ground"
