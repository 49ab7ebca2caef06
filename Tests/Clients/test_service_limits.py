"""Rate limits on the services beside functions, whether the host answers them itself, refuses them, or passes them on."""

import itertools
import json
import re

import httpx
import pytest
from conftest import serving
from gateway.peer import Reply, ask
from gateway.upstream import Upstream, answer
from host import BINARY, token

pytestmark = pytest.mark.engines("sqlite", "postgres")

# A path of each service, by the service's name in a limit's `functions`.
PATHS = {
    "rest": "/rest/v1/riddles", "auth": "/auth/v1/settings", "storage": "/storage/v1/bucket",
    "realtime": "/realtime/v1/api/broadcast"}
FUNCTION = "/functions/v1/categories"
ORIGIN = ("Origin", "https://app.example")
# The members of each service's errors.
FORMS = {
    "rest": {"code", "message", "details", "hint"}, "auth": {"code", "error_code", "msg"},
    "storage": {"statusCode", "error", "message"}, "realtime": {"code", "message"}}
# One more call is admitted every twelve hours, so that a slow machine makes all of a test's before.
HOST = '[swiftlet]\ntrusted_proxies = ["127.0.0.1"]\nsign_in = true\n'
OF_SERVICES = HOST + "".join(
    f'[limits.of_{name}]\nrate = "2/day"\nper = "address"\nfunctions = ["{name}"]\n' for name in PATHS)
OF_ALL = HOST + '[limits.all]\nrate = "5/day"\nper = "address"\nfunctions = ["*"]\n'
OF_USERS = HOST + '[limits.users]\nrate = "2/day"\nper = "user"\nfunctions = ["rest", "storage"]\n'
ADDRESSES = (f"198.51.100.{number}" for number in itertools.count(1))


@pytest.fixture(scope="module")
def project():
    with Upstream(lambda _: answer(body=b"[]")) as started:
        yield started


@pytest.fixture(scope="module", params=["alone", "in front of a project"])
def start(request, project, make_database, tmp_path_factory):
    """Starts a host that stands alone, or one in front of the project."""
    def started(config: str):
        folder = tmp_path_factory.mktemp("limited")
        settings = {} if request.param == "alone" else {"SUPABASE_URL": project.url}
        return serving(folder, BINARY, database=make_database(folder), config=config, settings=settings)

    started.is_alone = request.param == "alone"
    return started


@pytest.fixture(scope="module")
def host(start):
    """A host with a limit for each service."""
    with start(OF_SERVICES) as host:
        yield host


class Client:
    """A client with an address of its own."""

    def __init__(self, host):
        self.host, self.address = host, next(ADDRESSES)

    def call(self, path: str, *fields: tuple[str, str], method: str = "GET") -> Reply:
        return ask(self.host.port, method, path, ("X-Forwarded-For", self.address), ORIGIN, *fields)


def assert_refused(reply: Reply) -> None:
    """Fails unless the call is over a limit, and the client can read when to come back."""
    assert reply.status == 429, reply
    assert 1 <= int(reply.value("retry-after")) <= 43_200
    assert reply.value("x-ratelimit-remaining") == "0"
    assert reply.value("sb-error-code") == "RATE_LIMIT_EXCEEDED"
    assert reply.value("access-control-allow-origin") in ("*", ORIGIN[1])
    exposed = b", ".join(value for name, value in reply.fields if name.lower() == b"access-control-expose-headers")
    assert {"retry-after", "x-ratelimit-remaining", "sb-error-code"} <= set(exposed.decode().lower().split(", "))


def refused_calls(host, limit: str) -> int:
    """The refused calls of a limit, as the host counts them."""
    # The test's address is that of a trusted proxy, which is local only if it says so.
    text = httpx.get(f"{host.url}/metrics", headers={"X-Forwarded-For": "127.0.0.1"}, timeout=60).text
    return int(re.search(rf'swiftlet_limited_calls_total{{limit="{limit}"}} (\d+)', text)[1])


@pytest.mark.parametrize("name", PATHS)
def test_a_service_has_a_limit_of_its_own(start, host, project, name):
    """It holds for that service and each client alone, and what is over it does not reach the project."""
    client, path, before, arrived = Client(host), PATHS[name], refused_calls(host, f"of_{name}"), len(project.received)
    for remaining in ("1", "0"):
        reply = client.call(path)
        assert reply.status != 429 and reply.value("x-ratelimit-remaining") == remaining
        assert reply.value("ratelimit-policy") == f'"of_{name}";q=2;w=86400'
    assert_refused(client.call(path))
    assert_refused(client.call(path, method="DELETE"))
    assert refused_calls(host, f"of_{name}") == before + 2
    preflight = client.call(path, ("Access-Control-Request-Method", "GET"), method="OPTIONS")
    assert preflight.status in (200, 204)
    if not start.is_alone:
        assert [request.method for request in project.received[arrived:]] == ["GET", "GET", "OPTIONS"]
    for other in PATHS.values():
        if other != path:
            assert client.call(other).value("x-ratelimit-remaining") == "1"
    assert client.call(FUNCTION, ("Authorization", f"Bearer {token()}")).value("x-ratelimit-limit") is None
    assert Client(host).call(path).value("x-ratelimit-remaining") == "1"


@pytest.mark.parametrize("name", PATHS)
def test_a_refused_call_has_the_form_of_its_service(host, name):
    """As all errors of the host at that service's paths, so that the clients raise the errors of their own."""
    client = Client(host)
    for _ in range(2):
        assert client.call(PATHS[name]).status != 429
    reply = client.call(PATHS[name])
    assert_refused(reply)
    body = json.loads(reply.body)
    assert set(body) == FORMS[name], body
    assert body.get("statusCode", "429") == "429" and (name != "auth" or body["code"] == 429)


def test_a_handshake_of_a_websocket_counts(host):
    client, path = Client(host), "/realtime/v1/websocket?apikey=key&vsn=1.0.0"
    fields = (
        ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="))
    for _ in range(2):
        assert client.call(PATHS["realtime"]).status != 429
    assert_refused(client.call(path, *fields))


def test_a_limit_of_all_counts_services_and_functions_together(start):
    with start(OF_ALL) as host:
        client, user = Client(host), ("Authorization", f"Bearer {token()}")
        paths = [*PATHS.values(), FUNCTION]
        for remaining, path in zip(("4", "3", "2", "1", "0"), paths):
            reply = client.call(path, user)
            assert reply.status != 429 and reply.value("x-ratelimit-remaining") == remaining
        for path in paths:
            assert_refused(client.call(path, user))
        assert refused_calls(host, "all") == len(paths)
        assert Client(host).call(PATHS["rest"]).value("x-ratelimit-remaining") == "4"


def test_a_limit_of_users_counts_their_tokens(start, project):
    """Each user's calls of both services count together, from any address; calls without a valid token have no user."""
    with start(OF_USERS) as host:
        arrived = len(project.received)
        one, other = (("Authorization", f"Bearer {token()}") for _ in range(2))
        assert Client(host).call(PATHS["rest"], one).value("x-ratelimit-remaining") == "1"
        assert Client(host).call(PATHS["storage"], one).value("x-ratelimit-remaining") == "0"
        for name in ("rest", "storage"):
            assert_refused(Client(host).call(PATHS[name], one))
        assert Client(host).call(PATHS["rest"], other).value("x-ratelimit-remaining") == "1"
        for fields in ((), (("Authorization", f"Bearer {token()}x"),)):
            for _ in range(3):
                assert Client(host).call(PATHS["rest"], *fields).status != 429
        assert len(project.received) - arrived == (0 if start.is_alone else 9)
