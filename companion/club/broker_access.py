"""What the club's broker (Mosquitto) reads: passwords, who may do what, and a certificate of its own.

Each table has a user of its own, who may write below the table's own topics and nothing else. Mosquitto reads
the files again when it gets SIGHUP.
"""

import base64
import hashlib
import ipaddress
import os
import re
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from companion.club.home_assistant import discovery_topic
from companion.club.invitation import Invitation
from companion.club.messages import ROOT, clean_text
from companion.errors import BrokenFile, UnknownName
from companion.external_files.files import atomic_write, read_text, unreadable

PASSWORDS, ACCESS, KEY, CERTIFICATE = "passwords", "access.conf", "broker.key", "broker.pem"
"""The files in the broker's folder."""
READERS = ("club", "home")
"""The users who only read: the page, and Home Assistant."""
YEARS = 10
SALT_BYTES = 12
"""Mosquitto reads no other length."""
_ITERATIONS = 101
"""As Mosquitto itself takes; the passwords here are random."""


def invite(folder: Path, table: str, host: str, port: int) -> Invitation:
    """Give a table a user of its own at the broker, with a new password; a table may be invited again.

    Args:
        folder: the broker's folder.
        table: the table's name.
        host: the broker's name or address, as tables reach it.
        port: its port for TLS.

    Raises:
        UnknownName: the name has no letter or digit, or is too long; or the host is no name.
        OSError, BrokenFile: the files cannot be written, or those that are there not read.
    """
    user = re.sub(r"[^0-9a-z]+", "-", table.casefold()).strip("-")[:40].strip("-")
    if not user or user in READERS or clean_text(table) != table.strip():
        raise UnknownName("{name!r} cannot be the name of a table. Give it another one.", name=table)
    certificate = _certificate(folder, host)
    password = secrets.token_urlsafe(15)
    set_password(folder, user, password)
    _allow(folder, user)
    fingerprint = hashlib.sha256(certificate.public_bytes(serialization.Encoding.DER)).hexdigest()
    return Invitation(host, port, table, user, password, fingerprint)


def set_password(folder: Path, user: str, password: str) -> None:
    """Set a user's password, hashed as mosquitto_passwd does it (PBKDF2, SHA-512)."""
    path, salt = folder / PASSWORDS, os.urandom(SALT_BYTES)
    hashed = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ITERATIONS)
    parts = (str(_ITERATIONS), base64.b64encode(salt).decode(), base64.b64encode(hashed).decode())
    lines = read_text(path).splitlines() if path.exists() else []
    kept = [line for line in lines if line.partition(":")[0] != user]
    atomic_write(path, "\n".join((*kept, f"{user}:$7${'$'.join(parts)}")) + "\n", private=True)


def users(folder: Path) -> list[str]:
    """List the users that have a password."""
    path = folder / PASSWORDS
    return [line.partition(":")[0] for line in read_text(path).splitlines()] if path.exists() else []


def _allow(folder: Path, user: str) -> None:
    """Let a table write below its own topics."""
    path = folder / ACCESS
    text = read_text(path) if path.exists() else ""
    if f"user {user}" in text.splitlines():
        return
    lines = (f"user {user}", f"topic write {ROOT}/{user}/#", f"topic write {discovery_topic(user)}")
    atomic_write(path, "\n".join((text.rstrip(), "", *lines)) + "\n")


def _certificate(folder: Path, host: str) -> x509.Certificate:
    """Return the broker's certificate, which signs itself; make one if there is none for this name."""
    path = folder / CERTIFICATE
    if path.exists():
        try:
            found = x509.load_pem_x509_certificate(read_text(path).encode())
            names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (ValueError, x509.ExtensionNotFound) as error:
            raise BrokenFile(unreadable(path, error)) from error
        if _name(host) in list(names):
            return found
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "The club's broker")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A Pi without a battery may think that it is years ago.
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(now + timedelta(days=365 * YEARS))
        .add_extension(x509.SubjectAlternativeName([_name(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.KeyUsage(True, False, False, False, False, True, True, False, False), critical=True
        )
        .sign(key, hashes.SHA256())
    )
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    atomic_write(folder / KEY, key.private_bytes(*plain), private=True)
    atomic_write(path, made.public_bytes(serialization.Encoding.PEM))
    return made


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        try:
            return x509.DNSName(host.encode("idna").decode())
        except UnicodeError as error:
            raise UnknownName("{host!r} is no name of a broker: {error}.", host=host, error=error) from error
