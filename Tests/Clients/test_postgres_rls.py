"""Row-level security of the apps' tables: what each policy allows the owner, and that it allows others nothing.

Everything runs twice: on an empty server, whose roles and `auth` the migration makes, and on one that Supabase set
up. Shvil's groups and hunts have a file of their own.
"""

import uuid
from datetime import timedelta

import psycopg
import pytest

from rows import RIDDLE, UTC_TODAY, Caller, refuses, world  # noqa: F401

# For each table whose rows have an owner: how a row of `owner` is inserted, what a change of it sets, and what the
# owner may do. `{…}` are ids of what `World` has made.
OWNED = {
    "chats": ("user_id", "(user_id, riddle_id) VALUES ({owner}, {riddle})", "messages = '[1]'", "SIUD"),
    "scores": ("user_id", "(user_id, riddle_id, score) VALUES ({owner}, {riddle}, 7)", "score = 8", "SIUD"),
    "user_subscriptions": ("user_id", "(user_id) VALUES ({owner})", "tier = 'premium'", "S"),
    "saved_recipes": ("user_id", "(user_id, recipe_id) VALUES ({owner}, gen_random_uuid())", "saved_at = now()", "SD"),
    "likes": (
        "user_id", "(session_id, option_id, user_id, match_found) VALUES ({session}, {option}, {owner}, false)",
        "match_found = true", "S"),
    "adventure_plans": ("user_id", "(user_id, title) VALUES ({owner}, 'x')", "title = 'y'", "SIUD"),
    "saved_places": ("user_id", "(user_id, name) VALUES ({owner}, 'x')", "name = 'y'", "SIUD"),
    "scavenger_hunts": ("created_by", "(created_by, title) VALUES ({owner}, 'x')", "title = 'y'", "SIUD"),
    "eta_shares": (
        "user_id", "(user_id, route_data, recipients, expires_at) VALUES ({owner}, '{{}}', '{{}}', now())",
        "is_active = false", "SIUD"),
}
HOSTS_ALONE = {
    "usage_counters": "(user_id, day) VALUES ({owner}, current_date)",
    "match_deliveries": (
        "(session_id, user_id, apns_id, outcome, updated_at)"
        " VALUES ({session}, {owner}, gen_random_uuid(), 'pending', now())"),
    "account_deletions": "(user_id, requested_at) VALUES (gen_random_uuid(), now())",
    "invite_code_misses": "(user_id, slot, missed_at) VALUES ({owner}, 0, now())",
    "store_subscriptions": (
        "(store, id, user_id, user_set_at, user_set_by) VALUES ('app_store', '1', {owner}, now(), 'x')"),
    "subscription_notices": (
        "(id, store, type, outcome, signed_at, received_at)"
        " VALUES ('1', 'app_store', 'SUBSCRIBED', 'ignored', now(), now())"),
}
SWIVO = ["categories", "options", "sessions", "session_participants", "session_options", "likes"]


@pytest.mark.parametrize("table", OWNED)
def test_an_owner_may_do_what_the_policies_say_and_nothing_else(world, table):
    owner, columns, change, rights = OWNED[table]
    caller = world[world.owner]
    statement = world.insert(table, columns, world.owner)
    if "I" in rights:
        assert caller.run(statement) == 1
    else:
        refuses(caller.run, statement)
        world.connection.execute(statement)
    of_owner = f"WHERE {owner} = '{world.owner}'"
    assert caller.value(f"SELECT count(*) FROM {table}") == world.one(f"SELECT count(*) FROM {table} {of_owner}") > 0
    assert (caller.run(f"UPDATE {table} SET {change}") > 0) == ("U" in rights)
    if "U" in rights:
        refuses(caller.run, f"UPDATE {table} SET {owner} = '{world.other}'")
    assert (caller.run(f"DELETE FROM {table}") > 0) == ("D" in rights)


