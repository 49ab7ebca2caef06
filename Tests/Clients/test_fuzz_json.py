"""The host's JSON beside Python's: random and damaged texts, to functions that return the values they decoded.

Both must take the same texts and understand the same values by them. `meaning` says where the host is stricter."""

import collections
import json
import threading

import pytest

from conftest import serving
from fuzzing.seeds import each_seed, smallest, table
from host import EXAMPLE, HEALTH
from fuzzing.json_texts import Refused, Texts, comparable, meaning, whole
from raw import Reply, Wire, request

TEXTS_AT_ONCE = 32


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("fuzzed"), EXAMPLE, config='[swiftlet]\nlog_level = "error"\n') as started:
        yield started


class Client:
    """A connection for each thread, on which several bodies go at once."""

    def __init__(self, port: int):
        self.port = port
        self.of_thread = threading.local()

    def replies(self, function: str, bodies: list[bytes]) -> list[Reply]:
        if not hasattr(self.of_thread, "wire"):
            self.of_thread.wire = Wire(self.port, timeout=60)
        wire = self.of_thread.wire
        wire.send(b"".join(request("POST", f"/functions/v1/{function}", body=body) for body in bodies))
        return [wire.reply() for _ in bodies]


@pytest.fixture
def client(host):
    yield Client(host.port)
    assert host.process.poll() is None and host.answers(HEALTH), host.log_text()[-4000:]


def refuses_well(reply: Reply) -> bool:
    """Whether the reply is the contract's refusal of a body, which says what is wrong and where."""
    error = json.loads(reply.body)["error"]
    return reply.status == 400 and error["code"] == "VALIDATION_ERROR" and bool(error["message"])


def finding(text: bytes, reply: Reply) -> str | None:
    """What the host makes of a text, if Python makes something else of it."""
    try:
        expected = meaning(text)
    except Refused as refusal:
        return None if refuses_well(reply) else f"taken: {reply.status} {reply.body!r}, though {refusal}"
    if reply.status != 200:
        return f"refused: {reply.status} {reply.body!r}"
    understood = comparable(json.loads(reply.body))
    # As texts: to Python `1 == True`.
    is_same = json.dumps(understood, sort_keys=True) == json.dumps(expected, sort_keys=True)
    return None if is_same else f"understood as {understood!r}, not {expected!r}"


def test_any_json_is_understood_as_python_understands_it(client, capsys):
    counts, lock, found = collections.Counter(), threading.Lock(), []

    def examine(seed: int) -> None:
        texts = Texts(seed)
        inputs = [texts.text() for _ in range(TEXTS_AT_ONCE)]
        for text, reply in zip(inputs, client.replies("same", inputs)):
            fault = finding(text, reply)
            with lock:
                counts["FOUND" if fault else "taken by both" if reply.status == 200 else "refused by both"] += 1
                if fault:
                    found.append((seed, text))

    count = each_seed(examine, threads=4) * TEXTS_AT_ONCE
    with capsys.disabled():
        print(f"\n{count:9,}  texts of JSON, {len(found)} findings\n{table(counts)}")
        for seed, text in found[:5]:
            small = smallest(text, lambda data: bool(finding(data, client.replies("same", [data])[0])))
            print(f"seed {seed}: {small!r}\n  {finding(small, client.replies('same', [small])[0])}")
    assert not found


def wrong_numbers(numbers: list[str], reply: Reply) -> str | None:
    """What the host makes of spellings of whole numbers, where that is not what they mean. Spellings of more than 20
    characters may be refused; another number must never be taken for a whole one."""
    expected = [whole(number) for number in numbers]
    if reply.status == 200:
        understood = json.loads(reply.body)
        return None if understood == expected else f"understood as {understood}, not {expected}"
    if not refuses_well(reply):
        return f"answered {reply.status} {reply.body!r}"
    is_wrong = None not in expected and all(len(number) <= 20 for number in numbers)
    return "refused" if is_wrong else None


def test_whole_numbers_are_exact(client, capsys):
    counts, lock, found = collections.Counter(), threading.Lock(), []

    def examine(seed: int) -> None:
        texts = Texts(seed)
        inputs = [texts.numbers() for _ in range(TEXTS_AT_ONCE)]
        bodies = [("[" + ",".join(numbers) + "]").encode() for numbers in inputs]
        for numbers, reply in zip(inputs, client.replies("whole", bodies)):
            fault = wrong_numbers(numbers, reply)
            with lock:
                counts["FOUND" if fault else "taken" if reply.status == 200 else "refused"] += 1
                if fault:
                    found.append(f"seed {seed}: {numbers} {fault}")

    count = each_seed(examine, threads=4) * TEXTS_AT_ONCE
    with capsys.disabled():
        print(f"\n{count:9,}  lists of numbers, {len(found)} findings\n{table(counts)}", *found[:5], sep="\n")
    assert not found
