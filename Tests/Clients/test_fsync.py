"""A kill does not lose the page cache, so a trace of the system calls shows that an answer waits for the disk."""

import re
import shutil
import threading
from dataclasses import dataclass, field

import pytest

from host import Caller

CALLS = "fdatasync,fsync,read,recvfrom,recvmsg,write,writev,sendto,sendmsg"
LINE = re.compile(r"^(\d+) +(?:<\.\.\. )?(\w+)(?:\((\d+)<(.*?)>[,) ]| resumed>)")
ASKED = re.compile(r'"POST /functions/v1/like_option')
ANSWERED = re.compile(r'"HTTP/1\.1 200')


@dataclass
class Trace:
    """Line numbers in the trace: syncs of the log as (begin, end), and requests and responses by socket."""

    syncs: list[tuple[int, int]] = field(default_factory=list)
    asked: list[tuple[int, str]] = field(default_factory=list)
    answered: list[tuple[int, str]] = field(default_factory=list)

    def answer_to(self, line: int, peer: str) -> int:
        return min(at for at, socket in self.answered if socket == peer and at > line)


def parse(text: str) -> Trace:
    """Reads `strace -f -yy`: a call that others interrupt is two lines, `<unfinished ...>` and `resumed>`."""
    trace, open_calls = Trace(), {}
    for number, line in enumerate(text.splitlines()):
        found = LINE.match(line)
        if not found:
            continue
        process, call, _, target = found.groups()
        if "<unfinished ...>" in line:
            open_calls[process] = (call, number, target)
            # The answer counts from the moment at which its write begins.
            if ANSWERED.search(line):
                trace.answered.append((number, target))
            continue
        begin = number
        if "resumed>" in line:
            if process not in open_calls:
                continue
            call, begin, target = open_calls.pop(process)
        elif ANSWERED.search(line):
            trace.answered.append((number, target))
        if call in ("fdatasync", "fsync") and line.rstrip().endswith("= 0") and target.endswith("-wal"):
            trace.syncs.append((begin, number))
        elif call in ("read", "recvfrom", "recvmsg") and ASKED.search(line):
            trace.asked.append((number, target))
    return trace


@pytest.fixture
def traced(make_host, tmp_path):
    if not shutil.which("strace"):
        pytest.fail("strace is missing: Scripts/setup.sh --test installs it")
    log = tmp_path / "calls.txt"
    host = make_host(prefix=("strace", "-f", "-yy", "-s", "256", "-e", f"trace={CALLS}", "-o", str(log))).start()
    return host, log


def likes_of(caller: Caller) -> list[dict]:
    """Every like that the caller can give in a session of its own, where no match can come."""
    session = caller.ask("create_session", {"category_id": caller.ask("categories")[0]["id"]})["session_id"]
    listed = caller.ask("session_options", {"session_id": session})
    return [{"session_id": session, "option_id": row["options"]["id"]} for row in listed]


def assert_each_answer_waited(trace: Trace, count: int) -> list[int]:
    """Between a like's arrival and its answer a sync of the log began and ended."""
    assert len(trace.asked) == count
    answers = []
    for line, peer in trace.asked:
        answer = trace.answer_to(line, peer)
        assert any(line < begin and end < answer for begin, end in trace.syncs), f"no sync before line {answer + 1}"
        answers.append(answer)
    return answers


def test_an_answer_waits_for_the_disk(traced):
    host, log = traced
    caller = Caller(host)
    likes = likes_of(caller)[:4]
    for like in likes:
        assert caller.ask("like_option", like)["success"] is True
    host.stop()
    assert_each_answer_waited(parse(log.read_text()), len(likes))


def test_concurrent_answers_share_a_sync(traced):
    host, log = traced
    callers = [Caller(host) for _ in range(32)]
    plans = [likes_of(caller)[:4] for caller in callers]
    together = threading.Barrier(len(callers))
    failures = []

    def play(caller: Caller, likes: list[dict]) -> None:
        together.wait()
        try:
            for like in likes:
                caller.ask("like_option", like)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=play, args=plan) for plan in zip(callers, plans)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    host.stop()
    trace = parse(log.read_text())
    answers = assert_each_answer_waited(trace, sum(map(len, plans)))
    first, last = min(line for line, _ in trace.asked), max(answers)
    syncs = sum(first < begin < last for begin, _ in trace.syncs)
    print(f"{len(answers)} answers, {syncs} syncs")
    assert syncs < len(answers)
