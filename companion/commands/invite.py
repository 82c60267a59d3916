"""``companion invite``: give tables users of their own at the club's broker, and write their invitations."""

import argparse
import io
import secrets
from pathlib import Path

from companion.club.broker import read_address, require_mqtt
from companion.club.invitation import write_invitation
from companion.commands.output import say
from companion.external_files.files import atomic_write
from companion.locale.messages import gettext

PORT = 8883


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "tables", nargs="+", metavar="TABLE", help=gettext("the name of a table, such as Window")
    )
    parser.add_argument(
        "--broker", metavar="HOST[:PORT]", required=True, help=gettext("the broker, as tables reach it")
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("deploy/club"),
        metavar="DIR",
        help=gettext("the broker's files (deploy/club)"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Write users, access list and invitations; print each as a QR code."""
    require_mqtt()
    import segno

    # The certificate's library is there only with the extra `club`.
    from companion.club.broker_access import READERS, invite, set_password, users

    folder: Path = arguments.folder
    host, port = read_address(arguments.broker)
    for reader in READERS:
        if reader not in users(folder):
            password = secrets.token_urlsafe(15)
            set_password(folder, reader, password)
            say(gettext("Password of {reader}: {password}", reader=reader, password=password))
            if reader == "club":
                atomic_write(folder / ".env", f"CLUB_PASSWORD={password}\n", private=True)
    for table in arguments.tables:
        invitation = invite(folder, table, host, port or PORT)
        text = write_invitation(invitation)
        path = folder / f"companion-invitation-{invitation.user}.txt"
        atomic_write(path, f"{text}\n", private=True)
        code = segno.make(text, error="m", micro=False)
        picture = path.with_suffix(".svg")
        drawn = io.BytesIO()
        code.save(drawn, kind="svg", scale=8)
        atomic_write(picture, drawn.getvalue(), private=True)
        said = gettext(
            "{table}: {file} (for a memory stick), {picture} (to print or show to its camera)",
            table=table,
            file=path,
            picture=picture,
        )
        say("", said, "", sep="\n")
        code.terminal(compact=True)
    command = "sudo chown 1883 passwords access.conf broker.key broker.pem && docker compose restart broker"
    say("", gettext("The broker reads the new users after: {command}", command=command), sep="\n")
    return 0
