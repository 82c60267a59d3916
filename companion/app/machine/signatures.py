"""Signatures of releases: nothing of a release is read, unpacked or run before its signature is right.

Signatures are those of OpenSSH (``ssh-keygen -Y sign``, PROTOCOL.sshsig), for archives as for git tags. The
keys that may sign stand in `SIGNERS`, which only root can write; ``deploy/sign-release`` signs.
"""

import subprocess
from pathlib import Path

from companion.errors import UpdateRefused
from companion.locale.messages import gettext

SIGNERS = Path("/etc/table-companion/allowed_signers")
"""The keys that may sign releases (ssh-keygen(1), ALLOWED SIGNERS); written by deploy/install."""
SIGNER = "release"
"""The name of the signer in that file."""
NAMESPACE = "table-companion"
"""The namespace of archives' signatures: a signature made for anything else does not count."""
SUFFIX = ".sig"
"""Added to an archive's name for its signature."""
TIMEOUT_S = 60.0


def check_archive(archive: Path, signature: Path, signers: Path = SIGNERS) -> None:
    """Check that an archive is signed by a key of the signers.

    Raises:
        OSError: a file cannot be read, or ``ssh-keygen`` is missing.
        UpdateRefused: it is not signed, or the signature is wrong.
    """
    _need(signers)
    if not signature.is_file():
        raise UpdateRefused(
            "{name} is not signed: {name}{suffix} is missing. This version stays.",
            name=archive.name,
            suffix=SUFFIX,
        )
    trusted = ["-f", str(signers), "-I", SIGNER, "-n", NAMESPACE]
    command = ["ssh-keygen", "-Y", "verify", *trusted, "-s", str(signature)]
    with archive.open("rb") as content:
        done = subprocess.run(command, stdin=content, capture_output=True, timeout=TIMEOUT_S, check=False)
    if done.returncode:
        raise UpdateRefused("{name} has a wrong signature. This version stays.", name=archive.name)


def check_tag(repository: Path, tag: str, signers: Path = SIGNERS) -> None:
    """Check that a tag of a git repository is signed by a key of the signers.

    Raises:
        OSError: ``git`` is missing.
        UpdateRefused: it is not signed, or the signature is wrong.
    """
    _need(signers)
    settings = ("gpg.format=ssh", f"gpg.ssh.allowedSignersFile={signers}", "gpg.ssh.program=ssh-keygen")
    chosen = [word for setting in settings for word in ("-c", setting)]
    command = ["git", "-C", str(repository), *chosen, "verify-tag", "--", tag]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S, check=False
    )
    if done.returncode:
        raise UpdateRefused("Tag {tag} is not signed by a known key. This version stays.", tag=tag)


def _need(signers: Path) -> None:
    if not signers.is_file():
        raise UpdateRefused(
            gettext(
                "No key for new versions is installed, so none can be checked. Run deploy/install "
                "from a clone."
            )
        )
