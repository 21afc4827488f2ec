"""The addresses that ``--screen lan`` offers, in networks of our own if the system lets us make them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from served import session_of, small

from facilitator.cli import input_lines, output, play
from facilitator.installing import install_command
from facilitator.play.clients import Clients
from facilitator.web import network
from facilitator.web.address import ScreenScope, ScreenTarget
from facilitator.web.network import OwnAddress, rank_addresses
from facilitator.web.page_data import PageState
from facilitator.web.server import Server
from programs import run, table

NAMESPACE = ["unshare", "--net"] if os.name == "posix" and os.geteuid() == 0 else ["unshare", "-rn"]
PROBE = """
import json
from facilitator.web.network import own_addresses
print(json.dumps([address.number for address in own_addresses()]))
"""


def can_make_networks() -> bool:
    """Return whether this system lets us make a network namespace with interfaces in it."""
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        return False
    tried = subprocess.run([*NAMESPACE, "ip", "link", "add", "wlan0", "type", "veth"], capture_output=True)
    return tried.returncode == 0


def commands(interfaces: list[str]) -> str:
    """Return shell commands that make interfaces; each is a name, an address and perhaps ``route``."""
    lines = ["ip link set lo up"]
    for interface in interfaces:
        name, address, *route = interface.split()
        lines += [
            f"ip link add {name} type veth",
            f"ip addr add {address} dev {name}",
            f"ip link set {name} up",
        ]
        lines += [f"ip route add default dev {name}"] * len(route)
    return "\n".join(lines)


def offered(interfaces: list[str]) -> list[str]:
    """Return the offered addresses, of real interfaces if we can make them, else as they would be listed."""
    if can_make_networks():
        script = f'{commands(interfaces)}\nexec "$0" -c "$1"'
        words = [*NAMESPACE, "sh", "-ec", script, sys.executable, PROBE]
        found: list[str] = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
        return found
    split = [interface.split() for interface in interfaces]
    own = [OwnAddress(at.partition("/")[0], name, int(at.partition("/")[2])) for name, at, *_ in split]
    routed = next((at.partition("/")[0] for _, at, *route in split if route), "")
    return [address.number for address in rank_addresses([OwnAddress("127.0.0.1", "lo", 8), *own], routed)]


@pytest.mark.parametrize(
    ("interfaces", "numbers"),
    [
        ([], []),
        (["wlan0 10.42.0.1/24"], ["10.42.0.1"]),
        (["tun0 10.8.0.2/24 route", "wlan0 192.168.1.23/24"], ["192.168.1.23", "10.8.0.2"]),
        (["corp 10.9.0.7/32 route", "wlan0 192.168.1.23/24"], ["192.168.1.23", "10.9.0.7"]),
        (
            ["docker0 172.17.0.1/16", "br-0123456789ab 172.18.0.1/16", "eth0 198.18.0.5/24"],
            ["198.18.0.5", "172.17.0.1", "172.18.0.1"],
        ),
        (["eth0 203.0.114.9/24 route", "br0 192.168.7.2/24"], ["192.168.7.2", "203.0.114.9"]),
        (["eth0 169.254.7.7/16", "wlan0 10.0.0.5/8 route"], ["10.0.0.5", "169.254.7.7"]),
        (["eth0 10.0.0.5/24", "wlan0 192.168.1.23/24 route"], ["192.168.1.23", "10.0.0.5"]),
    ],
    ids="none hotspot vpn point_to_point containers public self_assigned routed".split(),
)
def test_reachable_addresses_come_first(interfaces: list[str], numbers: list[str]) -> None:
    assert offered(interfaces) == numbers


@pytest.mark.parametrize(
    ("interface", "is_side"),
    [
        ("utun3", True),
        ("wg0", True),
        ("WireGuard Tunnel", True),
        ("vEthernet (WSL)", True),
        ("VirtualBox Host-Only Ethernet Adapter", True),
        ("bridge100", False),
        ("WLAN Microsoft Wi-Fi Direct Virtual Adapter", False),
        ("Ethernet Realtek PCIe GbE Family Controller", False),
    ],
)
def test_tunnels_and_virtual_machines_come_last(interface: str, is_side: bool) -> None:
    found = [OwnAddress("10.8.0.2", interface), OwnAddress("192.168.1.23", "wlan0")]
    assert [address.interface for address in rank_addresses(found, "10.8.0.2")][is_side] == interface


@pytest.fixture
def page() -> Iterator[Server]:
    found = Server(PageState(Clients(session_of(small()))), ScreenScope.LAN)
    found.start()
    yield found
    found.stop()


@pytest.mark.parametrize(
    ("chosen", "own", "hosts", "said"),
    [
        ("", ["192.168.1.23"], ["192.168.1.23"], ""),
        ("", ["192.168.1.24"], ["192.168.1.24"], ""),
        ("", ["192.168.1.23", "10.8.0.2"], ["192.168.1.23", "10.8.0.2"], "other addresses of this machine"),
        ("10.8.0.2", ["192.168.1.23", "10.8.0.2"], ["10.8.0.2"], ""),
        ("10.8.0.2", ["192.168.1.23"], ["192.168.1.23"], "no longer has the address 10.8.0.2"),
        ("", [], [], "is in no network"),
    ],
)
def test_every_current_address_is_offered(
    page: Server, chosen: str, own: list[str], hosts: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = [OwnAddress(number, f"net{at}") for at, number in enumerate(own)]
    monkeypatch.setattr(network, "own_addresses", lambda: addresses)
    with redirect_stdout(StringIO()) as written:
        play.tell_address(page, ScreenTarget(ScreenScope.LAN, chosen))
    told = " ".join(written.getvalue().split())
    assert re.findall(r"http://([\d.]+):", told) == hosts
    assert said in told


@pytest.mark.parametrize(
    ("screen", "own", "said"),
    [
        ("lan=192.168.1.99", ["192.168.1.23", "10.8.0.2"], "Choose one of 192.168.1.23 or 10.8.0.2"),
        (
            "LAN=192.168.1.99",
            ["192.168.1.23", "10.8.0.2", "172.17.0.1"],
            "Choose one of 192.168.1.23, 10.8.0.2 or 172.17.0.1",
        ),
        ("192.168.1.23", ["192.168.1.23"], "--screen this or lan"),
        ("lan=laptop.local", ["192.168.1.23"], "Choose one of 192.168.1.23"),
        ("lan", [], "Join a network or make one, such as a phone's hotspot"),
        ("lan=", ["192.168.1.23"], "--screen this or lan"),
        ("this=192.168.1.23", ["192.168.1.23"], "--screen this or lan"),
    ],
)
def test_an_address_of_another_machine_is_rejected(
    screen: str, own: list[str], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: [OwnAddress(number, "net") for number in own])
    monkeypatch.setattr(input_lines, "choose_source", lambda echo: input_lines.Terminal())
    done = run("play", table(tmp_path), "--screen", screen)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert [file.name for file in tmp_path.iterdir()] == ["friday.yaml"]


@pytest.mark.parametrize(
    ("environment", "is_coloured"),
    [
        *(({"TERM": term}, term in ("xterm", "")) for term in ("xterm", "", "dumb", "unknown", "DUMB")),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
    ],
)
def test_the_symbol_can_be_read_on_any_background(
    page: Server, environment: dict[str, str], is_coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a reader that does not try the symbol inverted. Without colours nobody knows what the background is."""
    for name, value in {"NO_COLOR": "", **environment}.items():
        monkeypatch.setenv(name, value)
    assert output.has_colours() == is_coloured
    monkeypatch.setattr(network, "own_addresses", lambda: [OwnAddress("127.0.0.1", "net")])
    with redirect_stdout(StringIO()) as written:
        play.tell_address(page, ScreenTarget(ScreenScope.LAN))
    lines = [line.ljust(100) for line in written.getvalue().splitlines()]
    for ink, paper in ((255, 0), (0, 255)):
        rows = [[ink if sign in half else paper for sign in line] for line in lines for half in ("▀█", "▄█")]
        image = np.kron(np.array(rows), np.ones((4, 4))).astype(np.uint8)
        found = {code.text for code in zxingcpp.read_barcodes(image, try_invert=False)}
        # coloured: always light on dark
        assert found == ({page.address()} if ink or not is_coloured else set())


def test_packages_are_installed_where_the_program_runs(tmp_path: Path) -> None:
    for name, file, start in (
        ("plain", "pyvenv.cfg", f"{sys.executable} -m pip install"),
        ("facilitator-2", "pipx_metadata.json", "pipx inject facilitator-2"),
        ("facilitator", "uv-receipt.toml", f"uv pip install --python {sys.executable}"),
    ):
        prefix = tmp_path / name
        prefix.mkdir()
        (prefix / file).touch()
        assert install_command("starlette", "uvicorn", prefix=prefix) == f"{start} starlette uvicorn"
