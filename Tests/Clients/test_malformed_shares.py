"""Malformed shares that a user inserts without the host, as by PostgREST: their recipients' lists stay complete."""

import json
import uuid

import psycopg
import pytest
from psycopg import sql
from supabase_functions.errors import FunctionsHttpError

from host import token
from jobs import eventually
from rows import Caller
from test_shvil import body
from test_supabase import invoke

pytestmark = pytest.mark.engines("postgres")

ROUTE = json.dumps(body()["route_data"])


def route(**changes: str) -> str:
    """The app's route as JSON text, with members written as they are given."""
    members = {key: json.dumps(value) for key, value in json.loads(ROUTE).items()} | changes
    return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {text}" for key, text in members.items()) + "}"


HOUR = "now() + interval '1 hour'"
# What a row says: its route as JSON text, and as SQL its recipients and three instants; `{}` is the victim.
TO_VICTIM = "ARRAY[{}]::uuid[]"
MALFORMED = {
    "a number beyond doubles": dict(route=route(distance="1e400")),
    "5,000 digits": dict(route=route(distance="9" * 5000)),
    "digits that are not written": dict(route=route(distance="1e131071")),
    "a fraction of many digits": dict(route=route(distance="1e-16383")),
    "keys equal under Unicode": dict(route=route(**{"caf\u00e9": "1", "cafe\u0301": "2"})),
    "an end at infinity": dict(expires_at="'infinity'"),
    "an end in the year 20000": dict(expires_at="'20000-01-01T00:00:00Z'"),
    "a beginning at minus infinity": dict(created_at="'-infinity'"),
    "a beginning in the year 20000": dict(created_at="'20000-01-01T00:00:00Z'"),
    "a change at infinity": dict(updated_at="'infinity'"),
    "an end before our era": dict(expires_at="'0044-03-15 12:00:00+00 BC'"),
    "recipients of two dimensions": dict(recipients="ARRAY[[{0}],[{0}]]::uuid[]"),
    "recipients that begin at 5": dict(recipients="('[5:5]={{' || {} || '}}')::uuid[]"),
    "a null among the recipients": dict(recipients="ARRAY[{}, NULL]::uuid[]"),
    "a route of 4 MB": dict(route=route(padding=json.dumps("x" * 4_000_000))),
    "a route that is a list": dict(route="[]"),
    "a route that is a text": dict(route='"a route"'),
    "a route without members": dict(route="{}"),
    "a distance that is a text": dict(route=route(distance='"NaN"')),
    "an origin that is a number": dict(route=route(origin="7")),
    "10,000 recipients": dict(recipients="array_fill({}::uuid, ARRAY[10000])"),
}


class People:
    """A victim with a friend, and a stranger; each has a row and a token. `caller` is the stranger at the database."""

    def __init__(self, host):
        self.host = host
        self.victim, self.friend, self.stranger = (str(uuid.uuid4()) for _ in range(3))
        self.connection = psycopg.connect(host.database.server, autocommit=True)
        for user in (self.victim, self.friend, self.stranger):
            self.connection.execute("INSERT INTO users (id) VALUES (%s)", [user])
        self.caller = Caller(self.connection, claims={"sub": self.stranger, "role": "authenticated"})

    def insert(self, route=ROUTE, recipients=TO_VICTIM, expires_at=HOUR, created_at="now()", updated_at="now()"):
        """Inserts a share of the stranger's to the victim."""
        victim = sql.Literal(self.victim)
        statement = sql.SQL(
            "INSERT INTO eta_shares (route_data, recipients, expires_at, created_at, updated_at)"
            f" VALUES ({{}}, {recipients.replace('{}', '{0}').replace('{0}', '{victim}')},"
            f" {expires_at}, {created_at}, {updated_at})"
        ).format(sql.Literal(route), victim=victim)
        with self.caller.transaction() as connection:
            connection.execute(statement)

    def drop_rules(self):
        """Leaves the table as a project has it that made it by itself."""
        rules = self.connection.execute(
            "SELECT conname FROM pg_constraint WHERE conrelid = 'eta_shares'::regclass AND contype = 'c'").fetchall()
        for (rule,) in rules:
            self.connection.execute(sql.SQL("ALTER TABLE eta_shares DROP CONSTRAINT {}").format(sql.Identifier(rule)))
        self.connection.execute("DROP TRIGGER IF EXISTS limit_active_shares ON eta_shares")
        self.let_callers_date_shares()

    def let_callers_date_shares(self):
        """As a project's own table does."""
        self.connection.execute("DROP TRIGGER IF EXISTS check_share_times ON eta_shares")

    def share(self, sharer: str, recipient: str) -> str:
        return invoke(self.host, "share_eta", token(sub=sharer), body=body(recipient))["id"]

    def listed(self, user: str) -> list[str]:
        return [share["id"] for share in invoke(self.host, "eta_shares", token(sub=user))]


