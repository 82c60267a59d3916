"""Results are signed by the table's own key, so that no other table can change or invent them (Ed25519).

The key is made once for each data folder. The club keeps the first key it hears from a table, and refuses
results of that table with any other (trust on first use).
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Raw, Struct

from companion.club.messages import GameOutcome, Hex64, Hex128, decode, encode
from companion.errors import MalformedMessage

_PURPOSE = b"table-companion result\n"


class SignedResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A result as it is sent.

    Attributes:
        result: the `GameOutcome` as JSON, as it was signed.
        key: the table's public key, in hexadecimal.
        signature: over purpose, table and result, in hexadecimal.
    """

    result: Raw
    key: Hex64
    signature: Hex128


def new_key() -> bytes:
    """Return a new private key."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def sign(key: bytes, table: str, result: bytes) -> bytes:
    """Sign a result.

    Args:
        key: the table's private key.
        table: the table's name in topics, so that another table cannot send the result as its own.
        result: the message.
    """
    private = Ed25519PrivateKey.from_private_bytes(key)
    signature = private.sign(_signed(table, result))
    public = private.public_key().public_bytes_raw()
    return encode(SignedResult(Raw(result), public.hex(), signature.hex()))


def check(table: str, payload: bytes) -> tuple[str, GameOutcome]:
    """Check a signed result; return the key that signed it, in hexadecimal, and the result.

    Raises:
        MalformedMessage: it is not signed, or the signature is wrong.
    """
    signed = decode(payload, SignedResult)
    result = bytes(signed.result)
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.key))
    try:
        public.verify(bytes.fromhex(signed.signature), _signed(table, result))
    except InvalidSignature as error:
        raise MalformedMessage(f"The signature of a result of table {table} is wrong.") from error
    return signed.key, decode(result, GameOutcome)


def _signed(table: str, result: bytes) -> bytes:
    return _PURPOSE + table.encode() + b"\n" + result
