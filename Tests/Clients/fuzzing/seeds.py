"""The fuzzers' time limit, their seeds, and the reduction of a finding."""

import collections
import itertools
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

SECONDS = float(os.environ.get("SWIFTLET_FUZZ_SECONDS", "12"))
"""The seconds of one fuzzer. The seeds are the same in every run; a longer run uses more of them."""

FIRST_SEED = int(os.environ.get("SWIFTLET_FUZZ_SEED", "1"))
"""The first seed; each input is made from one seed alone, so a finding's seed is all that is needed to see it again."""


def each_seed(examine: Callable[[int], None], threads: int) -> int:
    """Calls `examine` with one seed after the other until the time is over; returns how many there were."""
    end = time.monotonic() + SECONDS
    seeds = itertools.takewhile(lambda _: time.monotonic() < end, itertools.count(FIRST_SEED))
    count = 0
    with ThreadPoolExecutor(threads) as pool:
        while batch := list(itertools.islice(seeds, threads * 8)):
            for _ in pool.map(examine, batch):
                count += 1
    return count


def smallest(data: bytes, is_finding: Callable[[bytes], bool], runs: int = 400) -> bytes:
    """The input reduced as far as the finding stays: pieces are left out, from large ones down to single bytes."""
    size = len(data) // 2
    while size and runs > 0:
        shrunk = False
        for place in _places(data, size):
            candidate = data[:place] + data[place + size:]
            runs -= 1
            if runs > 0 and is_finding(candidate):
                data, shrunk = candidate, True
        if not shrunk:
            size //= 2
    return data


def _places(data: bytes, size: int) -> Iterator[int]:
    """Where pieces may be left out, from the end on: what was left out behind a place does not move it."""
    return iter(range(len(data) - size, -1, -size))


def table(counts: collections.Counter) -> str:
    """The counts, the most frequent first, one on a line."""
    return "\n".join(f"{count:9,}  {name}" for name, count in counts.most_common())
