"""Large files of the embedded storage: the host's memory, ranges and validators."""

import contextlib
import hashlib
import http.client
import os
import pathlib
import resource
import time

import jwt
import pytest

from host import BINARY, SECRET, Host
from jobs import eventually

SIZE = 40 << 20
CLIENTS = 10


@pytest.fixture
def files(make_host, tmp_path):
    """A host, and a file of 40 MiB in its storage."""
    file = tmp_path / "storage/files/large.bin"
    file.parent.mkdir(parents=True)
    file.write_bytes(os.urandom(SIZE))
    # A file that has just been written has no strong validator yet.
    os.utime(file, (time.time() - 3600,) * 2)
    return make_host(BINARY, settings={"SWIFTLET_STORAGE_DIRECTORY": str(tmp_path / "storage")}).start(), file


def ask(host: Host, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """The head of an answer, its body not read."""
    access = jwt.encode({"url": "files/large.bin", "exp": int(time.time()) + 3600}, SECRET, algorithm="HS256")
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, f"/storage/v1/object/sign/files/large.bin?token={access}", headers=named)
    return connection.getresponse()


def resident(host: Host) -> int:
    """The host's memory in bytes."""
    status = pathlib.Path(f"/proc/{host.target()}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) << 10


def descriptors(host: Host, file: pathlib.Path) -> int:
    """How often the host has the file open."""
    count = 0
    for descriptor in pathlib.Path(f"/proc/{host.target()}/fd").iterdir():
        with contextlib.suppress(OSError):
            count += os.readlink(descriptor) == str(file)
    return count


def bytes_read(host: Host) -> tuple[int, dict[str, int]]:
    """The bytes that the host has read from files (`rchar` of proc(5)): all, and those of each event loop by its name. What a
    socket receives does not count."""

    def count(folder: pathlib.Path) -> int:
        return int(next(line for line in (folder / "io").read_text().splitlines() if line.startswith("rchar:")).split()[1])

    process, loops = pathlib.Path(f"/proc/{host.target()}"), {}
    for thread in (process / "task").iterdir():
        # A thread of the pool may have ended. Its bytes count for the process.
        with contextlib.suppress(OSError):
            name = (thread / "comm").read_text().strip()
            if name.startswith("swiftlet-http-"):
                loops[name] = count(thread)
    return count(process), loops


def test_the_event_loops_read_no_file(files):
    """Proves: HEAD reads none of a file's content, and for GET, which reads it once, other threads than the event loops do so."""
    host, _ = files
    ask(host, "HEAD")
    start, _ = bytes_read(host)
    for _ in range(CLIENTS):
        assert ask(host, "HEAD").getheader("Content-Length") == str(SIZE)
    heads, before = bytes_read(host)
    assert heads - start < SIZE // 40
    for _ in range(5):
        assert len(ask(host).read()) == SIZE
        content, after = bytes_read(host)
        assert SIZE <= content - heads < SIZE + SIZE // 40
        # On a busy machine another thread may become a loop meanwhile, and counts from zero.
        if before.keys() == after.keys():
            break
        heads, before = content, after
    assert before.keys() == after.keys() != set()
    assert sum(after.values()) - sum(before.values()) < SIZE // 40


def test_downloads_take_little_memory(files):
    """Proves: ten clients that take a file of 40 MiB slowly take less than 3 MiB each; those that leave are forgotten,
    and the others get every byte."""
    host, file = files
    assert ask(host, "HEAD").getheader("Content-Length") == str(SIZE)
    before = resident(host)
    downloads = [ask(host) for _ in range(CLIENTS)]
    # The host answers with the head when it has what it needs for the body.
    beginnings = [download.read(1 << 10) for download in downloads]
    taken = resident(host) - before
    print(f"{CLIENTS} downloads take {taken >> 10} KiB")
    assert taken < CLIENTS * (3 << 20)
    assert descriptors(host, file) == CLIENTS
    for download in downloads[2:]:
        download.close()
    eventually(lambda: descriptors(host, file) == 2)
    for beginning, download in zip(beginnings, downloads[:2]):
        whole = hashlib.sha256(beginning)
        while chunk := download.read(1 << 20):
            whole.update(chunk)
        assert whole.digest() == hashlib.sha256(file.read_bytes()).digest()
    eventually(lambda: descriptors(host, file) == 0)


def test_a_download_is_taken_up_again(files):
    """Proves: a client that lost its connection gets the rest, unless the file is another one by now."""
    host, file = files
    content = file.read_bytes()
    begun = ask(host)
    tag = begun.getheader("ETag")
    first = begun.read(1_000_000)
    begun.close()
    rest = ask(host, Range="bytes=1000000-", If_Range=tag)
    assert (rest.status, rest.getheader("Content-Range")) == (206, f"bytes 1000000-{SIZE - 1}/{SIZE}")
    assert first + rest.read() == content
    assert ask(host, If_None_Match=tag).status == 304
    past = ask(host, Range=f"bytes={SIZE}-")
    assert (past.status, past.getheader("Content-Range")) == (416, f"bytes */{SIZE}")
    os.utime(file, (time.time() - 1800,) * 2)
    whole = ask(host, Range="bytes=1000000-", If_Range=tag)
    assert whole.status == 200
    assert whole.getheader("ETag") != tag
    assert whole.read() == content
    assert ask(host, Range="bytes=0-1, 5-6").status == 200


def test_a_host_without_descriptors_has_the_file_later(files):
    """Proves: a file that the process cannot open now is 503 and no 404, is logged, and comes once it can be opened."""
    host, _ = files
    access = jwt.encode({"url": "files/large.bin", "exp": int(time.time()) + 3600}, SECRET, algorithm="HS256")
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)

    def head() -> http.client.HTTPResponse:
        connection.request("HEAD", f"/storage/v1/object/sign/files/large.bin?token={access}")
        answer = connection.getresponse()
        answer.read()
        return answer

    assert head().status == 200
    limits = resource.prlimit(host.target(), resource.RLIMIT_NOFILE)
    resource.prlimit(host.target(), resource.RLIMIT_NOFILE, (0, limits[1]))
    refused = head()
    resource.prlimit(host.target(), resource.RLIMIT_NOFILE, limits)
    assert (refused.status, refused.getheader("Retry-After")) == (503, "1")
    assert head().status == 200
    eventually(lambda: "The storage failed" in host.log_text())
