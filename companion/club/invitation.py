"""An invitation to a club: what a table needs to join, as one text that fits into a QR code.

``companion invite`` writes it and gives the table a user of its own at the broker; the table reads it with
its camera or from a memory stick. The broker's certificate is named by its SHA-256, so nobody else can take
its place.
"""

import ssl
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.app.machine.settings import ClubSettings
from companion.club.messages import Hex64, TopicName, Word
from companion.errors import BrokenFile, BrokerRefused
from companion.external_files.files import atomic_write, read_text
from companion.locale.messages import gettext

PREFIX = "companion-club:"
"""An invitation begins like this."""
MAX_TEXT = 2000
FILES = "companion-invitation*.txt"
"""Pattern of invitations on a memory stick."""
CERTIFICATE = "club-broker.pem"
"""The broker's certificate, in the data folder of a table."""
TIMEOUT_S = 10.0


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table needs to join.

    Attributes:
        host: name or address of the broker.
        port: its port.
        table: the name that the table gets on the club's page.
        user: the table's own user, which is its name in topics too.
        password: of that user.
        certificate: SHA-256 of the broker's certificate, in hexadecimal.
    """

    host: Annotated[str, Meta(min_length=1, max_length=200)]
    port: Annotated[int, Meta(ge=1, le=65535)]
    table: Word
    user: TopicName
    password: Annotated[str, Meta(min_length=8, max_length=100)]
    certificate: Hex64


def write_invitation(invitation: Invitation) -> str:
    """Return an invitation as text."""
    return PREFIX + msgspec.json.encode(invitation).decode()


def read_invitation(text: str) -> Invitation:
    """Read an invitation.

    Raises:
        BrokenFile: the text is none.
    """
    text = text.strip()
    if len(text) > MAX_TEXT or not text.startswith(PREFIX):
        raise BrokenFile(
            gettext("This is no invitation to a club. The club makes one with: companion invite TABLE")
        )
    try:
        return msgspec.json.decode(text.removeprefix(PREFIX), type=Invitation)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenFile(
            "This invitation is damaged: {error}. Ask the club for another.", error=error
        ) from error


def find_invitation(folder: Path) -> Invitation:
    """Read the newest invitation in a folder, such as a memory stick.

    Raises:
        BrokenFile: there is none, or it is damaged.
        OSError: it cannot be read.
    """
    found = sorted(folder.glob(FILES), key=lambda path: path.stat().st_mtime)
    if not found:
        raise BrokenFile("There is no invitation ({files}) on this stick.", files=FILES)
    return read_invitation(read_text(found[-1], MAX_TEXT))


def join(invitation: Invitation, settings: ClubSettings, folder: Path) -> ClubSettings:
    """Return the settings of a table that joins; waits for the broker's certificate.

    Args:
        invitation: the invitation.
        settings: of the table so far.
        folder: the data folder, in which the certificate is kept.

    Raises:
        BrokerRefused: the broker is not there, or another one has taken its place.
    """
    try:
        found = ssl.get_server_certificate((invitation.host, invitation.port), timeout=TIMEOUT_S)
        fingerprint = sha256(ssl.PEM_cert_to_DER_cert(found)).hexdigest()
    except (OSError, ValueError) as error:
        raise BrokerRefused(
            "The club's broker {host} does not answer ({error}). Is this machine in the club's network?",
            host=invitation.host,
            error=error,
        ) from error
    if fingerprint != invitation.certificate:
        raise BrokerRefused(
            "{host} is not the broker of this invitation: its certificate is another. "
            "Ask the club for a new invitation.",
            host=invitation.host,
        )
    path = folder / CERTIFICATE
    atomic_write(path, found)
    return replace(
        settings,
        on=True,
        host=invitation.host,
        port=invitation.port,
        table=invitation.table,
        user=invitation.user,
        password=invitation.password,
        topic=invitation.user,
        tls=True,
        ca_file=str(path),
    )
