"""The host's HTTP/1.1 parser beside h11 and llhttp, on random and damaged streams of requests.

Two servers in a row that cut a stream differently let a client smuggle a request past the first one. So what the host
takes for a request, both others must take for the same request. The host may refuse what they take. Where it takes what
one of them refuses, `EXCEPTIONS` says why that moves no boundary between requests."""

import contextlib
import collections
import re
import socket
import threading
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from conftest import serving
from fuzzing.seeds import each_seed, smallest, table
from host import EXAMPLE, HEALTH, PATIENCE
from fuzzing.http_cuts import Cut, End, by_h11, by_host, by_llhttp
from fuzzing.http_streams import MIRROR, Streams

# Behind every stream: it ends any head that is not whole, and closes the connection.
LAST = b"GET %s/last HTTP/1.1\r\nHost: last\r\nConnection: close\r\n\r\n" % MIRROR

PARSERS = {"h11": by_h11, "llhttp": by_llhttp}
FURTHER, OTHERWISE = "the host takes a request more", "the host takes a request for another"
WAITS = "the host waits for the rest of a request that is whole"
SILENT = "the host closes without an answer to a request"


@dataclass(frozen=True)
class Allowed:
    """Why the host may go on where a parser ended, for this reason, in such a stream."""
    parser: str
    end: End
    reason: str
    stream: bytes
    why: str

    def covers(self, parser: str, cut: Cut, stream: bytes) -> bool:
        is_this = (parser, cut.end) == (self.parser, self.end)
        return is_this and bool(re.search(self.reason, cut.reason) and re.search(self.stream, stream))


EXCEPTIONS = [
    Allowed("llhttp", End.REFUSED, "^Invalid method|^Expected (space after method|HTTP/2 Connection)", b"",
            "llhttp knows a list of methods. To the host any token is one (RFC 9110, section 9.1): it answers 405."),
    Allowed("llhttp", End.REFUSED, "^(Unexpected|Invalid) .*(url|path|query|schema|fragment)", b"",
            "llhttp reads the parts of a target. To the host it is one word, which no route knows: it answers 404."),
    Allowed("llhttp", End.REFUSED, "^Invalid character in chunk (extensions|parameter)", b";",
            "The host passes over the extensions of a chunk (RFC 9112, section 7.1.1), but for control characters: the end "
            "of the line is where every parser sees it."),
    Allowed("llhttp", End.REFUSED, "^Request has invalid `Transfer-Encoding`", rb"(?i)\t *chunked|chunked *\t",
            "Blanks around a value may be tabs (RFC 9110, section 5.6.3); llhttp takes spaces there."),
    Allowed("llhttp", End.CLOSED, "", rb"(?i)proxy-connection[ \t]*:",
            "Proxy-Connection is no field of HTTP. llhttp takes it for Connection; the host answers what follows."),
]


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    config = '[swiftlet]\nbody_timeout = 1.0\nkeep_alive_timeout = 1.0\nlog_level = "error"\n'
    with serving(tmp_path_factory.mktemp("fuzzed"), EXAMPLE, config=config) as started:
        yield started


def answers(port: int, pieces: list[bytes], half_closes: bool) -> bytes:
    """All that the host sends until it closes. A client that half-closes has said with its stream that it is whole."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # A host that has refused the stream may have closed the connection already. Its answers are still to be read.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for piece in [*pieces, LAST]:
                client.sendall(piece)
        if half_closes:
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionResetError):
            while data := client.recv(65536):
                received += data
    return received


def difference(ours: Cut, theirs: Cut) -> str | None:
    """What the host took for a request and the other parser did not, if there is such a thing."""
    for index, mine in enumerate(ours.messages):
        is_last = index + 1 == len(ours.messages)
        if index >= len(theirs.messages):
            # A route that reads no body may answer before the whole request is there.
            return None if mine is None and is_last else FURTHER
        if mine is not None and mine != theirs.messages[index]:
            return OTHERWISE
    if ours.end is End.WAITING and len(ours.messages) < len(theirs.messages):
        return WAITS
    return None


def is_silent(ours: Cut, others: Iterable[Cut]) -> bool:
    """Whether both others see one more whole request than the host answered before it closed."""
    may_be_more = not ours.messages or ours.messages[-1] is not None
    return ours.end is End.CLOSED and may_be_more and all(len(cut.messages) > len(ours.messages) for cut in others)


def findings(port: int, pieces: list[bytes], counts: collections.Counter, half_closes: bool = False) -> list[str]:
    stream = b"".join(pieces) + LAST
    ours = by_host(answers(port, pieces, half_closes))
    found = []
    cuts = {name: cut(stream) for name, cut in PARSERS.items()}
    if is_silent(ours, cuts.values()):
        found.append(f"{SILENT}\n  host:   {ours}\n  llhttp: {cuts['llhttp']}")
    for name, theirs in cuts.items():
        if reason := difference(ours, theirs):
            is_allowed = any(exception.covers(name, theirs, stream) for exception in EXCEPTIONS)
            is_allowed = is_allowed and reason == FURTHER
            counts[f"allowed: {name}: {theirs.reason}" if is_allowed else f"FOUND beside {name}: {reason}"] += 1
            if not is_allowed:
                found.append(f"{reason}\n  host:   {ours}\n  {name + ':':7} {theirs}")
    counts["requests that the host took"] += len(ours.messages)
    if ours.end is End.REFUSED and all(len(theirs.messages) > len(ours.messages) for theirs in cuts.values()):
        counts[f"refused by the host alone: {ours.reason}"] += 1
    elif not found:
        counts[f"streams {ours.end.value}"] += 1
    return found


def test_no_request_is_cut_more_leniently_than_by_h11_and_llhttp(host, capsys):
    counts, lock, suspects = collections.Counter(), threading.Lock(), []

    def examine(seed: int) -> None:
        streams = Streams(seed)
        stream, mine = streams.stream(), collections.Counter()
        found = findings(host.port, streams.cuts(stream), mine, half_closes=seed % 3 == 0)
        with lock:
            counts.update(mine)
            if found:
                suspects.append((seed, stream))

    count = each_seed(examine, threads=32)
    def again(seed: int, stream: bytes) -> list[str]:
        return findings(host.port, [stream], collections.Counter(), half_closes=seed % 3 == 0)

    # By itself, and each time: on a machine that is busy, the time for a body may be over before the body is sent.
    certain = [(seed, stream) for seed, stream in suspects if all(again(seed, stream) for _ in range(3))]
    with capsys.disabled():
        print(f"\n{count:9,}  streams of HTTP, {len(certain)} findings\n{table(counts)}")
        for seed, stream in certain[:5]:
            small = smallest(stream, lambda data: bool(again(seed, data)))
            print(f"seed {seed}: {small!r}", *again(seed, small), sep="\n  ")
    assert host.process.poll() is None and host.answers(HEALTH), host.log_text()[-4000:]
    assert not certain