@pytest.mark.parametrize("table", OWNED)
def test_others_read_change_or_infer_no_row(world, table):
    owner, columns, change, _ = OWNED[table]
    victim = world.user()
    world.connection.execute(world.insert(table, columns, victim))
    of_owner = f"WHERE {owner} = '{victim}'"
    rows = world.connection.execute(f"SELECT * FROM {table} {of_owner} ORDER BY 1, 2").fetchall()
    for stranger in world.strangers():
        assert stranger.read(f"SELECT * FROM {table} {of_owner}") == [], stranger
        assert stranger.value(f"SELECT count(*) FROM {table} {of_owner}") == 0, stranger
        assert stranger.read(f"SELECT 1 FROM {table} {of_owner} OR 1 / (random() * 0)::int = 1") == [], stranger
        assert stranger.run(f"UPDATE {table} SET {change} {of_owner}") == 0, stranger
        assert stranger.run(f"DELETE FROM {table} {of_owner}") == 0, stranger
        refuses(stranger.run, world.insert(table, columns, victim))
        refuses(stranger.run, f"TRUNCATE {table} CASCADE")
    assert world.connection.execute(f"SELECT * FROM {table} {of_owner} ORDER BY 1, 2").fetchall() == rows


def test_a_sub_that_is_not_an_id_is_an_error(world):
    for sub in ("", "somebody", f"{world.owner}' OR true --", [str(world.owner)]):
        with pytest.raises(psycopg.errors.InvalidTextRepresentation):
            Caller(world.connection, claims={"sub": sub}).read("SELECT id FROM users")


def test_a_transactions_role_and_claims_end_with_it(world):
    world[world.owner].read("SELECT 1")
    assert world.one("SELECT auth.uid() IS NULL")
    with pytest.raises(psycopg.errors.DivisionByZero):
        world[world.owner].read("SELECT 1 / 0")
    assert world.one("SELECT auth.uid() IS NULL AND current_user <> 'authenticated'")


@pytest.mark.parametrize("table", HOSTS_ALONE)
def test_the_hosts_own_tables_are_closed_to_callers(world, table):
    statement = world.insert(table, HOSTS_ALONE[table], world.owner)
    world.connection.execute(statement)
    for caller in [world[world.owner], *world.strangers()]:
        for attempt in (f"SELECT * FROM {table}", f"SELECT count(*) FROM {table}", f"DELETE FROM {table}", statement):
            refuses(caller.run, attempt)
    service = Caller(world.connection, "service_role", {"role": "service_role"})
    assert service.run(f"DELETE FROM {table}") > 0


def test_every_table_has_row_level_security_and_nothing_more_is_granted_than_rows(world):
    unprotected = world.connection.execute(
        "SELECT relname FROM pg_class"
        " WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relrowsecurity")
    assert unprotected.fetchall() == []
    granted = world.connection.execute(
        "SELECT table_name, privilege_type FROM information_schema.role_table_grants WHERE table_schema = 'public'"
        " AND grantee IN ('anon', 'authenticated', 'PUBLIC')"
        " AND privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')")
    assert granted.fetchall() == []
    for caller in (world[world.owner], Caller(world.connection, "anon")):
        refuses(caller.read, "SELECT id FROM auth.users")
        refuses(caller.read, "SELECT last_value FROM chats_id_seq")
        refuses(caller.read, "SELECT setval('riddles_id_seq', 1)")
        refuses(caller.read, "SELECT apps.sessions_of_caller()")
        refuses(caller.run, "CREATE TABLE public.mine (id int)")


