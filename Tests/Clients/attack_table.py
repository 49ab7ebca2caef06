"""The table of attacks: the times of a normal client's calls during each, and the host's memory.

`Scripts/attacks.sh` runs it on release builds."""

import pathlib
import sys
import tempfile
from dataclasses import dataclass

from attacks import ATTACKS
from attacks.means import MEBIBYTE, Attack
from attacks.victims import Memory, attacked, times

TIMES_UNDISTURBED = 10
"""The highest allowed ratio of a call's p99 during an attack to the undisturbed p99 of the same host."""
NOISE = 0.010
"""Seconds. A p99 below is not compared: it depends on the machine's scheduling more than on the host."""


def percentile(taken: list[float], part: float) -> float:
    return sorted(taken)[min(len(taken) - 1, int(len(taken) * part))]


@dataclass
class Measurement:
    """One row: times in seconds, memory in bytes."""
    undisturbed: float
    calls: list[float]
    fresh: int
    peak: int
    failure: str

    @classmethod
    def of(cls, attack: Attack, seconds: float) -> "Measurement":
        """Measures a new host: undisturbed for half of the time, and under the attack."""
        with tempfile.TemporaryDirectory() as folder:
            host = attacked(attack.binary, pathlib.Path(folder), '[swiftlet]\nlog_level = "error"\n').start()
            try:
                times(host, None, 0.5)
                undisturbed = percentile(times(host, None, seconds / 2), 0.99)
                memory = Memory(host)
                fresh, calls, failure = memory.now(), [], ""
                memory.forget_peak()
                try:
                    calls = times(host, attack, seconds)
                except (AssertionError, OSError) as error:
                    failure = f"{type(error).__name__} {error}"[:60]
                return cls(undisturbed, calls or [float("inf")], fresh, memory.peak(), failure)
            finally:
                host.kill()

    @property
    def p99(self) -> float:
        return percentile(self.calls, 0.99)

    @property
    def is_within(self) -> bool:
        return not self.failure and self.p99 <= max(NOISE, self.undisturbed * TIMES_UNDISTURBED)

    def row(self, name: str) -> str:
        milliseconds = [1000 * time for time in (self.undisturbed, percentile(self.calls, 0.5), self.p99,
            max(self.calls))]
        columns = [f"{name:42}", f"{len(self.calls):8,}", *(f"{time:8.1f}" for time in milliseconds)]
        columns += [f"{self.p99 / self.undisturbed:7.1f}", "    yes" if self.is_within else "     NO"]
        columns += [f"{self.fresh // MEBIBYTE:6}", f"{self.peak // MEBIBYTE:6}", f" {self.failure}"]
        return " ".join(columns).rstrip()


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5
    names = sys.argv[2:] or list(ATTACKS)
    print("Milliseconds of a normal client's typed call, undisturbed and beside each attack; MiB of the host.\n")
    print(f"{'attack':42} {'calls':>8} {'calm p99':>8} {'p50':>8} {'p99':>8} {'longest':>8} {'times':>7}  within"
          f" {'fresh':>6} {'peak':>6}")
    within = []
    for name in names:
        measurement = Measurement.of(ATTACKS[name], seconds)
        within.append(measurement.is_within)
        print(measurement.row(name), flush=True)
    bound = f"{TIMES_UNDISTURBED} times the undisturbed p99, or {NOISE * 1e3:.0f} ms"
    print(f"\n{sum(within)} of {len(within)} within {bound}")
    sys.exit(0 if all(within) else 1)


if __name__ == "__main__":
    main()
