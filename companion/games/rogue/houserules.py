"""House rules of Risk Battlefield Rogue: the level of play and all choices that the rules leave open."""

from typing import Literal, get_args

from companion.referee.houserules import Choice, HouseRules, Switch

Level = Literal["boot camp", "intermediate", "advanced", "commander"]
LEVELS: tuple[Level, ...] = get_args(Level)


class RogueHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules of Risk Battlefield Rogue; each default is the reading closest to the rules."""

    level: Level = "boot camp"
    control: Literal["squad", "lasting"] = "squad"
    spawning: Literal["cards", "one a turn"] = "cards"
    lost_units: Literal["come back", "stay lost"] = "come back"
    dogfights: Literal["per tile", "per token"] = "per tile"
    merging: Literal["allowed", "never"] = "allowed"
    attacker_casualties: Literal["attacker", "defender"] = "attacker"
    assault_count: Literal["after casualties", "at declaration"] = "after casualties"
    run_and_gun: Literal["attacker", "either side"] = "attacker"
    eleventh: Literal["all units", "soldiers"] = "all units"
    eleventh_again: Literal["every time", "once"] = "every time"
    leftovers: Literal["in", "out"] = "in"
    wasted_tokens: Literal["count", "free"] = "count"
    token_limit: Literal["team", "player"] = "team"
    reshuffle: Literal["weapons and air", "never"] = "weapons and air"
    overrun: Literal["tanks let pass", "tanks stop"] = "tanks let pass"
    engineers_block: Literal["defence", "attack too"] = "defence"
    free_card: Literal["symbol needed", "any"] = "symbol needed"
    bases: Literal["two leaders", "three leaders"] = "two leaders"
    suppression: Literal["ground", "dogfights too"] = "ground"


def _switch(name: str, rule: str, title: str, **choices: str) -> Switch:
    fields = RogueHouseRules.__annotations__[name]
    shown = zip(get_args(fields), choices.values(), strict=True)
    return Switch(name, rule, title, tuple(Choice(value, text) for value, text in shown))


SWITCHES = (
    _switch(
        "level",
        "RG-SET-1",
        "Which level of play?",
        boot="Boot Camp: moving and combat",
        intermediate="Intermediate: draws and tanks too",
        advanced="Advanced: air and class powers too",
        commander="Advanced in Commander mode",
    ),
    _switch(
        "control",
        "RG-A1",
        "Who controls a zone?",
        squad="Who has a squad in it",
        lasting="Who was in it last",
    ),
    _switch(
        "spawning",
        "RG-A2",
        "When do new units come?",
        cards="When a card says so",
        one="One more unit every turn",
    ),
    _switch(
        "lost_units",
        "RG-A2",
        "Where do lost units go?",
        back="They can come again",
        lost="They stay out of the game",
    ),
    _switch(
        "dogfights",
        "RG-A3",
        "How many dogfights?",
        tile="One on each contested tile",
        token="One for each attacking token",
    ),
    _switch(
        "merging",
        "RG-A4",
        "May a squad join its own?",
        allowed="Yes, up to four units",
        never="No, one squad a zone",
    ),
    _switch(
        "attacker_casualties",
        "RG-A5",
        "Who picks the attacker's losses?",
        attacker="The attacker",
        defender="The defender",
    ),
    _switch(
        "assault_count",
        "RG-A6",
        "Run and gun: assaults counted",
        after="after casualties",
        declaration="when the attack is declared",
    ),
    _switch(
        "run_and_gun",
        "RG-A6",
        "Who may run and gun?",
        attacker="The attacker",
        either="The defender as well",
    ),
    _switch(
        "eleventh",
        "RG-A7",
        "Which units make the eleventh?",
        all="All on the board, with tanks",
        soldiers="Soldiers only",
    ),
    _switch(
        "eleventh_again",
        "RG-A7",
        "A second leader more than once?",
        every="Every time the eleventh comes",
        once="Once a game",
    ),
    _switch(
        "leftovers",
        "RG-A8",
        "Advanced: leftover Boot Camp cards",
        within="are in the decks",
        out="are left out",
    ),
    _switch(
        "wasted_tokens",
        "RG-A9",
        "A wasted Commander token",
        count="counts towards the four",
        free="does not count",
    ),
    _switch(
        "token_limit",
        "RG-A9",
        "Four Commander tokens for each",
        team="team",
        player="player",
    ),
    _switch(
        "reshuffle",
        "RG-A10",
        "Empty Weapons and Air decks",
        again="are shuffled again",
        never="stay empty",
    ),
    _switch(
        "overrun",
        "RG-A11",
        "Tanks next door stop run and gun?",
        passing="No, they let it pass",
        stop="Yes",
    ),
    _switch(
        "engineers_block",
        "RG-A12",
        "A tank's engineer blocks",
        defence="in defence",
        both="in attack as well",
    ),
    _switch(
        "free_card",
        "RG-A13",
        "A free card without its symbol?",
        needed="No, the symbol must be there",
        any="Yes, nobody controls it",
    ),
    _switch(
        "bases",
        "RG-A14",
        "Most squad leaders of a player",
        two="Two, the other bases are spare",
        three="Three, by a card",
    ),
    _switch(
        "suppression",
        "RG-A15",
        "Suppressing fire holds down cards",
        ground="in combat on the ground",
        air="in dogfights as well",
    ),
)
