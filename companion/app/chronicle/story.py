"""The story of a game: half a page of sentences, each derived from positions and dice."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from companion.app.chronicle.awards import MIN_SIEGE, luckiest
from companion.app.chronicle.chronicle import TOGETHER, Chronicle
from companion.app.chronicle.win_curve import deciding_turn
from companion.app.labels import inflect
from companion.games.boards.board import load_board
from companion.games.boards.elements import place_name
from companion.locale.messages import capitalised, gettext, joined, listed, ngettext
from companion.referee.game_view import GameView

MIN_HELD = 3
"""Rounds for which a continent must be held to be told of."""
MIN_CHANGES = 3
"""Conquests of one place that are told of."""


class GameFacts(Struct, frozen=True):
    """What a story is told from.

    Attributes:
        chronicle: the game.
        views: the board at the end of each turn of the chronicle.
        names: names of seats and places, by id.
        thinking_ms: thinking time of each seat, in milliseconds.
    """

    chronicle: Chronicle
    views: tuple[GameView, ...]
    names: dict[str, str]
    thinking_ms: dict[str, int]

    def player(self, seat: str | None) -> str:
        """Return the name of a seat, or what an army without a player is called."""
        players = {seat.id: seat.name for seat in self.chronicle.seats}
        return players.get(seat or "") or gettext("the neutral army")

    def place(self, id: str) -> str:
        """Return the name of a place."""
        return self.names.get(id, id)


class AttackRoll(Struct, frozen=True):
    """One roll of a battle.

    Attributes:
        turn: index of its turn in the chronicle.
        round: number of its round.
        attacker: id of the seat; None for an army without a player.
        defender: likewise.
        place: id of the place that was attacked.
        conquest: whether the attacker took it.
    """

    turn: int
    round: int
    attacker: str | None
    defender: str | None
    place: str
    conquest: bool


def story(record: GameFacts) -> tuple[str, ...]:
    """Tell the game in a few sentences, in the order of time as far as they have one."""
    if not any(turn.number for turn in record.chronicle.turns):
        return ()
    told = (sentence(record) for sentence in SENTENCES)
    return tuple(capitalised(sentence) for sentence in told if sentence)


def duration(thinking_ms: dict[str, int]) -> str:
    """Return how long all players thought, ``"1 h 5 min"``; empty below a minute."""
    hours, minutes = divmod(sum(thinking_ms.values()) // 60_000, 60)
    parts = [gettext("{hours} h", hours=hours)] if hours else []
    return joined([*parts, gettext("{minutes} min", minutes=minutes) if minutes else ""])


def battles(chronicle: Chronicle) -> Iterator[AttackRoll]:
    """Yield all battle rolls, oldest first."""
    for index, turn in enumerate(chronicle.turns):
        for event in turn.events:
            if (contest := event.contest) is not None and event.kind not in TOGETHER:
                taken = event.kind in ("conquest", "elimination", "victory")
                sides = contest.attacker.seat, contest.defender.seat
                yield AttackRoll(index, turn.round, *sides, contest.defender.place, taken)


def conquests(chronicle: Chronicle) -> Iterator[AttackRoll]:
    """Yield the rolls that took a place."""
    return (battle for battle in battles(chronicle) if battle.conquest)


# --- the sentences -----------------------------------------------------------------------------------------


def _opening(record: GameFacts) -> str:
    chronicle = record.chronicle
    spent = duration(record.thinking_ms)
    told = {
        "players": listed(seat.name for seat in chronicle.seats),
        "rounds": ngettext("{count} round", "{count} rounds", chronicle.turns[-1].round),
        "game": chronicle.title,
        "time": spent,
    }
    if chronicle.winners and spent:
        return gettext("{players} played {rounds} of {game} in {time}.", **told)
    if chronicle.winners:
        return gettext("{players} played {rounds} of {game}.", **told)
    if spent:
        return gettext("{players} have played {rounds} of {game} in {time}.", **told)
    return gettext("{players} have played {rounds} of {game}.", **told)


def _first_conquest(record: GameFacts) -> str:
    first = next(conquests(record.chronicle), None)
    if first is None:
        return ""
    return gettext(
        "{player} made the first conquest: {place} from {other}, in round {round}.",
        player=record.player(first.attacker),
        place=record.place(first.place),
        other=record.player(first.defender),
        round=first.round,
    )


def _held_continent(record: GameFacts) -> str:
    """Tell who held a continent longest without a break, at the ends of turns."""
    turns = record.chronicle.turns
    players = {seat.id for seat in record.chronicle.seats}
    best, text = MIN_HELD - 1, ""
    for continent, lands in _continents(record.views[-1]).items():
        owners = [_sole_owner(view, lands) for view in record.views]
        for owner, group in groupby(range(len(owners)), owners.__getitem__):
            run = list(group)
            first, last = max(1, turns[run[0]].round), turns[run[-1]].round
            if owner in players and last - first > best:
                best = last - first
                text = gettext(
                    "{player} held {continent} from round {first} to round {last}.",
                    player=record.player(owner),
                    continent=place_name(continent),
                    first=first,
                    last=last,
                )
    return text


def _continents(view: GameView) -> dict[str, tuple[str, ...]]:
    """Return the places of each continent, by its name."""
    if view.kind != "territories" or not view.board:
        return {}
    board = load_board(view.board)
    return {
        continent.name: tuple(land.id for land in board.territories if land.continent == continent.id)
        for continent in board.continents
    }


def _sole_owner(view: GameView, places: Sequence[str]) -> str | None:
    owners = {view.places[place].owner if place in view.places else None for place in places}
    return owners.pop() if len(owners) == 1 else None


def _most_contested(record: GameFacts) -> str:
    taken = Counter(battle.place for battle in conquests(record.chronicle))
    place, count = max(taken.items(), key=lambda item: item[1], default=("", 0))
    if count < MIN_CHANGES:
        return ""
    return gettext("{place} was taken {count} times.", place=record.place(place), count=count)


def _siege(record: GameFacts) -> str:
    """Tell who rolled most often for one place in one turn."""
    rolls: dict[tuple[int, str | None, str], list[AttackRoll]] = {}
    for battle in battles(record.chronicle):
        rolls.setdefault((battle.turn, battle.attacker, battle.place), []).append(battle)
    siege = max(rolls.values(), key=len, default=[])
    if len(siege) < MIN_SIEGE:
        return ""
    last = siege[-1]
    told = {
        "player": record.player(last.attacker),
        "count": len(siege),
        "place": record.place(last.place),
        "round": last.round,
    }
    if any(battle.conquest for battle in siege):
        return gettext("{player} rolled {count} times for {place} in round {round}, and took it.", **told)
    return gettext("{player} rolled {count} times for {place} in round {round}, in vain.", **told)


def _revenge(record: GameFacts) -> str:
    """Tell of the last place that was taken back in the loser's next turn."""
    text = ""
    lost: dict[tuple[str | None, str], AttackRoll] = {}
    for battle in conquests(record.chronicle):
        before = lost.pop((battle.attacker, battle.place), None)
        if before is not None and battle.round - before.round <= 1:
            text = gettext(
                "{player} took {place} back from {other} in round {round}.",
                player=record.player(battle.attacker),
                place=record.place(battle.place),
                other=record.player(battle.defender),
                round=battle.round,
            )
        lost[battle.defender, battle.place] = battle
    return text


