"""The networks of this machine on which phones can reach it."""

import fcntl
import socket
import struct

from companion.app.night.phones import NetworkInterface

SIOCGIFADDR = 0x8915
"""Linux: asks for the IPv4 address of a network interface (netdevice(7))."""


def network_interfaces() -> tuple[NetworkInterface, ...]:
    """Return the networks with an IPv4 address, the one with the default route first.

    The loopback interface is left out: phones cannot reach it.
    """
    usual = _usual_address()
    found = [
        NetworkInterface(name, address)
        for _, name in socket.if_nameindex()
        if (address := _address_of(name)) and not address.startswith("127.")
    ]
    return tuple(sorted(found, key=lambda interface: interface.address != usual))


def _address_of(name: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        request = struct.pack("256s", name.encode()[:15])
        try:
            answer = fcntl.ioctl(line.fileno(), SIOCGIFADDR, request)
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def _usual_address() -> str | None:
    """Return the address that packets to the internet would be sent from; sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737); nothing is sent
            return str(line.getsockname()[0])
    except OSError:
        return None
