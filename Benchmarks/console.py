"""What the console costs the host's calls: the ring that it shows, a reader of the log, and twenty open pages."""

import contextlib
import http.client
import json
import pathlib
import subprocess
import threading
import time

import data
import load
from processes import Server, serve

ROUNDS = 5
PAGES = ["overview", "functions", "invocations", "logs", "schedules", "queue", "push", "errors", "hosts", "settings"]
PATH, LOGGING_PATH = "/functions/v1/bench_like", "/functions/v1/bench_log"


class Watched:
    """A host of the example, with its console."""

    def __init__(self, binary: str, folder: pathlib.Path, environment: dict[str, str]):
        self.binary, self.folder, self.environment = binary, folder, environment
        self.database = f"sqlite:{folder / 'console.sqlite'}"
        self.server = serve(binary, self.database, folder, environment, name="console")

    def command(self, *words: str) -> list[str]:
        return [self.binary, *words, "--database", self.database]

    def cookie(self) -> str:
        """A session of the console, by the address that its command prints."""
        printed = subprocess.run(
            self.command("console", "--json"), cwd=self.folder, env=self.environment, capture_output=True, text=True, check=True)
        path = json.loads(printed.stdout)["url"].partition(f":{self.server.port}")[2]
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.headers["Set-Cookie"].partition(";")[0]

    def stream(self, view: str, cookie: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """A stream of live updates. A session has at most 32, and the host takes a second to notice that one was closed."""
        for _ in range(50):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
            connection.request("GET", f"/console/events?view={view}", headers={"Cookie": cookie})
            answer = connection.getresponse()
            if answer.status != 503:
                break
            connection.close()
            time.sleep(0.1)
        if answer.status != 200:
            raise RuntimeError(f"a page of the console answered {answer.status}")
        return connection, answer

    @contextlib.contextmanager
    def pages(self, count: int, cookie: str):
        """Open pages: streams of live updates that are read as they come, two of each page."""
        connections, bytes_read = [], [0]

        def read(answer) -> None:
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
                while piece := answer.read1(65536):
                    bytes_read[0] += len(piece)

        readers = []
        for number in range(count):
            # Pages with the same filter would be rendered once.
            view = f"%2Fconsole%2F{PAGES[number % len(PAGES)]}%3Fq%3D{number // len(PAGES) or ''}"
            connection, answer = self.stream(view, cookie)
            connections.append(connection)
            readers.append(threading.Thread(target=read, args=(answer,), daemon=True))
            readers[-1].start()
        yield
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(2)
        for reader in readers:
            reader.join()
        if not bytes_read[0]:
            raise RuntimeError("the open pages got no update")

    @contextlib.contextmanager
    def follower(self):
        """`logs --follow`, whose output goes to a file."""
        with (self.folder / "followed.log").open("wb") as output:
            following = subprocess.Popen(
                self.command("logs", "--follow", "--level", "info"), cwd=self.folder, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output)
            try:
                yield
            finally:
                following.terminate()
                following.wait(timeout=20)
        if (self.folder / "followed.log").stat().st_size < 1000:
            raise RuntimeError("logs --follow printed nothing")


def pairs(server: Server, path: str, lines: pathlib.Path, seconds: float, beside) -> dict:
    """Calls alone and beside something else, in turn."""

    def alone() -> load.Run:
        return load.run(server, path, lines, seconds)

    def disturbed() -> load.Run:
        with beside():
            return alone()

    load.run(server, path, lines, min(seconds, 2))
    runs = load.turns({"alone": alone, "beside": disturbed}, ROUNDS)
    return load.middles(runs) | {"of_alone": load.ratio(runs["beside"], runs["alone"])}


def measure(folder: pathlib.Path, example: str, benchmark: str, environment: dict[str, str], seconds: float) -> dict:
    """`example` serves the calls; `benchmark` records calls and lines in a ring, without a host."""
    lines = data.call_lines(folder)
    figures = json.loads(subprocess.run([benchmark], capture_output=True, text=True, check=True, timeout=300).stdout)
    watched = Watched(example, folder, environment)
    with watched.server as server:
        cookie = watched.cookie()
        figures["pages"] = pairs(server, PATH, lines, seconds, lambda: watched.pages(20, cookie))
        figures["logs"] = pairs(server, LOGGING_PATH, lines, seconds, watched.follower)
    return figures
