"""Find the addresses in the local network at which phones can reach this computer."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address
from typing import NamedTuple

import ifaddr

SIDE_NETWORKS = re.compile(
    r"tun\d|tap\d|vti\d|^wg|^ppp|^ipsec|^zt|^nordlynx|^docker|^br-[0-9a-f]{12}$|^veth|^virbr|^vnet|^vmnet|^vboxnet"
    r"|^lx[cd]|^podman|^cni|^flannel|^cali[0-9a-f]"
    r"|vpn|wireguard|tap-windows|tunnel|tailscale|zerotier|virtualbox|vmware|hyper-v|vethernet|wsl",
    re.IGNORECASE,
)
"""Pattern for names of network interfaces that phones cannot reach: tunnels, containers, virtual machines."""
POINT_TO_POINT = 31
"""Minimum prefix length of networks with one or two computers. Such networks are usually tunnels."""


class OwnAddress(NamedTuple):
    """IPv4 address of this computer.

    Attributes:
        number: The address.
        interface: Name of the network interface.
        prefix: Length of the network prefix.
    """

    number: str
    interface: str
    prefix: int = 24


def own_addresses() -> list[OwnAddress]:
    """Return the addresses of this computer, best address for phones first."""
    found: list[OwnAddress] = []
    with suppress(OSError):  # Some systems require special rights for this.
        for adapter in ifaddr.get_adapters():
            for address in adapter.ips:
                if isinstance(address.ip, str):
                    name = " ".join(dict.fromkeys((address.nice_name, adapter.nice_name)))
                    found.append(OwnAddress(address.ip, name, address.network_prefix))
    return rank_addresses(found, _routed_address())


def rank_addresses(found: Iterable[OwnAddress], routed: str = "") -> list[OwnAddress]:
    """Sort addresses by type: private, public, link-local, probably unreachable.

    Args:
        found: Addresses to sort.
        routed: Address for internet connections, if known. It precedes other addresses of the same type.
    """
    unique = {address.number: address for address in found}
    if routed:
        unique.setdefault(routed, OwnAddress(routed, ""))
    return sorted(filter(_is_usable, unique.values()), key=lambda address: _rank(address, routed))


def _is_usable(address: OwnAddress) -> bool:
    number = IPv4Address(address.number)
    return not (number.is_loopback or number.is_unspecified or number.is_multicast)


def _rank(address: OwnAddress, routed: str) -> tuple[bool, bool, bool, bool]:
    number = IPv4Address(address.number)
    is_side = address.prefix >= POINT_TO_POINT or SIDE_NETWORKS.search(address.interface) is not None
    return is_side, number.is_link_local, not number.is_private, address.number != routed


def _routed_address() -> str:
    """Return this computer's address for internet connections, or "". No data is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # TEST-NET-1 (RFC 5737)
        return str(probe.getsockname()[0])
    return ""
