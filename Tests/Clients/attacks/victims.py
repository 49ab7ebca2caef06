"""The measurements of an attack: a normal client's typed calls meanwhile, and the host's memory."""

import json
import multiprocessing
import pathlib
import time

from attacks.means import ACCESS, FILE, LIKE, MEBIBYTE, Attack, run
from host import BINARY, PATIENCE, Host
from raw import Wire, request
from workers import BUNDLE, WorkerHost

ID = "6f0fd94f-5f5c-4f0e-9d0e-3b8a3c7c2a11"
CALLS_OF_A_CONNECTION = 20
INTERVAL = 0.005
"""Seconds from one call of the normal client to the next."""

# Attackers are forked from a process that has all modules and no threads.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["attacks"])


def storage(folder: pathlib.Path) -> dict[str, str]:
    """The settings of a host with the file that the attacks ask for. The file is sparse."""
    file = folder / "storage" / FILE
    file.parent.mkdir(parents=True)
    with file.open("wb") as opened:
        opened.truncate(40 * MEBIBYTE)
    return {"SWIFTLET_STORAGE_DIRECTORY": str(folder / "storage")}


def attacked(binary: str, folder: pathlib.Path, config: str) -> Host:
    """A host of a program, or of a bundle in workers; not started."""
    if binary == str(BUNDLE):
        return WorkerHost(folder, config, settings=storage(folder))
    return Host(folder, binary, config, settings=storage(folder))


class NormalClient:
    """A user whose calls are typed and have one right answer. Every twentieth call is on a new connection."""

    def __init__(self, host: Host):
        self.port = host.port
        if isinstance(host, WorkerHost):
            self.request, self.is_right = request("POST", "/functions/v1/neighbour", None, b"{}"), self._is_neighbour
        elif host.binary == BINARY:
            self.request, self.is_right = request("POST", "/functions/v1/riddle_today", ACCESS), self._is_riddle
        else:
            body = json.dumps({"session_id": ID, "option_id": ID}).encode()
            self.request, self.is_right = request("POST", LIKE, ACCESS, body), self._is_like
        self.wire: Wire | None = None
        self.calls = 0

    @staticmethod
    def _is_like(body: bytes) -> bool:
        return json.loads(body) == {"success": True, "match_found": True}

    @staticmethod
    def _is_riddle(body: bytes) -> bool:
        return bool(json.loads(body)["question"])

    @staticmethod
    def _is_neighbour(body: bytes) -> bool:
        return body == b"well"

    def call(self) -> None:
        """One call, which must have the right answer."""
        if self.calls % CALLS_OF_A_CONNECTION == 0:
            self.close()
            self.wire = Wire(self.port)
        self.calls += 1
        reply = self.wire.send(self.request).reply()
        assert reply is not None and reply.status == 200 and self.is_right(reply.body), reply

    def close(self) -> None:
        if self.wire:
            self.wire.__exit__()


def times(host: Host, attack: Attack | None, seconds: float) -> list[float]:
    """The times of a normal client's calls during a number of seconds, under an attack or undisturbed.

    A call is due every five milliseconds, and its time counts from then on: calls that wait for one that stalls are as late
    as those of other clients would be."""
    client, taken = NormalClient(host), []
    attacker = attack and PROCESSES.Process(target=run, args=(attack.name, host.port, seconds), daemon=True)
    if attacker:
        attacker.start()
    try:
        due = time.perf_counter()
        end = due + seconds
        while due < end:
            time.sleep(max(0, due - time.perf_counter()))
            client.call()
            taken.append(time.perf_counter() - due)
            due += INTERVAL
        if attacker:
            attacker.join()
            assert attacker.exitcode == 0, "the attack failed"
        return taken
    finally:
        client.close()
        if attacker:
            attacker.kill()
            attacker.join()


class Memory:
    """The host's resident memory, in bytes."""

    def __init__(self, host: Host):
        self.folder = pathlib.Path(f"/proc/{host.target()}")

    def forget_peak(self) -> None:
        (self.folder / "clear_refs").write_text("5")

    def now(self) -> int:
        return self._line("VmRSS")

    def peak(self) -> int:
        return self._line("VmHWM")

    def _line(self, name: str) -> int:
        for line in (self.folder / "status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024
        raise AssertionError(f"no {name}")
