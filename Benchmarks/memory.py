"""What floods of bodies cost a host's memory, with an ordinary client beside them.

    .build-venv/bin/python Benchmarks/memory.py [name=]binary ... [--scale 1] [--only held,tokenless,ones,rounds]

For each binary a host is started, and these follow one another:

    held       600 callers with a user's token send a like of 10 MiB, all but its last byte
    tokenless  6,000 callers without a token send 64 KiB, all but the last byte
    ones       24 callers send a like of 10 MiB that reads [1,1,1,...
    rounds     ten rounds of the last one

The table gives the host's anonymous memory in MiB, before, at most during and 10 s after each, how callers were answered (`-` is
no answer within the time), and the 99th percentile of the ordinary client's calls in ms. `--scale 0.1` takes a tenth of the callers.
A case ends after two minutes.
"""

import argparse
import http.client
import json
import pathlib
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Tests/Clients"))
from flood import MIB, Flood, Memory, post  # noqa: E402
from host import Caller, Host, token  # noqa: E402

PATH = "/functions/v1/like_option"


class Ordinary(threading.Thread):
    """A client that makes one small call after another."""

    def __init__(self, host: Host):
        super().__init__(daemon=True)
        self.host = host
        self.times: list[float] = []
        self.faults = 0
        self.enough = threading.Event()
        self.start()

    def run(self) -> None:
        caller = Caller(self.host)
        while not self.enough.wait(0.01):
            start = time.monotonic()
            try:
                status, _ = caller.call("like_option", {"session_id": "x"})
                self.faults += status != 400
            except (OSError, http.client.HTTPException):
                self.faults += 1
                caller = Caller(self.host)
            self.times.append((time.monotonic() - start) * 1000)

    def p99(self) -> float:
        times = sorted(self.times) or [0]
        return times[min(len(times) - 1, len(times) * 99 // 100)]


def cases(scale: float, size: int):
    """Each case's name, its callers, what each sends, and how many seconds without a move end it."""
    def callers(count: int) -> int:
        return max(1, round(count * scale))
    text = json.dumps({"session_id": "x" * (size - 40)}).encode()
    ones = b"[" + b"1," * (size // 2 - 2) + b"1]"
    # Longer than a body waits for memory.
    yield "held", callers(600), post(PATH, text, token())[:-1], 15
    yield "tokenless", callers(6000), post(PATH, text[:64 << 10])[:-1], 4
    yield "ones", callers(24), post(PATH, ones, token()), 60
    for number in range(10):
        yield f"rounds {number + 1}", callers(24), post(PATH, ones, token()), 60


def measure(name: str, binary: str, chosen: list[str], scale: float, size: int, config: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        host = Host(pathlib.Path(folder), binary, config=config).start()
        try:
            Caller(host).call("like_option", {})
            for case, callers, data, quiet in cases(scale, size):
                if case.split()[0] not in chosen:
                    continue
                memory, ordinary = Memory(host.process.pid), Ordinary(host)
                before = memory.now()
                flood = Flood(host.port, callers, data)
                flood.run(quiet)
                answers = flood.close()
                ordinary.enough.set()
                ordinary.join()
                memory.enough.set()
                time.sleep(1 if case.startswith("rounds") and not case.endswith(" 10") else 10)
                print(
                    f"{name:10} {case:10} {callers:5} {before:7} {memory.peak:7} {memory.now():7} "
                    f"{ordinary.p99():8.1f} {ordinary.faults:6}  {answers}", flush=True)
        finally:
            host.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", nargs="+")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--size", type=int, default=10 * MIB, help="of the large bodies, in bytes")
    parser.add_argument("--only", default="held,tokenless,ones,rounds")
    parser.add_argument("--config", default="", help="the text of each host's config.toml")
    options = parser.parse_args()
    print(f"{'binary':10} {'case':10} {'callers':>5} {'before':>7} {'peak':>7} {'after':>7} {'p99 ms':>8} {'faults':>6}  answers")
    for binary in options.binaries:
        name, _, path = binary.rpartition("=")
        measure(name or pathlib.Path(path).name, path, options.only.split(","), options.scale, options.size, options.config)


if __name__ == "__main__":
    main()