@pytest.fixture
def people(make_host):
    people = People(make_host().start())
    yield people
    people.connection.close()


def unreadable(host) -> list[str]:
    """The log's lines about rows that cannot be read."""
    return [line for line in host.log_text().splitlines() if "cannot be read" in line]


@pytest.mark.parametrize("rules", ["with", "without"])
def test_malformed_rows_are_left_out_of_lists(people, rules):
    if rules == "without":
        people.drop_rules()
    good = [people.share(people.friend, people.victim), people.share(people.victim, people.friend)]
    stored, broken = [], []
    for name, row in MALFORMED.items():
        if rules == "with" and {"created_at", "updated_at"} & row.keys():
            continue  # The database sets these times by itself.
        try:
            people.insert(**row)
        except psycopg.errors.CheckViolation:
            continue
        stored.append(name)
        try:
            listed = people.listed(people.victim)
            fault = None if set(listed) == set(good) else "listed"
        except FunctionsHttpError as error:
            fault = f"status {error.status}"
        if fault:
            broken.append((name, fault))
            people.connection.execute("DELETE FROM eta_shares WHERE user_id = %s", [people.stranger])
    assert broken == [], "\n".join(map(str, broken))
    if rules == "without":
        assert stored == list(MALFORMED), "nothing keeps a row out, so that all of them are read"
        # The log is written on a thread of its own.
        logged = eventually(lambda: (lines := unreadable(people.host)) and len(lines) >= len(stored) and lines)
        told = [line for line in logged if "eta_shares" not in line or people.stranger in line or "caf\u00e9" in line]
        assert told == [], "each line names the table, and nothing of the row but its id"
    else:
        assert set(stored) == {
            "keys equal under Unicode", "a route without members", "a distance that is a text",
            "an origin that is a number",
        }
    # And the friend, whom none of these rows names, sees what was there before.
    assert set(people.listed(people.friend)) == set(good)


def test_a_flood_does_not_displace_ones_own_active_share(people):
    people.drop_rules()
    own = people.share(people.victim, people.friend)
    for _ in range(120):
        people.insert(created_at="now() + interval '1 day'")
    listed = people.listed(people.victim)
    assert len(listed) == 100
    assert listed[0] == own


def test_a_user_has_twenty_active_shares_at_most(people):
    for _ in range(19):
        people.insert()
    people.share(people.stranger, people.victim)
    with pytest.raises(psycopg.errors.CheckViolation, match="at most 20 active shares"):
        people.insert()
    with pytest.raises(psycopg.errors.CheckViolation), people.caller.transaction() as connection:
        connection.execute(
            "INSERT INTO eta_shares (route_data, recipients, expires_at, is_active)"
            f" SELECT %s, '{{}}', {HOUR}, false FROM generate_series(1, 3)", [ROUTE])
        connection.execute("UPDATE eta_shares SET is_active = true")
    # One that has ended makes room for one.
    assert people.caller.run("UPDATE eta_shares SET is_active = false WHERE id = (SELECT min(id::text)::uuid FROM eta_shares)")
    people.insert()
    with pytest.raises(psycopg.errors.CheckViolation):
        people.insert()


def test_a_user_keeps_a_thousand_shares_at_most(people):
    """Ended shares are replaced by newer ones, whether a user inserts them one by one or all at once."""
    people.let_callers_date_shares()
    own = people.share(people.stranger, people.victim)
    other = people.share(people.friend, people.victim)
    insert = (
        "INSERT INTO eta_shares (route_data, recipients, expires_at, is_active, created_at)"
        f" SELECT %s, '{{}}', {HOUR}, false, now() - n * interval '1 minute' FROM generate_series(%s::int, %s) AS n")
    for first, last in ((1, 600), (601, 1200), (0, 0)):
        with people.caller.transaction() as connection:
            connection.execute(insert, [ROUTE, first, last])
    kept = people.connection.execute(
        "SELECT count(*), count(*) FILTER (WHERE id = %s), count(*) FILTER (WHERE created_at < now() - interval '999.5 minutes')"
        " FROM eta_shares WHERE user_id = %s", [own, people.stranger]).fetchone()
    assert kept == (1000, 1, 0)
    assert people.share(people.stranger, people.victim) in people.listed(people.stranger)
    kept = people.connection.execute("SELECT count(*) FROM eta_shares WHERE user_id = %s", [people.stranger]).fetchone()
    assert kept == (1000,)
    assert set(people.listed(people.victim)) >= {own, other}
