"""The calls of the five apps' client code, against a host that stands alone and one in front of a project."""

import re

import psycopg
import pytest
from conftest import serving
from database import create_database
from gateway.calls import CALLS, CHANNELS, Call
from gateway.phoenix import Phoenix
from gateway.project import Project, parsed
from gateway.recorder import Exchange, Phone
from gateway.upstream import Upstream
from host import BINARY
from rows import migrate
from websockets.exceptions import InvalidStatus

APPS = sorted({call.app for call in CALLS})
OURS = re.compile(
    r"/functions/v1/.*|/rest/v1/rpc/(create_session|join_session|like_option|update_apns_token|close_session|categories"
    r"|session_options|perform_action|usage_stats|save_recipe|unsave_recipe|saved_recipes"
    r"|health_check|health_check_detailed|get_system_metrics)"
    r"|/rest/v1/(adventure_plans|saved_places|eta_shares|social_groups(/join)?|group_members|scavenger_hunts(/[^/]+/join)?"
    r"|hunt_checkpoints|checkpoint_submissions|hunt_leaderboard)")
CONFIG = """
[swiftlet]
trusted_proxies = ["127.0.0.1"]
sign_in = true

[storage.buckets.photos]
"""
# What a refusal has to name: the setting by which the host would pass the call on.
SETTINGS = re.compile(r"SUPABASE_URL|\[gateway\]")


def phones(url: str) -> dict[str, Phone]:
    """A phone for each app, with an address of its own, as each may try ten passwords a minute."""
    return {app: Phone(url, app, f"192.0.2.{number}") for number, app in enumerate(APPS, 1)}


@pytest.fixture(scope="module")
def alone(make_database, tmp_path_factory):
    """Phones whose base URL is a host without a project."""
    folder = tmp_path_factory.mktemp("alone")
    with serving(folder, BINARY, database=make_database(folder), config=CONFIG) as host:
        yield phones(host.url)


@pytest.fixture(scope="module")
def project():
    """A strict stand-in for a project, which records what it gets."""
    realtime = Phoenix()
    with Upstream(Project(), realtime) as started:
        started.realtime = realtime
        yield started
    assert not realtime.faults


@pytest.fixture(scope="module")
def in_front(project, make_database, tmp_path_factory):
    """Phones whose base URL is a host in front of the project."""
    folder = tmp_path_factory.mktemp("in-front")
    settings = {"SUPABASE_URL": project.url, "SUPABASE_SERVICE_ROLE_KEY": "sb_secret_of_the_service_role"}
    with serving(folder, BINARY, database=make_database(folder), config=CONFIG, settings=settings) as host:
        yield phones(host.url)


@pytest.mark.engines("sqlite", "postgres")
@pytest.mark.parametrize("call", CALLS, ids=str)
def test_standing_alone(alone, call: Call):
    """It works, or the client's own error says which setting would pass it on."""
    phone = alone[call.app]
    if not call.alone:
        call.make(phone)
        return
    with pytest.raises(call.alone) as caught:
        call.make(phone)
    if call.seed != "checkConnectionHealth()":  # The answer to a HEAD has no text.
        assert SETTINGS.search(text(caught.value)), text(caught.value)


def text(error: Exception) -> str:
    """What an app's developer sees of an error."""
    if isinstance(error, InvalidStatus):
        return error.response.body.decode()
    return f"{error.message} {getattr(error, 'hint', '')}"


@pytest.mark.engines("sqlite", "postgres")
@pytest.mark.parametrize("call", CALLS, ids=str)
def test_in_front_of_a_project(in_front, project, call: Call):
    """What is the project's reaches it byte by byte, and its answers come back so; what is ours does not reach it."""
    phone = in_front[call.app]
    sent, received, upgraded = len(phone.recorder.exchanges), len(project.received), len(project.realtime.messages)
    call.make(phone)
    exchanges, arrived = phone.recorder.exchanges[sent:], project.received[received:]
    if call.alone is InvalidStatus:
        events = [message["event"] for message in project.realtime.messages[upgraded:]]
        assert events[:2] == ["heartbeat", "phx_join"] or events[:2] == ["phx_join", "heartbeat"]
        assert "phx_leave" in events
        return
    assert call.ours == bool(OURS.fullmatch(exchanges[-1].target.partition("?")[0]))
    for exchange in exchanges:
        assert_passed(exchange, arrived)
    # What is left is the host's own: it signs pictures at the project.
    assert all(request.target.startswith("/storage/v1/object/sign/") for request in arrived), arrived


@pytest.mark.parametrize("path", ["signup/email", "signin/email", "signin/apple", "signout"])
def test_the_documents_paths_of_sign_in_reach_the_project(in_front, project, path):
    """A host that stands alone answers them itself. In front of a project they are the project's, which has none of them."""
    phone, received = in_front["shvil"], len(project.received)
    answer = phone.http.post(f"/auth/v1/{path}", json={"email": "user@example.com", "password": "password123"})
    assert answer.status_code == 404
    arrived = project.received[received:]
    assert_passed(phone.recorder.exchanges[-1], arrived)
    assert arrived == []


def assert_passed(exchange: Exchange, arrived: list) -> None:
    """Compares an exchange with the stand-in's record of it, and takes that out of the list."""
    if OURS.fullmatch(exchange.target.partition("?")[0]):
        return
    found = [request for request in arrived if (request.method, request.target) == (exchange.method, exchange.target)]
    assert found, f"{exchange.method} {exchange.target} did not arrive among {arrived}"
    arrived.remove(found[0])
    exchange.assert_passed_on(found[0])
    exchange.assert_passed_back(*parsed(found[0].answered))


def test_the_calls_are_those_of_the_documents():
    """Each is listed once; their number by app is in the log of the run."""
    assert len({str(call) for call in CALLS}) == len(CALLS)
    print({app: sum(call.app == app for call in CALLS) for app in APPS}, len(CALLS))


def test_the_channels_listen_to_published_tables(postgres):
    """A project's realtime server sends the changes of the tables in its publication, filtered by a column of theirs."""
    url = create_database(postgres)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE PUBLICATION supabase_realtime")
        migrate(url)
        published = connection.execute("""
            SELECT c.table_name, c.column_name FROM pg_publication_tables p
            JOIN information_schema.columns c ON (c.table_schema, c.table_name) = (p.schemaname, p.tablename)
            WHERE p.pubname = 'supabase_realtime'""").fetchall()
    assert {(table, column) for _, table, column in CHANNELS} <= set(published)
