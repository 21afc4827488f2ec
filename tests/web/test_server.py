"""The page's server: who gets in, what is refused and how, and that nothing refused changes anything."""

from __future__ import annotations

import json
import os
import random
import re
import socket
import stat
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from served import USUAL_RATE, Served, number_of, served, session_of, small

from facilitator.play.clients import Clients
from facilitator.play.prompt import StepPrompt
from facilitator.web import connections, server
from facilitator.web.address import Address, ScreenScope, get_address_path, keep, load_address
from facilitator.web.connections import Limits
from facilitator.web.page_data import LARGEST_RECORD, PageState
from facilitator.web.server import BURST, HEADERS, LARGEST, Server
from sessions import entries


@pytest.fixture
def one() -> Iterator[Served]:
    with served(session_of(small())) as found:
        yield found


def test_all_files_of_the_page_are_served(one: Served) -> None:
    status, page, headers = one.caller.ask()
    assert status == 200
    assert b"<title>" in page
    assert headers["content-type"].startswith("text/html")
    scripts = ("page", "picture", "pads", "voice", "lit", "able", "syntax", "witness")
    for name in ("page.css", "icon.svg", *(f"{script}.js" for script in scripts)):
        status, body, headers = one.caller.ask(name)
        assert (status, bool(body)) == (200, True)
        assert headers | HEADERS == headers, name
    assert one.caller.ask("../server.py")[0] == one.caller.ask("server.py")[0] == 404


def test_without_the_token_nothing_is_served(one: Served) -> None:
    token = one.caller.path.strip("/")
    wrong = f"/ /state /answer /favicon.ico /{token[:-1]}/ /{token}x/state /%2e/ /%C3%A9/ //"
    for path in wrong.split():
        status, body, headers = one.caller.ask(path)
        assert (status, body) == (403, b"Forbidden.\n"), path
        assert headers | HEADERS == headers
    assert len(token) >= 20


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("evil.example", 403),
        ("127.0.0.1.evil.example:80", 403),
        ("localhost", 200),
        ("192.168.1.7:80", 200),
        ("[::1]", 200),
    ],
)
def test_only_numeric_addresses_of_this_machine_are_accepted(one: Served, host: str, status: int) -> None:
    assert one.caller.ask("words", Host=host)[0] == status


def test_another_page_may_not_send_taps(one: Served) -> None:
    body = json.dumps({"prompt": one.caller.prompt_id(1), "input": "done"}).encode()
    stranger = {"content_type": "application/json", "Origin": "http://evil.example"}
    assert one.caller.ask("answer", "POST", body, **stranger)[:2] == (403, b"Forbidden.\n")
    ours = f"http://{one.caller.host}:{one.caller.port}"
    assert one.caller.ask("answer", "POST", body, content_type="application/json", Origin=ours)[0] == 200


def test_a_tap_is_one_answer(one: Served) -> None:
    before = one.caller.state()
    assert one.caller.tap(before["prompt"], "done")[0] == 200
    again = one.caller.tap(before["prompt"], "done")
    assert again[0] == 409
    assert "already" in again[1]["said"][0]
    assert number_of(one.caller.state()) == number_of(before) + 1


