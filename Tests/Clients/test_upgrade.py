"""An upgrade with a migration: a running host whose database a newer program migrates, and the way back to the host."""

import http.client
import json

import pytest

from database import SQLite
from host import EXAMPLE, PATIENCE, READY, Host
from jobs import eventually

pytestmark = pytest.mark.engines("sqlite", "postgres")


def migrate(host: Host, version: int, name: str, breaking: bool) -> None:
    """Records a migration as a newer version of the host's program does."""
    table = "swiftlet_migrations" if isinstance(host.database, SQLite) else "swiftlet.migrations"
    with host.database.writing() as tables:
        tables.change(
            f"INSERT INTO {table} (set_name, version, name, checksum, breaking, applied_at) VALUES (?, ?, ?, ?, ?, ?)",
            ("own-package", version, name, "0" * 64, breaking, "2026-11-22T00:00:00.000Z"))


def ready(host: Host) -> tuple[int, dict]:
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("GET", READY)
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def test_an_old_host_and_a_newer_migration(make_host):
    """Proves: a newer migration that is not breaking leaves an old host ready and lets it start again with a warning;
    a breaking one is the one reason that `ready` gives, and the start is refused with what to do."""
    host = make_host(EXAMPLE).start()
    migrate(host, 98, "adds", breaking=False)
    assert ready(host) == (200, {"ready": True})
    host.stop()
    host.start()
    eventually(lambda: any(
        "newer program migrated" in line and "98 (adds)" in line for line in host.log_text().splitlines()), what=host.log_text)
    migrate(host, 99, "drops", breaking=True)
    reason = "database has the breaking migration 99 (drops) of own-package, which this program does not know"
    status, answer = ready(host)
    assert status == 503
    assert answer == {"ready": False, "problems": [f"the {reason}: a newer program applied it"]}
    host.stop()
    host.spawn()
    assert host.process.wait(timeout=PATIENCE) == 1
    assert f"error: The {reason}" in host.log_text()
    assert "hint: start the program that applied it" in host.log_text()
