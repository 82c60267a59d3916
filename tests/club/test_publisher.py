"""A table tells its club through a real broker, and the broker can tell the table nothing."""

import os
import socket
import sqlite3
import threading
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from paho.mqtt.client import Client

from companion.app.machine.settings import ClubSettings
from companion.app.night.session import Session
from companion.club.board_drawing import board_message
from companion.club.messages import GameOutcome, Standings, TableState, decode, topic
from companion.club.outbox import FILE, Outbox
from companion.club.publisher import ClubPublisher
from companion.club.result_signature import check
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.seats import seats_of
from tests.club.broker import Listener, Mosquitto, eventually
from tests.short_games import play, win


def states(listener: Listener) -> list[TableState]:
    return [decode(payload, TableState) for payload in listener.payloads("state")]


def results(listener: Listener) -> list[GameOutcome]:
    return [
        check(where.split("/")[2], payload)[1] for where, payload, _ in listener.heard if "/results/" in where
    ]


def connected(publisher: ClubPublisher) -> None:
    eventually(lambda: publisher.status == "Connected", "the connection")


def trying(publisher: ClubPublisher) -> None:
    eventually(lambda: "trying again" in publisher.status, "a connection that fails")


def all_sent(folder: Path) -> bool:
    with closing(sqlite3.connect(folder / FILE)) as outbox:
        return not outbox.execute("SELECT count(*) FROM result WHERE NOT sent").fetchone()[0]


def shows(listener: Any, prompt: str) -> bool:
    return prompt in (states(listener) or [TableState(table="")])[-1].question


def test_a_game_is_told_as_it_is_played(
    publisher: ClubPublisher, session: Session, settings: ClubSettings, listener: Listener, data_folder: Path
) -> None:
    publisher.configure(settings)
    publisher.follow(session)
    connected(publisher)
    for _ in range(25):
        play(session, 1)
        prompt = session.question.prompt
        turn = session.seat(session.table.timeline.active)
        eventually(partial(shows, listener, prompt))
        if session.table.timeline.part == "turn":
            assert states(listener)[-1].turn == turn.name
    eventually(lambda: listener.payloads("standings"))
    win(session)
    eventually(lambda: results(listener), "the result")
    eventually(lambda: states(listener)[-1].winner == "Anna")
    told = decode(listener.payloads("standings")[-1], Standings).standings
    view = session.table.game_view.standings
    assert [[figure.value for figure in each.figures] for each in told] == [
        [figure.value for figure in each.figures] for each in view
    ]
    (result,) = results(listener)
    assert [player.place for player in result.players] == [1, 2, 2]
    eventually(lambda: all_sent(data_folder))


def test_everything_is_retained_for_those_who_come_later(
    publisher: ClubPublisher,
    session: Session,
    settings: ClubSettings,
    broker: Mosquitto,
    listener: Listener,
    data_folder: Path,
) -> None:
    publisher.configure(settings)
    publisher.follow(session)
    connected(publisher)
    win(session)
    eventually(lambda: results(listener) and states(listener)[-1].winner and all_sent(data_folder))
    late = Listener(broker.port)
    kinds = ("availability", "state", "standings", "map", "config")
    eventually(lambda: all(late.payloads(kind) for kind in kinds) and results(late))
    assert all(retained for _, _, retained in late.heard)
    late.close()


def test_results_wait_while_the_broker_is_gone_and_come_once(
    publisher: ClubPublisher, session: Session, settings: ClubSettings, broker: Mosquitto
) -> None:
    broker.stop()
    publisher.configure(settings)
    publisher.follow(session)
    trying(publisher)
    win(session)
    session.undo()
    win(session, "blue")
    broker.start()
    listener = Listener(broker.port)
    eventually(lambda: results(listener), "the result")
    eventually(lambda: states(listener)[-1:] and states(listener)[-1].winner == "Ben")
    assert {result.id for result in results(listener)} == {results(listener)[0].id}
    assert results(listener)[-1].players[1].place == 1
    listener.close()


def test_a_broker_that_starts_again_is_told_again(
    publisher: ClubPublisher, session: Session, settings: ClubSettings, broker: Mosquitto
) -> None:
    publisher.configure(settings)
    publisher.follow(session)
    connected(publisher)
    broker.stop()
    trying(publisher)
    play(session, 5)
    broker.start()
    connected(publisher)
    listener = Listener(broker.port)
    eventually(lambda: states(listener) and states(listener)[-1].question.endswith(session.question.prompt))
    assert listener.payloads("availability")[-1] == b"online"
    listener.close()


def test_the_plug_is_pulled_before_the_broker_has_the_result(
    publisher: ClubPublisher, session: Session, settings: ClubSettings, broker: Mosquitto, data_folder: Path
) -> None:
    broker.stop()
    publisher.configure(settings)
    publisher.follow(session)
    trying(publisher)
    win(session)
    eventually(lambda: not all_sent(data_folder))
    publisher.close()
    broker.start()
    listener = Listener(broker.port)
    restarted = ClubPublisher(data_folder)
    restarted.configure(settings)
    eventually(lambda: results(listener), "the result")
    restarted.close()
    listener.close()


