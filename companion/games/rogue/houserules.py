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
            "Which level of play?",
            "Boot Camp: moving and combat",
            "Intermediate: draws and tanks too",
            "Advanced: air and class powers too",
            "Advanced in Commander mode",
        ),
    ] = "boot camp"
    control: Annotated[
        Literal["squad", "lasting"],
        HouseRule("RG-A1", "Who controls a zone?", "Who has a squad in it", "Who was in it last"),
    ] = "squad"
    spawning: Annotated[
        Literal["cards", "one a turn"],
        HouseRule("RG-A2", "When do new units come?", "When a card says so", "One more unit every turn"),
    ] = "cards"
    lost_units: Annotated[
        Literal["come back", "stay lost"],
        HouseRule("RG-A2", "Where do lost units go?", "They can come again", "They stay out of the game"),
    ] = "come back"
    dogfights: Annotated[
        Literal["per tile", "per token"],
        HouseRule(
            "RG-A3", "How many dogfights?", "One on each contested tile", "One for each attacking token"
        ),
    ] = "per tile"
    merging: Annotated[
        Literal["allowed", "never"],
        HouseRule("RG-A4", "May a squad join its own?", "Yes, up to four units", "No, one squad a zone"),
    ] = "allowed"
    attacker_casualties: Annotated[
        Literal["attacker", "defender"],
        HouseRule("RG-A5", "Who picks the attacker's losses?", "The attacker", "The defender"),
    ] = "attacker"
    assault_count: Annotated[
        Literal["after casualties", "at declaration"],
        HouseRule(
            "RG-A6", "Run and gun: assaults counted", "after casualties", "when the attack is declared"
        ),
    ] = "after casualties"
    run_and_gun: Annotated[
        Literal["attacker", "either side"],
        HouseRule("RG-A6", "Who may run and gun?", "The attacker", "The defender as well"),
    ] = "attacker"
    eleventh: Annotated[
        Literal["all units", "soldiers"],
        HouseRule(
            "RG-A7", "Which units count towards eleven?", "All on the board, with tanks", "Soldiers only"
        ),
    ] = "all units"
    eleventh_again: Annotated[
        Literal["every time", "once"],
        HouseRule("RG-A7", "A second leader more than once?", "Every time the eleventh comes", "Once a game"),
    ] = "every time"
    leftovers: Annotated[
        Literal["in", "out"],
        HouseRule("RG-A8", "Advanced: leftover Boot Camp cards", "are in the decks", "are left out"),
    ] = "in"
    wasted_tokens: Annotated[
        Literal["count", "free"],
        HouseRule("RG-A9", "A wasted Commander token", "counts towards the four", "does not count"),
    ] = "count"
    token_limit: Annotated[
        Literal["team", "player"], HouseRule("RG-A9", "Four Commander tokens for each", "team", "player")
    ] = "team"
    reshuffle: Annotated[
        Literal["weapons and air", "never"],
        HouseRule("RG-A10", "Empty Weapons and Air decks", "are shuffled again", "stay empty"),
    ] = "weapons and air"
    overrun: Annotated[
        Literal["tanks let pass", "tanks stop"],
        HouseRule("RG-A11", "Tanks next door stop run and gun?", "No, they let it pass", "Yes"),
    ] = "tanks let pass"
    engineers_block: Annotated[
        Literal["defence", "attack too"],
        HouseRule("RG-A12", "A tank's engineer blocks", "in defence", "in attack as well"),
    ] = "defence"
    free_card: Annotated[
        Literal["symbol needed", "any"],
        HouseRule(
            "RG-A13",
            "A free card without its symbol?",
            "No, the symbol must be there",
            "Yes, nobody controls it",
        ),
    ] = "symbol needed"
    bases: Annotated[
        Literal["two leaders", "three leaders"],
        HouseRule(
            "RG-A14", "Most squad leaders of a player", "Two, the other bases are spare", "Three, by a card"
        ),
    ] = "two leaders"
    suppression: Annotated[
        Literal["ground", "dogfights too"],
        HouseRule(
            "RG-A15", "Suppressing fire holds down cards", "in combat on the ground", "in dogfights as well"
        ),
    ] = "ground"
