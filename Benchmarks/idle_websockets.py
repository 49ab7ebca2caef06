"""The memory of idle WebSockets that a host forwards: prints kB of RssAnon for each, and whether that meets the aim.

    Benchmarks/idle_websockets.py [--count 1000] [--seconds 0] [--binary .build/release/swiftlet]

Each WebSocket is opened through the host to a server in this process, and then idle. With --seconds, a byte passes through each in both
directions once a second, and the memory is printed again at the end. The limit of open files must allow four for each WebSocket.
"""

import argparse
import os
import pathlib
import resource
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time

HANDSHAKE = (
    "GET /realtime/v1/websocket?vsn=1.0.0 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)\r\nOrigin: https://app.example\r\n\r\n"
).encode()
# The most kB of each WebSocket.
AIM = 12
SWITCHING = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
)


def serve(listener: socket.socket) -> None:
    """Answers each handshake with 101, and then sends all bytes back."""
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    switched: set[socket.socket] = set()
    while True:
        for key, _ in selector.select():
            if key.fileobj is listener:
                connection, _ = listener.accept()
                selector.register(connection, selectors.EVENT_READ)
                continue
            data = key.fileobj.recv(65536)
            if not data:
                selector.unregister(key.fileobj)
                key.fileobj.close()
            elif key.fileobj in switched:
                key.fileobj.sendall(data)
            else:
                switched.add(key.fileobj)
                key.fileobj.sendall(SWITCHING)


def memory(pid: int) -> int:
    """A process's anonymous memory in kB."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon"))


def verdict(kilobytes: float) -> str:
    """What each WebSocket takes, beside the aim."""
    return f"{kilobytes:.1f} kB each (aim: ≤ {AIM} kB, {'met' if kilobytes <= AIM else 'not met'})"


def connect(port: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=60)
    client.sendall(HANDSHAKE)
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        part = client.recv(65536)
        assert part, answer
        answer += part
    assert answer.startswith(b"HTTP/1.1 101 "), answer
    return client


def wait_for(port: int, process: subprocess.Popen) -> None:
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("the host did not start")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--seconds", type=int, default=0)
    options.add_argument("--binary", default=".build/release/swiftlet")
    options = options.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16 * options.count + 2000), hard))
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    threading.Thread(target=serve, args=(listener,), daemon=True).start()
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SWIFTLET_GATEWAY_REALTIME": f"http://127.0.0.1:{listener.getsockname()[1]}"}
        command = [
            os.path.abspath(options.binary), "serve", "--port", str(port), "--database", f"sqlite:{folder}/host.sqlite"]
        with open(f"{folder}/host.log", "wb") as log:
            process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
        try:
            wait_for(port, process)
            measure(port, process.pid, options.count, options.seconds)
        finally:
            process.terminate()
            process.wait(timeout=60)


def measure(port: int, pid: int, count: int, seconds: int) -> None:
    # What the first connections need, such as threads, is no part of what is measured.
    for client in [connect(port) for _ in range(20)]:
        client.close()
    time.sleep(1)
    before = memory(pid)
    clients = [connect(port) for _ in range(count)]
    time.sleep(1)
    print(f"{count} idle WebSockets: {verdict((memory(pid) - before) / count)}")
    if seconds:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            start = time.monotonic()
            for client in clients:
                client.sendall(b"x")
            dropped = sum(client.recv(1) != b"x" for client in clients)
            assert dropped == 0, f"{dropped} WebSockets were dropped"
            time.sleep(max(0, 1 - (time.monotonic() - start)))
        print(f"after {seconds} s of traffic: {verdict((memory(pid) - before) / count)}, none dropped")


if __name__ == "__main__":
    main()