def test_a_table_that_leaves_is_offline_and_its_state_stays(
    publisher: ClubPublisher, session: Session, settings: ClubSettings, listener: Listener
) -> None:
    publisher.configure(settings)
    publisher.follow(session)
    eventually(lambda: listener.payloads("availability") == [b"online"])
    publisher.configure(replace(settings, on=False))
    assert publisher.status == "Off"
    eventually(lambda: listener.payloads("availability")[-1] == b"offline")
    assert states(listener)[-1].title == "Classic Risk"


def test_a_table_whose_connection_breaks_off_is_offline(
    publisher: ClubPublisher, settings: ClubSettings, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients: list[Client] = []
    start = Client.loop_start
    monkeypatch.setattr(Client, "loop_start", lambda self: (clients.append(self), start(self))[1])
    publisher.configure(settings)
    eventually(lambda: listener.payloads("availability") == [b"online"])
    monkeypatch.setattr(Client, "reconnect", lambda _: (_ for _ in ()).throw(OSError))
    clients[0].socket().shutdown(socket.SHUT_RDWR)
    eventually(lambda: listener.payloads("availability")[-1] == b"offline")


def test_nothing_that_is_published_reaches_a_game(
    publisher: ClubPublisher, session: Session, settings: ClubSettings, listener: Listener, data_folder: Path
) -> None:
    publisher.configure(settings)
    publisher.follow(session)
    eventually(lambda: states(listener))
    before = (session.table.state, session.seq, session.table.entries)
    table = publisher_id(data_folder)
    for kind in ("state", "answer", "undo", "set", "availability"):
        payload = msgspec.json.encode({"answer": 1, "undo": 3, "on": False})
        listener.client.publish(topic(table, kind), payload, qos=1).wait_for_publish(5)
    assert (session.table.state, session.seq, session.table.entries) == before
    assert publisher.status == "Connected"


def publisher_id(folder: Path) -> str:
    with closing(Outbox(folder)) as outbox:
        return outbox.table_id


def test_a_table_subscribes_to_nothing(
    publisher: ClubPublisher,
    session: Session,
    settings: ClubSettings,
    listener: Listener,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    subscribe = Client.subscribe
    monkeypatch.setattr(Client, "subscribe", lambda self, *of: (asked.append(of), subscribe(self, *of))[1])
    publisher.configure(settings)
    publisher.follow(session)
    eventually(lambda: states(listener))
    assert asked == []


@pytest.mark.parametrize(
    "settings", [ClubSettings(), ClubSettings(host="127.0.0.1"), ClubSettings(on=True)], ids=repr
)
def test_nothing_connects_before_a_host_switches_it_on(
    publisher: ClubPublisher, session: Session, settings: ClubSettings, data_folder: Path
) -> None:
    publisher.configure(settings)
    publisher.follow(session)
    play(session, 3)
    assert publisher.status == "Off"
    assert "club" not in {thread.name for thread in threading.enumerate()}
    assert not (data_folder / FILE).exists()


@pytest.mark.parametrize(
    ("host", "words"),
    [("a" * 300, "no name of a broker"), ("..", "no name of a broker"), ("127.0.0.1", "trying again")],
    ids=["too long", "dots", "nobody there"],
)
def test_a_broker_that_cannot_be_is_told_and_the_game_goes_on(
    publisher: ClubPublisher, session: Session, host: str, words: str
) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        publisher.configure(ClubSettings(on=True, host=host, port=nobody.getsockname()[1]))
        publisher.follow(session)
        eventually(lambda: words in publisher.status)
        play(session, 5)


def test_a_broker_that_wants_another_password_is_told(
    publisher: ClubPublisher, session: Session, tmp_path: Path
) -> None:
    (folder := tmp_path / "locked").mkdir()
    locked = Mosquitto(folder, "allow_anonymous false")
    locked.start()
    publisher.configure(ClubSettings(on=True, host="127.0.0.1", port=locked.port, user="a", password="b"))
    eventually(lambda: "refuses" in publisher.status)
    play(session, 5)
    locked.kill()


@pytest.mark.parametrize("pipe", [False, True])
def test_a_missing_certificate_is_told(publisher: ClubPublisher, tmp_path: Path, pipe: bool) -> None:
    if pipe:  # it would be read for ever
        os.mkfifo(tmp_path / "missing.pem")
    publisher.configure(ClubSettings(on=True, host="h", tls=True, ca_file=str(tmp_path / "missing.pem")))
    eventually(lambda: "cannot be read" in publisher.status)


def test_a_players_board_is_sent_once_before_its_map(
    publisher: ClubPublisher, journal: Journal, settings: ClubSettings, listener: Listener, own_board: str
) -> None:
    session = Session.begin(journal, find_game("classic"), seats_of(3), {"board": own_board})
    publisher.configure(settings)
    publisher.follow(session)
    connected(publisher)
    play(session, 10)
    eventually(lambda: any(own_board.encode() in payload for payload in listener.payloads("map")))
    play(session, 10)
    eventually(lambda: shows(listener, session.question.prompt))
    assert set(listener.payloads("board")) == {board_message(own_board)}
    naming = [where for where, payload, _ in listener.heard if own_board.encode() in payload]
    assert naming[0].endswith("/board")