def _eliminations(record: GameFacts) -> str:
    firsts: dict[str, int] = {}
    for turn in record.chronicle.turns:
        for standing in turn.standings:
            if standing.out:
                firsts.setdefault(standing.seat, turn.round)
    out = [
        gettext("{player} in round {round}", player=record.player(seat), round=number)
        for seat, number in firsts.items()
    ]
    return gettext("Out of the game: {players}.", players=joined(out, ", ")) if out else ""


def _longest_lead(record: GameFacts) -> str:
    """Tell who stood first most often in the figure that the game shows first."""
    turns = [turn for turn in record.chronicle.turns if turn.number and turn.standings[0].figures]
    leads: Counter[str] = Counter()
    for turn in turns:
        best = max(standing.figures[0].value for standing in turn.standings if standing.figures)
        first = [s.seat for s in turn.standings if s.figures and s.figures[0].value == best]
        leads.update(first if len(first) == 1 else ())
    if not leads:
        return ""
    ((seat, count),) = leads.most_common(1)
    told = {
        "player": record.player(seat),
        "pieces": inflect(turns[0].standings[0].figures[0].label, 2),
        "led": count,
        "turns": ngettext("{count} turn", "{count} turns", len(turns)),
    }
    if record.chronicle.winners and seat not in record.chronicle.winners:
        return gettext("{player} had the most {pieces} after {led} of {turns} but did not win.", **told)
    return gettext("{player} had the most {pieces} after {led} of {turns}.", **told)


def _deciding(record: GameFacts) -> str:
    decided = deciding_turn(record.chronicle)
    if decided is None:
        return ""
    turn = record.chronicle.turns[decided.index]
    told = {
        "winner": record.player(decided.seat),
        "before": round(100 * decided.before),
        "after": round(100 * decided.after),
    }
    if turn.seat is None:
        return gettext(
            "What decided it was the set-up: {winner}'s chance to win rose from {before} to {after} in 100.",
            **told,
        )
    return gettext(
        "What decided it was {player}'s turn in round {round}: "
        "{winner}'s chance to win rose from {before} to {after} in 100.",
        player=record.player(turn.seat),
        round=turn.round,
        **told,
    )


def _luck(record: GameFacts) -> str:
    found = luckiest(record.chronicle)
    if found is None:
        return ""
    seat, score = found
    return gettext(
        "The dice favoured {player}: {lost} lost, {expected:.1f} by the odds.",
        player=record.player(seat),
        lost=score.lost,
        expected=score.expected,
    )


def _end(record: GameFacts) -> str:
    winners = [record.player(seat) for seat in record.chronicle.winners]
    if not winners:
        return ""
    last, view = record.chronicle.turns[-1], record.views[-1]
    held = sum(place.owner in record.chronicle.winners for place in view.places.values())
    told = {"players": listed(winners), "round": last.round, "held": held, "places": len(view.places)}
    if held:
        return ngettext(
            "{players} won in round {round}, holding {held} of {places} places.",
            "{players} won in round {round}, holding {held} of {places} places.",
            len(winners),
            **told,
        )
    return ngettext(
        "{players} won in round {round}.", "{players} won in round {round}.", len(winners), **told
    )


SENTENCES: tuple[Callable[[GameFacts], str], ...] = (
    *(_opening, _first_conquest, _held_continent, _most_contested, _siege, _revenge),
    *(_eliminations, _longest_lead, _deciding, _luck, _end),
)
"""Each tells one thing, or nothing."""