def test_users_see_and_describe_themselves(world):
    mail = f"{uuid.uuid4()}@example.com"
    user = world.user(mail)
    caller = world[user]
    assert caller.read("SELECT id, username FROM users") == [(user, None)]
    assert caller.run("UPDATE users SET display_name = 'Me', avatar_url = 'x', updated_at = now()") == 1
    assert world.one("SELECT count(*) FROM users WHERE display_name = 'Me'") == 1
    # "Taken" would tell who else is here; a token is taken from others only by update_apns_token.
    for column in ("email = 'you@example.com'", "apns_token = '00'", f"id = '{world.other}'"):
        refuses(caller.run, f"UPDATE users SET {column}")
    refuses(caller.run, "INSERT INTO users (id) VALUES (gen_random_uuid())")
    assert caller.run("DELETE FROM users") == 0
    for stranger in world.strangers():
        of_user = f"WHERE id = '{user}'"
        assert stranger.read(f"SELECT id, username FROM users {of_user}") == []
        refuses(stranger.read, f"SELECT 1 FROM users WHERE email = '{mail}'")
        assert stranger.run(f"UPDATE users SET display_name = 'You' {of_user}") == 0
        assert stranger.run(f"DELETE FROM users {of_user}") == 0


def test_a_users_row_is_made_at_sign_up_and_removed_with_the_account(world):
    user = world.user()
    assert world.admin.execute("SELECT count(*) FROM auth.users WHERE id = %s", [user]).fetchone() == (1,)
    # Those who had signed up before there were tables are users too.
    without = world.admin.execute("SELECT count(*) FROM auth.users WHERE id NOT IN (SELECT id FROM users)")
    assert without.fetchone() == (0,)
    assert world.one("SELECT count(*) FROM users WHERE id = %s", user) == 1
    world.connection.execute("INSERT INTO users (id) VALUES (%s) ON CONFLICT (id) DO NOTHING", [user])
    if world.kind == "supabase":
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            world.connection.execute("INSERT INTO users (id) VALUES (gen_random_uuid())")
        # An address that is taken here, or none, keeps nobody from signing up.
        mail = f"{uuid.uuid4()}@example.com"
        world.user(mail)
        other = world.admin.execute(
            "INSERT INTO auth.users (id, email, is_sso_user) VALUES (gen_random_uuid(), %s, true) RETURNING id", [mail])
        assert world.one("SELECT email IS NULL FROM users WHERE id = %s", other.fetchone()[0])
    world.connection.execute("INSERT INTO adventure_plans (user_id, title) VALUES (%s, 'x')", [user])
    world.admin.execute("DELETE FROM auth.users WHERE id = %s", [user])
    assert world.one("SELECT count(*) FROM users WHERE id = %s", user) == 0
    assert world.one("SELECT count(*) FROM adventure_plans WHERE user_id = %s", user) == 0


# Whatever time it is, one of the two has another day than UTC.
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_riddles_are_read_from_their_utc_day_on(world, zone):
    first = world.one(f"SELECT {UTC_TODAY} - 1")
    # The last one is not of today either if the UTC day ends meanwhile.
    days = {world.one(RIDDLE.format(f"'{day}'")): day for day in (first + timedelta(days=number) for number in range(4))}
    for caller in (world[world.owner], Caller(world.connection, "anon")):
        with caller.transaction() as connection:
            connection.execute(f"SET LOCAL timezone = '{zone}'")
            today = connection.execute(f"SELECT {UTC_TODAY}").fetchone()[0]
            seen = connection.execute("SELECT id FROM riddles WHERE id = ANY(%s)", [list(days)]).fetchall()
        assert {id for id, in seen} == {id for id, day in days.items() if day <= today}
        assert caller.run("UPDATE riddles SET answer = 'mine'") == caller.run("DELETE FROM riddles") == 0
        refuses(caller.run, RIDDLE.format(UTC_TODAY))


