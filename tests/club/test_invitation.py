"""An invitation is one text; a table that takes it joins the right broker, and no other one."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from cryptography import x509
from msgspec import structs

from companion.app.machine.settings import ClubSettings
from companion.cli import main
from companion.club.broker_access import CERTIFICATE, KEY, invite
from companion.club.invitation import Invitation, find_invitation, join, read_invitation, write_invitation
from companion.club.live_tables import LiveTables
from companion.club.mqtt import make_client
from companion.club.publisher import ClubPublisher
from companion.club.store import ClubStore
from companion.club.subscriber import ClubSubscriber
from companion.errors import BrokenFile, BrokerRefused, UnknownName
from companion.journal.journal import Journal
from tests.club.broker import Mosquitto, eventually

DEPLOY = Path(__file__).parents[2] / "deploy" / "club"
INVITATION = Invitation("club.local", 8883, "Window", "window", "0123456789", "ab" * 32)


def test_it_is_read_as_it_was_written() -> None:
    assert read_invitation(f" {write_invitation(INVITATION)}\n") == INVITATION


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://example.org",
        "companion-club:{",
        "companion-club:" + "[" * 1000,
        "companion-club:" + "x" * 3000,
        write_invitation(INVITATION).replace("8883", "0"),
        write_invitation(INVITATION).replace('"window"', '"../../x"'),
        write_invitation(INVITATION).replace('"host"', '"hosts"'),
    ],
)
def test_what_is_no_invitation_is_refused(text: str) -> None:
    with pytest.raises(BrokenFile, match="invitation"):
        read_invitation(text)


def test_a_camera_reads_its_code() -> None:
    code = segno.make(write_invitation(INVITATION), error="m", micro=False)
    matrix = np.array([[0 if dark else 255 for dark in row] for row in code.matrix_iter(scale=4)], np.uint8)
    picture = np.full((720, 1280), 90, np.uint8)  # as in the picture of a camera
    height, width = matrix.shape
    assert height < 400
    picture[100 : 100 + height, 300 : 300 + width] = matrix
    text = cv2.QRCodeDetector().detectAndDecode(cv2.GaussianBlur(picture, (3, 3), 0))[0]
    assert read_invitation(text) == INVITATION


def test_a_stick_without_one_is_said(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match="no invitation"):
        find_invitation(tmp_path)


class Club:
    """A broker with certificates, as `companion invite` and deploy/club set it up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "access.conf").write_text((DEPLOY / "access.conf").read_text())
        main(["invite", "Window", "Door", "--broker", "127.0.0.1:1", "--folder", str(folder)])
        lines = (DEPLOY / "mosquitto.conf").read_text(encoding="utf-8").splitlines()
        ours = [
            line for line in lines if not line.startswith(("listener", "persistence", "certfile", "keyfile"))
        ]
        tls = f"certfile {folder / CERTIFICATE}\nkeyfile {folder / KEY}\n"
        self.broker = Mosquitto(folder, tls + "\n".join(ours).replace("/mosquitto/config", str(folder)))
        self.broker.start()

    def invitation(self, table: str) -> Invitation:
        """The invitation of a table, with the port that this broker has."""
        (file,) = self.folder.glob(f"companion-invitation-{table}.txt")
        return structs.replace(read_invitation(file.read_text()), port=self.broker.port)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    opened = Club(tmp_path_factory.mktemp("club"))
    yield opened
    opened.broker.kill()


