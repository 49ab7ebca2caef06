"""Sign-in and realtime at addresses of their own: what goes there, from a host that stands alone and from one in front of a project."""

import dataclasses
import json

import pytest
from gateway.calls import subscribe
from gateway.peer import ask
from gateway.phoenix import Phoenix
from gateway.project import USER, Project, parsed
from gateway.recorder import Phone
from gateway.upstream import Received, Upstream, answer
from host import Caller

CONFIG = """
[swiftlet]
sign_in = true
[gateway]
auth = "{auth}"
realtime = "{realtime}"
"""


@pytest.fixture(scope="module")
def project():
    with Upstream(Project()) as started:
        yield started


@pytest.fixture(scope="module")
def auth():
    """A GoTrue, whose paths do not have the prefix of the project's."""
    made = Project()
    with Upstream(lambda request: made(dataclasses.replace(request, target=f"/auth/v1{request.target}"))) as started:
        yield started


@pytest.fixture(scope="module")
def realtime():
    phoenix = Phoenix()
    with Upstream(lambda _: answer("202 Accepted"), phoenix) as started:
        started.phoenix = phoenix
        yield started
    assert not phoenix.faults


@pytest.fixture(scope="module", params=["alone", "in front of a project"])
def host(request, project, auth, realtime, own_host):
    settings = {} if request.param == "alone" else {"SUPABASE_URL": project.url}
    started = own_host(config=CONFIG.format(auth=auth.url, realtime=realtime.url), settings=settings)
    started.project = project if settings else None
    return started


@pytest.fixture
def arrived(project, auth, realtime):
    """The requests that a server has received since the test began."""
    counts = {server.port: len(server.received) for server in (project, auth, realtime)}

    def requests(server: Upstream) -> list[Received]:
        return server.received[counts[server.port]:]

    return requests


def test_sign_in_goes_to_its_server(host, project, auth, realtime, arrived):
    """Each request and each answer is passed on whole. The host's own sign-in, which its configuration asks for, is off."""
    phone = Phone(host.url, "swivo", "192.0.2.1")
    app = phone.client()
    assert app.auth.sign_in_anonymously().user.id == USER
    assert app.auth.get_user().user.id == USER
    app.auth.update_user({"data": {"name": "Ann"}})
    assert app.functions.invoke("categories", {"body": {}, "responseType": "json"}), "functions take the server's tokens"
    app.auth.sign_out()
    exchanges = [exchange for exchange in phone.recorder.exchanges if not exchange.target.startswith("/functions/v1/")]
    received = arrived(auth)
    assert [f"{request.method} {request.target}" for request in received] == [
        "POST /signup", "GET /user", "PUT /user", "POST /logout?scope=global"]
    assert len(exchanges) == len(received)
    for exchange, request in zip(exchanges, received):
        exchange.target = exchange.target.removeprefix("/auth/v1")
        exchange.assert_passed_on(request)
        exchange.assert_passed_back(*parsed(request.answered))
        assert request.value("host") == f"127.0.0.1:{auth.port}"
    assert not arrived(project) and not arrived(realtime)


def test_realtime_goes_to_its_server(host, project, realtime, arrived):
    """WebSockets, and the plain requests of its API."""
    count = len(realtime.phoenix.messages)
    subscribe(Phone(host.url, "swivo", "192.0.2.1"), "match-channel", "sessions", "id=eq.1")
    assert {"phx_join", "phx_leave"} <= {message["event"] for message in realtime.phoenix.messages[count:]}
    body = json.dumps({"messages": []}).encode()
    assert ask(host.port, "POST", "/realtime/v1/api/broadcast", body=body).status == 202
    upgrade, broadcast = arrived(realtime)
    assert upgrade.target.partition("?")[0] == "/socket/websocket" and upgrade.value("upgrade") == "websocket"
    assert upgrade.value("host") == broadcast.value("host") == f"127.0.0.1:{realtime.port}"
    assert (broadcast.method, broadcast.target, broadcast.body) == ("POST", "/api/broadcast", body)
    assert not arrived(project)


def test_the_other_services_stay_where_they_are(host, project, auth, realtime, arrived):
    """Tables are the project's, if there is one; functions are the host's."""
    reply = ask(host.port, "GET", "/rest/v1/riddles")
    assert Caller(host).call("categories")[0] == 200
    if host.project:
        assert reply.status == 200 and [request.target for request in arrived(project)] == ["/rest/v1/riddles"]
    else:
        assert reply.status == 501 and b"[gateway] rest" in reply.body and not arrived(project)
    assert not arrived(auth) and not arrived(realtime)
