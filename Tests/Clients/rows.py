"""Migrated Postgres databases, and callers that use them with a role and claims, as a host does."""

import contextlib
import json
import pathlib
import re
import subprocess
import tempfile
import uuid

import psycopg
import pytest
from psycopg import sql

from database import PostgresServer, create_database
from host import BINARY, BUNDLE_OPTIONS, environment

RIDDLE = (
    "INSERT INTO riddles (title, question, answer, image_path, release_date) VALUES ('', '', '', '', {}) RETURNING id")
UTC_TODAY = "(now() AT TIME ZONE 'UTC')::date"

# What a project on Supabase has before it has tables: its roles, the auth server's schema, and default privileges; and
# that it is not a superuser who runs the migrations.
SUPABASE = """
CREATE ROLE anon NOLOGIN NOINHERIT;
CREATE ROLE authenticated NOLOGIN NOINHERIT;
CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS;
CREATE ROLE supabase_auth_admin NOLOGIN NOINHERIT CREATEROLE;
CREATE ROLE project LOGIN CREATEROLE BYPASSRLS PASSWORD 'project';
GRANT anon, authenticated, service_role TO project;
"""
SUPABASE_DATABASE = """
ALTER DATABASE {database} OWNER TO project;
CREATE SCHEMA auth AUTHORIZATION supabase_auth_admin;
GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role, project;
SET ROLE supabase_auth_admin;
CREATE TABLE auth.users (
  instance_id uuid, id uuid PRIMARY KEY, aud varchar(255), role varchar(255), email varchar(255), phone text UNIQUE,
  raw_user_meta_data jsonb, is_sso_user boolean NOT NULL DEFAULT false, is_anonymous boolean NOT NULL DEFAULT false,
  created_at timestamptz DEFAULT now());
CREATE UNIQUE INDEX users_email_partial_key ON auth.users (email) WHERE is_sso_user = false;
CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;
GRANT ALL ON auth.users TO project;
INSERT INTO auth.users (id, email, is_sso_user) VALUES
  (gen_random_uuid(), 'early@example.com', false), (gen_random_uuid(), 'early@example.com', true),
  (gen_random_uuid(), NULL, false);
RESET ROLE;
GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES FOR ROLE project IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES FOR ROLE project IN SCHEMA public GRANT ALL ON SEQUENCES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES FOR ROLE project IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon, authenticated, service_role;
"""


def supabase(server: str) -> str:
    """The URL of a new database as Supabase hands it over, for the role that is its owner and no superuser."""
    url = create_database(server)
    name = url.rsplit("/", 1)[1]
    with psycopg.connect(url, autocommit=True) as connection:
        if not connection.execute("SELECT to_regrole('project') IS NOT NULL").fetchone()[0]:
            connection.execute(SUPABASE)
        connection.execute(sql.SQL(SUPABASE_DATABASE).format(database=sql.Identifier(name)))
    return re.sub(r"//[^@]*@", "//project:project@", url)


def migrate(url: str) -> None:
    """Makes the host's tables and those of the apps, as `swiftlet migrate` does."""
    done = subprocess.run(
        [BINARY, "migrate", "--apps", *BUNDLE_OPTIONS], env=environment(DATABASE_URL=url), stdin=subprocess.DEVNULL, text=True,
        capture_output=True)
    assert done.returncode == 0, done.stderr


class Refused(Exception):
    """The errors of a refusal: a role without the right, or a row that violates a policy."""


class Caller:
    """A caller on a database: transactions with a role and the claims of a token, as a host runs them."""

    def __init__(self, connection: psycopg.Connection, role: str = "authenticated", claims: object = None):
        self.connection = connection
        self.role = role
        self.claims = claims

    def __repr__(self) -> str:
        return f"{self.role} with {self.claims}"

    @contextlib.contextmanager
    def transaction(self):
        """A transaction with the role and the claims set as PostgREST sets them; it is kept if nothing is raised."""
        with self.connection.transaction():
            self.connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(self.role)))
            if self.claims is not None:
                text = self.claims if isinstance(self.claims, str) else json.dumps(self.claims)
                self.connection.execute("SELECT set_config('request.jwt.claims', %s, true)", [text])
            yield self.connection

    def run(self, statement: str, *values) -> int:
        """Runs a statement and returns how many rows it changed."""
        try:
            with self.transaction() as connection:
                return connection.execute(statement, values).rowcount
        except psycopg.errors.InsufficientPrivilege as error:
            raise Refused(str(error)) from error

    def read(self, statement: str, *values) -> list[tuple]:
        """Runs a statement and returns its rows."""
        try:
            with self.transaction() as connection:
                return connection.execute(statement, values).fetchall()
        except psycopg.errors.InsufficientPrivilege as error:
            raise Refused(str(error)) from error

    def value(self, statement: str, *values):
        return self.read(statement, *values)[0][0]


