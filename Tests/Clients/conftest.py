"""Hosts for the tests: one shared by those that leave it healthy, and fresh ones on request.

A module that marks itself with `engines("sqlite", "postgres")` runs once on each; what says nothing runs on SQLite.
"""

import contextlib
from pathlib import Path

import certifi
import pytest

from bouncer import bouncing
from database import Postgres, SQLite, create_database, server_for_all
from days import begin_before_midnight
from gateway.upstream import Upstream, answer
from host import BINARY, EXAMPLE, Host
from parallel import pytest_collection_modifyitems  # noqa: F401, pytest calls it

# So that its assertions show their values.
pytest.register_assert_rewrite("jobs")


def pytest_generate_tests(metafunc):
    marker = metafunc.definition.get_closest_marker("engines")
    if marker and "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", marker.args, indirect=True, scope="session")


@pytest.fixture(scope="session", autouse=True)
def short_trust_store(tmp_path_factory):
    """A trust store with one certificate, for the clients in the tests' own processes.

    httpx reads the whole store for each client, and a client of supabase has several: with the store of certifi one takes
    190 ms of CPU time, with this one 7 ms. The servers of the tests have no TLS, or the test names their authority.
    """
    end = "-----END CERTIFICATE-----\n"
    store = tmp_path_factory.mktemp("trust") / "store.pem"
    store.write_text(Path(certifi.where()).read_text().partition(end)[0] + end)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(store))
        yield


@pytest.fixture
def one_day():
    """The test does not run into midnight UTC, at which limits begin anew and the riddle changes."""
    begin_before_midnight()


@pytest.fixture(scope="session")
def engine(request):
    """The database of the test: sqlite, postgres, or postgres behind pgbouncer."""
    return getattr(request, "param", "sqlite")


@pytest.fixture(scope="session")
def postgres():
    """The URL of the Postgres server that the tests share."""
    with server_for_all() as url:
        yield url


@pytest.fixture(scope="session")
def pgbouncer(postgres, tmp_path_factory):
    """Makes a Postgres server's address one of a PgBouncer before it."""
    with bouncing(postgres, tmp_path_factory.mktemp("bouncer")) as address:
        yield address


@pytest.fixture(scope="session")
def make_database(engine, request):
    """Makes a new, empty database; on SQLite it lies in the folder."""
    if engine == "sqlite":
        return lambda folder: SQLite(folder / "host.sqlite")
    server = request.getfixturevalue("postgres")
    if engine == "postgres":
        return lambda _: Postgres(create_database(server))
    address = request.getfixturevalue("pgbouncer")

    def make(_):
        url = create_database(server)
        return Postgres(url, address(url))

    return make


@contextlib.contextmanager
def serving(folder, binary, **options):
    host = Host(folder, binary, **options)
    try:
        yield host.start()
        host.stop()
    finally:
        host.kill()


@pytest.fixture(scope="session")
def host(make_database, tmp_path_factory):
    """The host of the apps in Functions."""
    folder = tmp_path_factory.mktemp("host")
    with serving(folder, BINARY, database=make_database(folder)) as started:
        yield started


@pytest.fixture(scope="session")
def example(make_database, tmp_path_factory):
    """The host of `Examples/OwnPackage`: echo, countdown, sleepy."""
    folder = tmp_path_factory.mktemp("example")
    with serving(folder, EXAMPLE, database=make_database(folder)) as started:
        yield started


@pytest.fixture(scope="module")
def own_host(tmp_path_factory):
    """Starts hosts of the apps for a module, on SQLite databases of their own; each has to stop cleanly at its end."""
    with contextlib.ExitStack() as stack:
        yield lambda **options: stack.enter_context(serving(tmp_path_factory.mktemp("host"), BINARY, **options))


@pytest.fixture(scope="module")
def upstream():
    """A strict stand-in for a project; a test sets `answering` to what it is to answer."""
    with Upstream(lambda _: answer()) as started:
        yield started


@pytest.fixture(scope="module")
def in_front(upstream, own_host):
    """A host in front of `upstream`."""
    return own_host(settings={"SUPABASE_URL": upstream.url})


@pytest.fixture
def make_host(make_database, tmp_path):
    """Makes a host of the test's own, not started; it is killed at the end if the test left it running."""
    made = []

    def make(binary=BINARY, folder=tmp_path, database=None, **options):
        host = Host(folder, binary, database=database or make_database(folder), **options)
        made.append(host)
        return host

    yield make
    for host in made:
        host.kill()
