"""Many concurrent callers, and the host's memory meanwhile."""

import collections
import pathlib
import selectors
import socket
import threading
import time

from host import PATIENCE

MIB = 1 << 20


def post(path: str, body: bytes, access: str | None = None) -> bytes:
    """A request with a declared body."""
    authorization = f"Authorization: Bearer {access}\r\n" if access else ""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{authorization}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


class Memory(threading.Thread):
    """Samples a process's anonymous memory."""

    def __init__(self, pid: int):
        super().__init__(daemon=True)
        self.status = pathlib.Path(f"/proc/{pid}/status")
        self.peak = 0
        self.enough = threading.Event()
        self.start()

    def now(self) -> int:
        lines = self.status.read_text().splitlines()
        return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("RssAnon"))

    def run(self) -> None:
        while not self.enough.wait(0.02):
            try:
                self.peak = max(self.peak, self.now())
            except (OSError, StopIteration):
                return


class Flood:
    """Callers that send the same request at once, and then wait for the answer."""

    def __init__(self, port: int, callers: int, data: bytes, limit: float = PATIENCE):
        self.data = memoryview(data)
        self.selector = selectors.DefaultSelector()
        self.sent: dict[socket.socket, int] = {}
        self.answers: collections.Counter[str] = collections.Counter()
        self.deadline = time.monotonic() + limit
        for _ in range(callers):
            client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            client.setblocking(False)
            self.sent[client] = 0
            self.selector.register(client, selectors.EVENT_READ | selectors.EVENT_WRITE)

    def run(self, quiet: float, answered: int | None = None) -> None:
        """Sends until all is answered, or so many callers are, or nothing has moved for so many seconds."""
        moved = time.monotonic()
        while self.sent and self.answers.total() != answered and time.monotonic() < min(self.deadline, moved + quiet):
            for key, events in self.selector.select(0.1):
                client, done = key.fileobj, self.sent[key.fileobj]
                try:
                    if events & selectors.EVENT_READ:
                        self.answer(client, self.status(client))
                    elif done < len(self.data):
                        self.sent[client] = done + client.send(self.data[done:done + MIB])
                        if self.sent[client] == len(self.data):
                            self.selector.modify(client, selectors.EVENT_READ)
                    moved = time.monotonic()
                except BlockingIOError:
                    continue
                except OSError:
                    # The host may have answered and closed since the selector looked. A reset leaves the answer to be read.
                    try:
                        self.answer(client, self.status(client))
                    except OSError:
                        self.answer(client, "closed")

    def status(self, client: socket.socket) -> str:
        """The status of the answer that has come; `closed` without one."""
        line = client.recv(65_536).split(b"\r\n")[0].decode("latin-1")
        return line.split(" ")[1] if " " in line else "closed"

    def answer(self, client: socket.socket, what: str) -> None:
        self.answers[what] += 1
        self.leave(client)

    def leave(self, client: socket.socket) -> None:
        self.selector.unregister(client)
        client.close()
        del self.sent[client]

    def close(self) -> str:
        self.answers["-"] += len(self.sent)
        for client in list(self.sent):
            self.leave(client)
        self.selector.close()
        return " ".join(f"{count}×{what}" for what, count in sorted(self.answers.items()) if count)