class World:
    """A migrated database with users and some rows of theirs, and who may come and act on it."""

    def __init__(self, url: str, admin: str, kind: str):
        self.kind = kind
        self.url = url
        self.connection = psycopg.connect(url, autocommit=True)
        self.admin = psycopg.connect(admin, autocommit=True)
        self.riddle = self.one(RIDDLE.format(UTC_TODAY))
        self.owner, self.other, self.friend = (self.user() for _ in range(3))
        self.category = self.one("INSERT INTO categories (name, sort_order) VALUES ('Movies', 0) RETURNING id")
        self.option = self.one(
            "INSERT INTO options (category_id, label, sort_order) VALUES (%s, 'Alien', 0) RETURNING id", self.category)

    def one(self, statement: str, *values):
        """The first value of a statement that the host runs."""
        return self.connection.execute(statement, values).fetchone()[0]

    def user(self, email: str | None = None) -> uuid.UUID:
        """A user who has signed up; on Supabase at the auth server."""
        table = "auth.users" if self.kind == "supabase" else "users"
        return self.admin.execute(
            f"INSERT INTO {table} (id, email) VALUES (gen_random_uuid(), %s) RETURNING id", [email]).fetchone()[0]

    def session(self, *players: uuid.UUID) -> uuid.UUID:
        session = self.one(
            "INSERT INTO sessions (category_id, created_by, invite_code) VALUES (%s, %s, %s) RETURNING id",
            self.category, players[0], uuid.uuid4().hex)
        self.connection.execute("INSERT INTO session_options VALUES (%s, %s, 0)", [session, self.option])
        for player in players:
            self.connection.execute("INSERT INTO session_participants VALUES (%s, %s)", [session, player])
        return session

    def insert(self, table: str, columns: str, owner: uuid.UUID) -> str:
        """The statement that inserts a row of a user."""
        session = self.session(owner) if "{session}" in columns else None
        return f"INSERT INTO {table} " + columns.format(
            owner=f"'{owner}'", riddle=self.riddle, session=f"'{session}'", option=f"'{self.option}'")

    def __getitem__(self, user: uuid.UUID) -> Caller:
        return Caller(self.connection, claims={"sub": str(user), "role": "authenticated"})

    def strangers(self) -> list[Caller]:
        """The callers without rights on a row, with roles and claims that a token could have."""
        user = {"sub": str(self.other), "role": "authenticated"}
        return [
            Caller(self.connection, claims=claims) for claims in (
                user, {**user, "role": "service_role"}, {**user, "user_id": str(self.owner), "SUB": str(self.owner)},
                {"sub": str(uuid.uuid4())}, {"sub": None}, {"role": "service_role"}, {}, None, [str(self.owner)])
        ] + [Caller(self.connection, "anon", claims) for claims in ({"role": "anon"}, {}, None)]

    def close(self) -> None:
        self.connection.close()
        self.admin.close()


@pytest.fixture(scope="module", params=["empty", "supabase"])
def world(request):
    """On an empty server, whose roles and `auth` the migration makes, and on one that Supabase set up."""
    server = PostgresServer(pathlib.Path(tempfile.mkdtemp(prefix="swiftlet-postgres-")))
    try:
        url = supabase(server.url) if request.param == "supabase" else create_database(server.url)
        migrate(url)
        made = World(url, server.url.rsplit("/", 1)[0] + "/" + url.rsplit("/", 1)[1], request.param)
        yield made
        made.close()
    finally:
        server.stop()


def refuses(work, *arguments) -> None:
    with pytest.raises(Refused):
        work(*arguments)
