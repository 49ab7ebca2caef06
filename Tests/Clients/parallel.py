"""Which tests pytest-xdist runs side by side: those of a file on one engine stay together, and the longest begin first."""

import os

import pytest

# Each takes more than half a minute, most of it for waiting. Begun last, one would run alone at the end.
LONGEST = (
    "test_jobs_kill", "test_route_attacks", "test_postgres_hosts", "test_console", "test_push_match", "test_rate_limits",
    "test_shvil_shares", "test_schedule_oracle", "test_openapi", "test_workers_bad", "test_sign_in",
    "test_postgres_faults", "test_attacks", "test_guessing", "test_schedule_croniter", "test_crash",
)


def engine_of(item) -> str:
    """The engine that a test runs on. A test that names none runs on SQLite."""
    return item.callspec.params.get("engine", "sqlite") if hasattr(item, "callspec") else "sqlite"


def place(item) -> int:
    name = item.path.stem
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Marks the groups of `--dist loadgroup`. Without pytest-xdist the order remains."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    items.sort(key=place)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}-{engine_of(item)}"))
