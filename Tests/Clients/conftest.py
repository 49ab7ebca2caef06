"""Hosts for the tests: one shared by those that leave it healthy, and fresh ones on request."""

import contextlib

import pytest

from host import BINARY, EXAMPLE, Host


@contextlib.contextmanager
def serving(folder, binary, **options):
    host = Host(folder, binary, **options)
    try:
        yield host.start()
        host.stop()
    finally:
        host.kill()


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """The five apps' host."""
    with serving(tmp_path_factory.mktemp("host"), BINARY) as started:
        yield started


@pytest.fixture(scope="session")
def example(tmp_path_factory):
    """The host of `Examples/OwnPackage`: echo, countdown, sleepy."""
    with serving(tmp_path_factory.mktemp("example"), EXAMPLE) as started:
        yield started


@pytest.fixture
def make_host(tmp_path):
    """Makes a host of the test's own, not started; it is killed at the end if the test left it running."""
    made = []

    def make(binary=BINARY, folder=tmp_path, **options):
        host = Host(folder, binary, **options)
        made.append(host)
        return host

    yield make
    for host in made:
        host.kill()