def test_two_phones_that_tap_at_once_give_one_answer(one: Served) -> None:
    for _ in range(8):
        number, kept = one.session.get_prompt().number, len(entries(one.session))
        gate = threading.Barrier(3)
        statuses: list[int] = []

        def tap(number: int = number, gate: threading.Barrier = gate, statuses: list[int] = statuses) -> None:
            gate.wait()
            statuses.append(one.caller.tap(number, "done")[0])

        phones = [threading.Thread(target=tap) for _ in range(3)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        if one.session.get_prompt().number == number:  # an answer is asked for, which nobody tapped
            assert statuses == [409, 409, 409]
            assert len(entries(one.session)) == kept
            one.terminal.rehearse()
        else:
            assert sorted(statuses) == [200, 409, 409]
            assert one.session.get_prompt().number == number + 1


def test_a_tap_that_comes_too_soon_is_ignored() -> None:
    with served(session_of(small()), hurried=True) as one:
        while (
            not isinstance(one.session.get_prompt().asked, StepPrompt)
            or one.session.get_prompt().asked.question
        ):
            one.terminal.rehearse()
        number = one.session.get_prompt().number
        status, said = one.caller.tap(number, "done")
        assert (status, said["taken"], one.session.get_prompt().number) == (200, False, number)
        assert "too soon" in said["said"][0]
        assert one.caller.state()["rest"] == 400


def test_inputs_that_are_not_offered_are_rejected(one: Served) -> None:
    kept = entries(one.session)
    starts = '{"start":"7R","first":"Nobody"}', '{"start":"WR","first":"Ana"}'
    for key in ("", "stop", "say αβ", "void", *starts):
        assert one.caller.tap(1, key)[0] == 409, key
    for prompt in (0, -1, 2, 10**30):
        assert one.caller.tap(prompt, "done")[0] == 409, prompt
    assert entries(one.session) == kept


def test_locked_screens_change_nothing(one: Served) -> None:
    one.room.lock(True)
    before, kept = one.caller.state(), entries(one.session)
    assert before["locked"] is True
    assert before["offers"] == []
    assert one.caller.tap(before["prompt"], "done")[0] == 409
    assert one.caller.state() == before
    assert entries(one.session) == kept
    one.room.lock(False)
    assert one.caller.tap(before["prompt"], "done")[0] == 200


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("answer", b"x" * (LARGEST + 1), 413),
        ("answer", b"", 400),
        ("answer", b"[" * 4000, 400),
        ("answer", b"\xff\xfe", 400),
        ("answer", b'{"prompt":1,"input":"done"}', 400),
        ("answer", b'{"prompt":true,"input":"done"}', 400),
        ("answer", b'{"prompt":"1","input":["done"]}', 400),
        ("answer", b'{"prompt":"1","input":"done","more":1}', 400),
        ("record", b"x" * (LARGEST_RECORD + 1), 413),
        ("record", b"[" * 4000, 400),
        ("record", b'{"game":"a","turns":[1]}', 400),
        ("record", b'{"game":"a","turns":"b"}', 400),
        ("record", b'{"game":"a","turns":[],"more":1}', 400),
    ],
)
def test_malformed_requests_get_a_one_line_answer(one: Served, what: str, body: bytes, status: int) -> None:
    for kind, expected in (("application/json", status), ("text/plain", 415)):
        found = one.caller.ask(what, "POST", body, content_type=kind)
        assert (found[0], found[1].count(b"\n")) == (expected, 1)
    assert one.session.get_prompt().number == 1


@pytest.mark.parametrize(
    ("saw", "said"),
    [
        (lambda turns: [], ""),
        (lambda turns: turns[:1], ""),
        (lambda turns: turns, ""),
        (lambda turns: [*turns, "0" * 64], "one virtual turn that this page saw is missing"),
        (lambda turns: [*turns, "0" * 64, "1" * 64], "2 virtual turns that this page saw are missing"),
        (lambda turns: [*turns[:-1], "0" * 64], "does not contain the last turn that this page saw"),
    ],
)
def test_another_record_warns_a_page(one: Served, saw: Callable[[list[str]], list[str]], said: str) -> None:
    """A longer or an equal record is no alarm, nor is another game."""
    while len(one.session.witness.turns) < 2:
        one.terminal.rehearse()
    game, turns = one.session.witness
    shown = one.caller.state()["record"]
    assert shown == {"game": game, "turns": 2, "last": turns[-1]}
    for other in (False, True):
        body = json.dumps({"game": "another" if other else game, "turns": saw([*turns])}).encode()
        status, answer, _ = one.caller.ask("record", "POST", body, content_type="application/json")
        found = json.loads(answer)
        assert (status, found["game"], found["turns"]) == (200, game, [*turns])
        assert (found["said"] == "") is (other or said == "")
        assert other or said in found["said"]


def test_other_http_methods_are_rejected(one: Served) -> None:
    for method, what in (("POST", "words"), ("DELETE", ""), ("PUT", "answer"), ("BREW", "")):
        status, body, headers = one.caller.ask(what, method)
        assert (status, body) == (405, b"Method Not Allowed\n")
        assert headers | HEADERS == headers


