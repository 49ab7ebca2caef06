"""The table of forged and malformed tokens: none is accepted, none makes the host fail, each is answered by the contract."""

import json

import pytest

from conftest import serving
from forgeries import CASES
from forgeries.cases import Case
from forgeries.keys import SETTINGS, USER
from host import EXAMPLE, HEALTH
from raw import ask

LIKE = json.dumps({"session_id": USER, "option_id": USER}).encode()


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    folder = tmp_path_factory.mktemp("forged")
    with serving(folder, EXAMPLE, config='[swiftlet]\nlog_level = "error"\n', settings=SETTINGS) as started:
        yield started
        assert started.process.poll() is None and started.answers(HEALTH), started.log_text()[-4000:]


def answered(host, function: str, case: Case, body: bytes) -> tuple[int, str | None]:
    """The status and the code of the answer."""
    head = [f"POST /functions/v1/{function} HTTP/1.1".encode(), b"Host: localhost", b"Content-Length: %d" % len(body)]
    reply = ask(host, b"\r\n".join([*head, *case.lines]) + b"\r\n\r\n" + body)
    assert reply is not None, "the host closed without an answer"
    code = reply.headers.get("sb-error-code")
    if code:
        assert reply.error_code() == code, "body and header say the same"
    return reply.status, code


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{idea}: {case.name}") for idea, case in CASES])
def test_a_token_is_answered_as_the_contract_says(host, case):
    assert answered(host, "bench_like", case, LIKE) == case.expected
    # The same token where only the service role is admitted.
    if case.is_service:
        expected = (200, None)
    elif case.expected in [(200, None), (401, "AUTH_REQUIRED")]:
        expected = (403, "PERMISSION_DENIED")
    else:
        expected = case.expected
    assert answered(host, "enqueue_work", case, b'{"pieces":[]}') == expected


def test_a_remembered_token_admits_no_similar_token(host):
    """Verified tokens are remembered: only the same bytes may be found again."""
    by_name = {case.name: case for _, case in CASES}
    for name in ("idle bits 1", "form: padding", "another header", "form: a tab", "form: four parts",
        "scheme 'Basic '"):
        assert answered(host, "bench_like", by_name["HS256"], LIKE) == (200, None)
        assert answered(host, "bench_like", by_name[name], LIKE) == by_name[name].expected