def test_swivo_shows_participants_their_sessions_and_refuses_writes(world):
    session, hidden = world.session(world.owner, world.friend), world.session(world.other)
    for player, seen in ((world.owner, session), (world.friend, session), (world.other, hidden)):
        caller = world[player]
        assert caller.value("SELECT count(*) FROM sessions WHERE id = %s", seen) == 1
        assert caller.value("SELECT count(*) FROM sessions WHERE id IN (%s, %s)", session, hidden) == 1
        for table in ("session_participants", "session_options"):
            assert caller.value(f"SELECT count(DISTINCT session_id) FROM {table} WHERE session_id IN (%s, %s)",
                                session, hidden) == 1
        refuses(caller.run, "INSERT INTO session_participants VALUES (%s, %s)", session, player)
        refuses(caller.run, "INSERT INTO session_participants VALUES (%s, %s)", hidden, player)
        for table in SWIVO:
            key = world.connection.execute(f"SELECT * FROM {table} LIMIT 0").description[0].name
            assert caller.run(f"DELETE FROM {table}") == caller.run(f"UPDATE {table} SET {key} = {key}") == 0
    assert world[world.friend].value(
        "SELECT count(*) FROM session_participants WHERE session_id = %s", session) == 2
    for stranger in world.strangers():
        assert stranger.value("SELECT count(*) FROM sessions WHERE id = %s", session) == 0
        assert stranger.value("SELECT count(*) FROM session_participants WHERE session_id = %s", session) == 0
        assert stranger.value("SELECT count(*) FROM session_options WHERE session_id = %s", session) == 0
    for caller in (world[world.owner], Caller(world.connection, "anon")):
        assert caller.value("SELECT count(*) FROM categories") == caller.value("SELECT count(*) FROM options") == 1


def test_likes_of_others_are_hidden(world):
    session = world.session(world.owner, world.friend)
    world.connection.execute(
        "INSERT INTO likes (session_id, option_id, user_id, match_found) VALUES (%s, %s, %s, false)",
        [session, world.option, world.owner])
    assert world[world.owner].value("SELECT count(*) FROM likes WHERE session_id = %s", session) == 1
    assert world[world.friend].value("SELECT count(*) FROM likes WHERE session_id = %s", session) == 0


def test_a_share_is_read_by_its_recipients_and_changed_by_its_owner(world):
    sharing = (
        "INSERT INTO eta_shares (route_data, recipients, expires_at)"
        " VALUES ('{}', ARRAY[%s]::uuid[], now() + interval '1 hour') RETURNING id")
    share = world[world.owner].value(sharing, world.friend)
    assert world[world.friend].read("SELECT user_id FROM eta_shares WHERE id = %s", share) == [(world.owner,)]
    assert world[world.owner].read("SELECT user_id FROM eta_shares WHERE id = %s", share) == [(world.owner,)]
    for outsider in [world[world.friend], *world.strangers()]:
        assert outsider.run("UPDATE eta_shares SET is_active = false WHERE id = %s", share) == 0
        assert outsider.run("UPDATE eta_shares SET recipients = recipients || auth.uid() WHERE id = %s", share) == 0
        assert outsider.run("DELETE FROM eta_shares WHERE id = %s", share) == 0
    for stranger in world.strangers():
        assert stranger.read("SELECT 1 FROM eta_shares WHERE id = %s", share) == []
    nested = '{"a":' * 70 + "1" + "}" * 70
    with pytest.raises(psycopg.errors.CheckViolation):
        world[world.owner].run("UPDATE eta_shares SET route_data = %s WHERE id = %s", nested, share)
    assert world[world.owner].run("UPDATE eta_shares SET is_active = false WHERE id = %s", share) == 1


def test_the_documents_requests_leave_the_owner_out(world):
    caller = world[world.owner]
    for statement in (
        "INSERT INTO adventure_plans (title, description, stops) VALUES ('x', 'y', '[]') RETURNING user_id",
        "INSERT INTO saved_places (name, latitude, longitude) VALUES ('x', 37.7749, -122.4194) RETURNING user_id",
        "INSERT INTO scavenger_hunts (title) VALUES ('x') RETURNING created_by",
        "INSERT INTO eta_shares (route_data, recipients, expires_at) VALUES ('{}', '{}', now()) RETURNING user_id",
    ):
        assert caller.value(statement) == world.owner
