"""`companion club`: serve one web page with all tables of a club, and its league table."""

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
from contextlib import closing
from datetime import date
from pathlib import Path

from aiohttp import web

from companion.app.machine.settings import ClubSettings
from companion.club.broker import read_address, require_mqtt
from companion.club.league import ORDERS, Season
from companion.club.live_tables import LiveTables
from companion.club.store import FILE, ClubStore
from companion.club.web_server import ClubPage, make_app
from companion.commands.arguments import refused, whole_number
from companion.commands.output import say
from companion.data_folder import data_folder, keep_private
from companion.external_files import files
from companion.locale.messages import gettext

PASSWORD = "COMPANION_CLUB_PASSWORD"
"""The environment variable with the password, so that it does not appear in process lists."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--broker", metavar="HOST[:PORT]", required=True, help=gettext("the club's MQTT broker")
    )
    parser.add_argument("--user", metavar="NAME", default="", help=gettext("the user at the broker"))
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        type=Path,
        help=gettext("its password; or set {variable} to it", variable=PASSWORD),
    )
    parser.add_argument(
        "--tls", action="store_true", help=gettext("the connection to the broker is encrypted")
    )
    parser.add_argument(
        "--ca",
        metavar="FILE",
        default="",
        help=gettext("the certificate that signed the broker's, with --tls"),
    )
    parser.add_argument("--data", metavar="DIR", type=Path, help=gettext("the folder for the league"))
    parser.add_argument(
        "--host", default="", metavar="ADDRESS", help=gettext("serve this address only, not all")
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=8080,
        metavar="N",
        help=gettext("port of the page (8080)"),
    )
    parser.add_argument(
        "--league", choices=ORDERS, default="score", help=gettext("what the league is sorted by (score)")
    )
    parser.add_argument("--season", metavar="NAME", default="", help=gettext("name of the season"))
    parser.add_argument(
        "--from", dest="first", metavar="DAY", type=_day, default="", help=gettext("its first day")
    )
    parser.add_argument(
        "--until", dest="last", metavar="DAY", type=_day, default="", help=gettext("its last day")
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped; return the exit code."""
    require_mqtt()
    # paho is there only with the extra `club`.
    from companion.club.subscriber import ClubSubscriber

    broker = _broker(arguments)
    folder = arguments.data or data_folder()
    keep_private(folder)
    with closing(ClubStore(folder / FILE)) as store:
        season = Season(arguments.season, arguments.first, arguments.last)
        tables = LiveTables(store, season=season)
        subscriber = ClubSubscriber(broker, tables)
        page = ClubPage(tables, arguments.league, lambda: subscriber.status)
        logging.getLogger("companion.club").setLevel(logging.INFO)
        subscriber.start()
        try:
            asyncio.run(_serve(page, arguments.host or None, arguments.port))
        except OSError as error:
            said = gettext(
                "The page cannot be served on port {port}: {error}.",
                port=arguments.port,
                error=error.strerror,
            )
            say(said, file=sys.stderr)
            return 1
        finally:
            subscriber.stop()
    return 0


async def _serve(page: ClubPage, host: str | None, port: int) -> None:
    runner = web.AppRunner(make_app(page), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        port = runner.addresses[0][1]
        address = f"http://{host or socket.gethostname()}:{port}/"
        say(gettext("The club's page: {address}", address=address), flush=True)
        stopped = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
        await stopped.wait()
    finally:
        await runner.cleanup()


def _day(text: str) -> str:
    """Check a day such as ``2026-11-24``; empty for none."""
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError as error:
        raise refused(gettext("{text!r} is no day: write it as 2026-11-24", text=text)) from error


def _broker(arguments: argparse.Namespace) -> ClubSettings:
    host, port = read_address(arguments.broker)
    password = os.environ.get(PASSWORD, "")
    if arguments.password_file is not None:
        password = files.read_text(arguments.password_file).strip()
    return ClubSettings(
        host=host, port=port, user=arguments.user, password=password, tls=arguments.tls, ca_file=arguments.ca
    )