def test_too_frequent_requests_have_to_wait() -> None:
    with served(session_of(small()), rate=USUAL_RATE) as one:
        statuses = [one.caller.ask("words")[0] for _ in range(round(BURST) * 3)]
        assert statuses[: round(BURST)] == [200] * round(BURST)
        assert 429 in statuses


def test_a_stranger_does_not_use_up_the_requests_of_a_guest_on_the_same_address() -> None:
    with served(session_of(small()), rate=USUAL_RATE) as one:
        assert 429 in [one.caller.ask("/x")[0] for _ in range(round(BURST) * 3)]
        assert one.caller.ask("words")[0] == 200


def test_a_page_shows_the_inputs_of_others(one: Served) -> None:
    assert number_of(one.caller.event()) == 1
    one.terminal.rehearse()
    assert number_of(one.caller.event()) == 2
    assert any("Vera" in said or "starts" in said for said in one.caller.event()["news"])


def test_a_page_is_told_whether_the_game_is_available(one: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BEAT", 0.2)
    with one.caller.news() as news:
        began = monotonic()
        kinds = [next(news)[0] for _ in range(5)]
        assert kinds[0] == "status"
        # a busy machine beats before it tells
        assert sorted(kinds[1:]) == ["beat", "beat", "beat", "message"]
        assert monotonic() - began < 5
        one.server.stop()
        assert [kind for kind, _ in news if kind != "beat"] == ["bye"]


def test_heartbeats_continue_while_the_game_is_busy(one: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BEAT", 0.2)
    with one.desks.lock, one.caller.news() as news:
        assert [next(news)[0] for _ in range(3)] == ["status", "beat", "beat"]


def test_heartbeats_are_faster_than_the_timeout_of_a_page() -> None:
    found = re.search(r"SILENCE = (\d+)", (server.STATIC / "transport.js").read_text(encoding="utf-8"))
    assert found is not None
    assert 2 * server.BEAT < int(found[1]) / 1000 < 5  # it looks twice a second, and has 6 s to say it


def test_a_reconnected_page_replaces_its_old_connection(one: Served) -> None:
    """A mute network breaks nothing off: the connection would stay open for a quarter of an hour."""
    with ExitStack() as stack:

        def looks_on(name: str) -> tuple[int, Iterator[tuple[str, Any]]]:
            news = stack.enter_context(one.caller.news(name))
            status = next(news)[1]
            return status, news

        first = [looks_on(name) for name in ("a", "b")]
        assert [next(news)[0] for _, news in first] == ["message", "message"]
        again = [looks_on("a") for _ in range(3)]
        assert [status for status, _ in [*first, *again]] == [200] * 5
        assert [kind for kind, _ in first[0][1] if kind != "beat"] == []  # let go of
        one.terminal.rehearse()
        for _, news in (first[1], again[-1]):
            assert 2 in (number_of(found) for kind, found in news if kind == "message")


def nonsense(chance: random.Random, path: str) -> bytes:
    """A request that no page sends."""
    pick, noise = chance.choice, chance.randbytes(chance.randrange(1, 400))
    word = bytes(pick(b'abcxyz/%.?=&{}[]"\\\r\n\0\xff 0123456789') for _ in range(chance.randrange(60)))
    verb = pick(["GET", "POST", "PUT", "HEAD", "OPTIONS", "\0", "get", "TRACE", "CONNECT", ""])
    where = pick([path, path + "state", path + "answer", path + "events/", "/", "*", "http://a/", path[:-3]])
    tail, version = pick(["", "?a=b", "%00", "/..", "//"]), pick(["1.1", "1.0", "9", ""])
    head = f"{verb} {where}{tail} HTTP/{version}\r\n"
    host = pick(["Host: 127.0.0.1\r\n", "Host: evil\r\n", "", "Host: 127.0.0.1\r\nHost: a\r\n"])
    long = pick(["Content-Length: 3\r\n", "Content-Length: -1\r\n", "Content-Length: 999999999\r\n", ""])
    odd = pick(
        ["Transfer-Encoding: chunked\r\n", "X: " + "y" * pick([9, 20000]) + "\r\n", "Expect: 1\r\n", ""]
    )
    kind = pick(["Content-Type: application/json\r\n", ""])
    number = pick(['"1"', "-1", "1e9", "null", "[]", "99999999999999999999999", "true"])
    body = pick([word, noise, b'{"prompt":' + number.encode() + b',"input":"done"}', b"ffffffff\r\n", b""])
    whole = (head + host + long + odd + kind + "\r\n").encode() + body
    return pick([whole, whole, whole, noise, whole[: chance.randrange(len(whole))]])


def test_bad_requests_change_nothing(one: Served, full: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """300 malformed requests; with --full 10,000, and what the program holds does not grow."""
    chance, state, kept = random.Random(15), one.caller.state(), entries(one.session)
    count = 10_000 if full else 300
    statuses: dict[bytes, int] = {}
    for number in range(count):
        if number == count // 5 and full:
            tracemalloc.start()
            began = tracemalloc.get_traced_memory()[0]
        answer = one.caller.raw(nonsense(chance, one.caller.path))[:12]
        statuses[answer[9:12]] = statuses.get(answer[9:12], 0) + 1
    if full:
        grown = tracemalloc.get_traced_memory()[0] - began
        tracemalloc.stop()
        with capsys.disabled():
            told = {code.decode(): times for code, times in sorted(statuses.items())}
            print(f"\n{count} malformed requests: {told}; memory grew by {grown / 1024:.0f} KiB")
        assert grown < 1 << 20
    assert b"500" not in statuses
    assert {b"400", b"403", b"404"} <= set(statuses)
    assert one.caller.state() == state
    assert entries(one.session) == kept
    assert one.caller.tap(1, "done")[0] == 200


def test_the_local_network_has_access_only_on_request() -> None:
    bound = {}
    for scope in ScreenScope:
        room = PageState(Clients(session_of(small())))
        server = Server(room, scope)
        bound[scope] = server._socket.getsockname()[0]
        server._socket.close()
    assert bound == {ScreenScope.THIS: "127.0.0.1", ScreenScope.LAN: "0.0.0.0"}


def test_the_server_ends_with_the_game() -> None:
    with served(session_of(small())) as one:
        looking = threading.Thread(target=one.caller.event)
        looking.start()
        looking.join()
    with pytest.raises(OSError):  # noqa: PT011 - refused, or reset: it is gone
        one.caller.ask("words")
    assert {scope.value for scope in ScreenScope} == {"this", "lan"}


def hung_up(line: socket.socket, seconds: float) -> bool:
    """Whether the server hangs up within so many seconds, whatever it says before."""
    until = monotonic() + seconds
    try:
        while (left := until - monotonic()) > 0:
            line.settimeout(left)
            if not line.recv(65536):
                return True
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return False


def idle(one: Served, many: int, stack: ExitStack) -> list[socket.socket]:
    """Connections that ask nothing, as far as the server let them in."""
    where = one.caller.host, one.caller.port
    return [stack.enter_context(socket.create_connection(where, timeout=30)) for _ in range(many)]


def test_idle_connections_do_not_keep_a_page_out(one: Served) -> None:
    with ExitStack() as stack:
        news = stack.enter_context(one.caller.news())
        assert [next(news)[0], next(news)[0]] == ["status", "message"]
        idle(one, 130, stack)
        sleep(0.3)
        began = monotonic()
        assert [one.caller.ask(name)[0] for name in ("", "page.js", "words")] == [200, 200, 200]
        assert number_of(one.caller.event()) == 1
        assert monotonic() - began < 2
        one.terminal.rehearse()  # and whoever looked on before them still does
        assert next(number_of(found) for kind, found in news if kind == "message") == 2


@pytest.mark.parametrize("limits", [(10, 99), (99, 10)])
def test_the_oldest_idle_lines_close_first(monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int]) -> None:
    monkeypatch.setattr(connections, "connection_limits", lambda: Limits(*limits))
    with served(session_of(small())) as one, ExitStack() as stack:
        held = idle(one, 15, stack)
        assert [hung_up(line, 2) for line in held[:5]] == [True] * 5
        assert not hung_up(held[5], 0.2)
        assert not hung_up(held[-1], 0.2)


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET /",
        "GET {path}state HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        "GET {path}state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /",
        "POST {path}answer HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        "Content-Length: 30\r\n\r\n{{",
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3000\r\n\r\n{{",
    ],
)
def test_a_request_must_be_complete_in_time(one: Served, monkeypatch: pytest.MonkeyPatch, begun: str) -> None:
    """Also one that comes in drops, each of which shows life."""
    monkeypatch.setattr(connections, "DEADLINE", 0.6)
    with ExitStack() as stack:
        (line,) = idle(one, 1, stack)
        line.sendall(begun.format(path=one.caller.path).encode())
        began = monotonic()
        while not hung_up(line, 0.05) and monotonic() - began < 4:
            try:
                line.sendall(b"x")
            except OSError:
                break
        assert monotonic() - began < 2


@pytest.mark.parametrize("reads", [True, False])
def test_only_a_page_that_stops_is_dropped(one: Served, monkeypatch: pytest.MonkeyPatch, reads: bool) -> None:
    monkeypatch.setattr(connections, "DEADLINE", 0.5)
    size, count = len(one.caller.ask("page.js")[1]), 800
    with socket.create_connection((one.caller.host, one.caller.port), timeout=30) as line:
        request = f"GET {one.caller.path}page.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        line.sendall(request.encode() * count)
        until, received = monotonic() + 2, 0
        while monotonic() < until:
            received += len(line.recv(1 << 20)) if reads else 0
            sleep(0.1)
        with suppress(ConnectionError):
            while part := line.recv(1 << 20):
                received += len(part)
    assert (received > size * count) == reads


def test_an_answered_client_is_not_disconnected(one: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "DEADLINE", 0.2)
    with ExitStack() as stack:
        news = stack.enter_context(one.caller.news())
        sleep(1)
        one.terminal.rehearse()
        assert [number_of(found) for kind, found in islice(news, 3) if kind == "message"] == [1, 2]


def test_a_restarted_server_has_the_same_address(one: Served) -> None:
    """Also while what the last evening left still lingers: the server hangs up first."""
    where = one.server.where
    with one.caller.news() as news:
        next(news)
        one.server.stop()
    again = Server(one.room, ScreenScope.THIS, USUAL_RATE, where)
    again.start()
    try:
        assert (again.where, again.moved, again.address()) == (where, False, one.server.address())
        assert one.caller.ask("words")[0] == 200
    finally:
        again.stop()


def test_an_occupied_port_is_replaced_together_with_the_token() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        wished = Address(port)
        server = Server(PageState(Clients(session_of(small()))), ScreenScope.THIS, USUAL_RATE, wished)
        server._socket.close()
    assert server.moved
    assert server.where.port not in (0, port)
    assert server.where.token != wished.token
    assert f":{server.where.port}/{server.where.token}/" in server.address()


def test_a_saved_address_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    path, where = get_address_path(tmp_path / "friday.game"), Address(40123)
    assert load_address(path) != load_address(path)  # none is there: a new token each time
    keep(path, where)
    assert load_address(path) == where
    path.chmod(0o666)
    keep(path, where)
    assert [file.name for file in tmp_path.iterdir()] == ["friday.game.screen"]
    assert os.name != "posix" or stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "said",
    [
        *("", "[]", "[" * 199, '{"port":40123}'),
        *(f'{{"port":{port},"token":"abcdefghijklmnopqrstuv"}}' for port in ("80", "70000", "true")),
        *(f'{{"port":40123,"token":{token}}}' for token in ('""', '"../../../../etc/passwd"', "7")),
    ],
)
def test_an_invalid_saved_address_is_not_used(tmp_path: Path, said: str) -> None:
    path = tmp_path / "friday.game.screen"
    path.write_text(said, encoding="utf-8")
    assert load_address(path).port == 0
    assert len(load_address(path).token) == 22
