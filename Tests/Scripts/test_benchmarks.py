"""Benchmarks/: the order of what is compared, the check of repeated likes, and what the peers must have in common."""

import re
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "Benchmarks"
sys.path.append(str(BENCHMARKS))
import data  # noqa: E402
import load  # noqa: E402
import processes  # noqa: E402

LIKE = "/functions/v1/like_option"


def test_each_round_starts_with_another_side():
    order = []
    sides = {name: lambda name=name: order.append(name) or len(order) for name in "abc"}
    assert load.turns(sides, 4) == {"a": [1, 6, 8, 10], "b": [2, 4, 9, 11], "c": [3, 5, 7, 12]}
    assert "".join(order) == "abc" "bca" "cab" "abc"


@pytest.fixture
def wrk(monkeypatch):
    """Puts an answer of wrk with 100 requests in the place of a run."""
    seen = '{"requests": 100, "seconds": 2.0, "refused": 0, "broken": 0, "p50_ms": 1.0, "p99_ms": 2.0}'
    answer = subprocess.CompletedProcess([], 0, stdout=f"Running 2s test\nRESULT {seen}\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    return SimpleNamespace(port=1, cpu=lambda: 0.0)


def test_a_run_that_repeats_a_like_is_refused(wrk):
    with pytest.raises(RuntimeError, match="100 requests were sent, but only 99 are different"):
        load.run(wrk, LIKE, Path("likes.tsv"), 2, most=99)


@pytest.mark.parametrize("most", [100, None])
def test_a_run_has_the_figures_of_wrk(wrk, most):
    run = load.run(wrk, LIKE, Path("likes.tsv"), 2, most)
    assert (run.per_second, run.p50_ms, run.p99_ms, run.requests) == (50, 1, 2, 100)


def test_figures_are_compared_round_by_round():
    def runs(*rates: float) -> list[load.Run]:
        return [load.Run(rate, cpu_us=rate / 10, p50_ms=1, p99_ms=2, requests=1) for rate in rates]

    fast, slow = runs(20, 60, 100), runs(10, 20, 50)
    assert load.ratio(fast, slow) == 2
    assert load.difference(fast, slow, "cpu_us") == 4
    assert load.middle(fast) == {"per_second": 60, "cpu_us": 6, "p50_ms": 1, "p99_ms": 2}


def test_every_host_gets_a_free_port_and_its_options(monkeypatch):
    monkeypatch.setattr(processes, "Server", lambda *arguments: arguments)
    command, port, folder, env, name = processes.serve("swiftlet", "sqlite:a", "folder", {}, "--config", "b", name="c")
    assert command == ["swiftlet", "serve", "--port", str(port), "--database", "sqlite:a", "--config", "b"]
    assert (folder, env, name) == ("folder", {}, "c")


def test_the_ids_of_the_peers_likes_grow_with_time(monkeypatch):
    ids = []
    for nanoseconds in (1_700_000_000_000_000_000, 1_700_000_000_001_000_000, 1_900_000_000_000_000_000):
        monkeypatch.setattr(time, "time_ns", lambda nanoseconds=nanoseconds: nanoseconds)
        ids.append(data.growing_id())
    assert ids == sorted(ids)
    assert [id.int >> 80 for id in ids] == [1_700_000_000_000, 1_700_000_000_001, 1_900_000_000_000]
    assert {(id.version, id.variant) for id in ids} == {(7, "specified in RFC 4122")}


@pytest.mark.parametrize("name", ["likes.py", "peer_postgres.py"])
def test_no_peer_stores_likes_with_random_ids(name):
    """In Postgres, random ids change more pages of the index than the ids of the host's runs."""
    text = (BENCHMARKS / name).read_text()
    assert re.findall(r"SELECT gen_random_uuid\(\), |INSERT, uuid\.uuid4\(\)", text) == []


def test_the_bare_loop_answers_with_the_bytes_of_bench_like():
    source = (BENCHMARKS / "answer_loop.c").read_text().partition("answer[] =")[2].partition(";\n")[0]
    answer = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', source)).encode().decode("unicode_escape")
    head, _, body = answer.partition("\r\n\r\n")
    assert body == '{"success":true,"match_found":false}'
    assert f"content-length: {len(body)}" in head.split("\r\n")


@pytest.mark.parametrize("name", ["aioapns_loop.py", "queue_peers.py"])
def test_peers_in_python_run_on_uvloop(name):
    text = (BENCHMARKS / name).read_text()
    assert "uvloop.run(" in text
    assert "asyncio.run(" not in text