def test_an_invited_table_joins_and_tells(club: Club, journal: Journal, tmp_path: Path) -> None:
    folder = journal.path.parent
    settings = join(club.invitation("window"), ClubSettings(), folder)
    assert (settings.on, settings.tls, settings.topic, settings.table) == (True, True, "window", "Window")
    table = ClubPublisher(folder)
    table.configure(settings)
    store = ClubStore(tmp_path / "club.sqlite")
    tables = LiveTables(store)
    password = (club.folder / ".env").read_text().strip().removeprefix("CLUB_PASSWORD=")
    reader = ClubSettings(
        host="127.0.0.1",
        port=club.broker.port,
        user="club",
        password=password,
        tls=True,
        ca_file=settings.ca_file,
    )
    page = ClubSubscriber(reader, tables)
    page.start()
    expected = [("window", "Window", True)]
    eventually(
        lambda: [(table.id, table.state.table, table.online) for table in tables.tables()] == expected,
        "the table on the page",
    )
    page.stop()
    table.close()
    store.close()


def test_a_table_writes_nothing_of_another(club: Club, tmp_path: Path) -> None:
    settings = join(club.invitation("door"), ClubSettings(), tmp_path)
    for where, allowed in (
        ("companion/tables/door/state", True),
        ("homeassistant/device/companion-door/config", True),
        ("companion/tables/window/state", False),
        ("companion/tables/doors/state", False),
        ("homeassistant/device/companion-window/config", False),
        ("homeassistant/light/lamp/config", False),
    ):
        assert _publishes(settings, where) == allowed, where


def _publishes(settings: ClubSettings, where: str) -> bool:
    reasons: list[bool] = []
    client = make_client("test", settings)
    client.on_publish = lambda _, __, ___, reason, ____: reasons.append(reason.is_failure)
    client.on_connect = lambda client, *_: client.publish(where, b"x", qos=1)
    client.loop_start()
    eventually(lambda: reasons, where)
    client.disconnect()
    client.loop_stop()
    return not reasons[0]


def test_a_table_invited_again_has_another_password(tmp_path: Path) -> None:
    folder = tmp_path
    first = invite(folder, "Bar", "127.0.0.1", 1)
    again = invite(folder, "Bar", "127.0.0.1", 1)
    assert first.password != again.password
    assert first.certificate == again.certificate
    assert (folder / "access.conf").read_text().count("user bar") == 1
    assert (folder / "passwords").read_text().count("bar:") == 1


def test_a_name_with_other_letters_is_in_the_certificate_as_dns_has_it(tmp_path: Path) -> None:
    first, second = (invite(tmp_path, table, "bücher.local", 1) for table in ("Bar", "Door"))
    assert (first.host, first.certificate) == ("bücher.local", second.certificate)
    made = x509.load_pem_x509_certificate((tmp_path / CERTIFICATE).read_bytes())
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["xn--bcher-kva.local"]


@pytest.mark.parametrize(
    ("table", "host", "said"),
    [
        ("a" * 61, "club.local", "cannot be the name of a table"),
        ("Bar\nuser door", "club.local", "cannot be the name of a table"),
        ("!!!", "club.local", "cannot be the name of a table"),
        ("Bar", "bücher..local", "is no name of a broker"),
        ("Bar", "a" * 64, "is no name of a broker"),
    ],
)
def test_what_no_table_could_read_is_not_written(table: str, host: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=said):
        invite(tmp_path, table, host, 1)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "content"),
    [("broker.pem", b"\xff"), ("broker.pem", b"hello"), ("passwords", b"\xff"), ("access.conf", b"\xff")],
)
def test_a_damaged_file_of_the_broker_is_named(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BrokenFile, match=f"{name} cannot be read"):
        invite(tmp_path, "Bar", "club.local", 1)


def test_another_broker_in_its_place_is_refused(club: Club, tmp_path: Path) -> None:
    with pytest.raises(BrokerRefused, match="its certificate is another"):
        join(structs.replace(club.invitation("window"), certificate="00" * 32), ClubSettings(), tmp_path)
    with pytest.raises(BrokerRefused, match="does not answer"):
        join(structs.replace(club.invitation("window"), port=1), ClubSettings(), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "!!", "Club", "home"])
def test_a_name_that_cannot_be_one(tmp_path: Path, name: str) -> None:
    assert main(["invite", name, "--broker", "club.local", "--folder", str(tmp_path)]) == 1
