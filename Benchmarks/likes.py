"""`like_option` on Postgres: over HTTP, by pgbench as one statement, and by a Python host with asyncpg."""

import pathlib
import re
import subprocess
import sys
import uuid
from statistics import median

import load
from postgres import Database, Postgres
from processes import Server, free_port, serve

CONNECTIONS, ROUNDS = 16, 9
USERS, OPTIONS = 32, 500
# Sessions that are over: 100,000 likes.
HISTORY = 200

# What can be liked: the n-th like is of option n / sessions in session n % sessions, which belongs to one user. None
# makes a match. Neighbours are of different sessions, as concurrent likes are. Before them come the likes of sessions
# that are over: on an empty table all plans would read the whole of it, until the server has analyzed it. The ids of
# likes are UUIDs of version 7, as the host's are: random ones would change more pages of the index.
DATA = """
    CREATE FUNCTION bench_id(kind integer, number integer) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
      SELECT ('0000000' || kind || '-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$;
    CREATE FUNCTION bench_growing_id() RETURNS uuid LANGUAGE sql AS $$
      SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
        || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$;
    INSERT INTO auth.users (id) SELECT bench_id(1, u) FROM generate_series(0, {users} - 1) u;
    INSERT INTO users (id) SELECT bench_id(1, u) FROM generate_series(0, {users} - 1) u ON CONFLICT DO NOTHING;
    INSERT INTO categories (id, name, sort_order) VALUES (bench_id(2, 0), 'Benchmark', 99);
    INSERT INTO options (id, category_id, label, sort_order)
      SELECT bench_id(3, o), bench_id(2, 0), o::text, o FROM generate_series(0, {options} - 1) o;
    INSERT INTO sessions (id, category_id, created_by, invite_code)
      SELECT bench_id(4, s), bench_id(2, 0), bench_id(1, s % {users}), 'B' || s FROM generate_series(0, {sessions} - 1) s;
    INSERT INTO session_participants (session_id, user_id)
      SELECT bench_id(4, s), bench_id(1, s % {users}) FROM generate_series(0, {sessions} - 1) s;
    INSERT INTO session_options (session_id, option_id, order_index)
      SELECT bench_id(4, s), bench_id(3, o), o
      FROM generate_series(0, {sessions} - 1) s, generate_series(0, {options} - 1) o;
    INSERT INTO sessions (id, category_id, created_by, invite_code, status)
      SELECT bench_id(5, s), bench_id(2, 0), bench_id(1, s % {users}), 'H' || s, 'closed'
      FROM generate_series(0, {history} - 1) s;
    INSERT INTO session_participants (session_id, user_id)
      SELECT bench_id(5, s), bench_id(1, s % {users}) FROM generate_series(0, {history} - 1) s;
    INSERT INTO session_options (session_id, option_id, order_index)
      SELECT bench_id(5, s), bench_id(3, o), o
      FROM generate_series(0, {history} - 1) s, generate_series(0, {options} - 1) o;
    INSERT INTO likes (id, session_id, option_id, user_id, match_found, created_at)
      SELECT bench_growing_id(), bench_id(5, s), bench_id(3, o), bench_id(1, s % {users}), false, now()
      FROM generate_series(0, {history} - 1) s, generate_series(0, {options} - 1) o;
    """

# The batch of Functions/Swivo/LikeOption.swift, one after another, in one call.
FUNCTION = """
    CREATE FUNCTION bench_like(the_session uuid, the_option uuid, the_user uuid) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      answer boolean;
    BEGIN
      PERFORM FROM sessions s WHERE s.id = the_session FOR NO KEY UPDATE OF s;
      INSERT INTO likes (id, session_id, option_id, user_id, match_found, created_at)
      SELECT bench_growing_id(), s.id, the_option, the_user, false, now()
      FROM sessions s
      WHERE s.id = the_session AND s.status = 'open'
        AND NOT ((SELECT count(*) FROM likes l WHERE l.session_id = s.id AND l.option_id = the_option) + 1
          >= s.quorum_n)
        AND EXISTS (SELECT 1 FROM session_participants p WHERE p.session_id = s.id AND p.user_id = the_user)
        AND EXISTS (SELECT 1 FROM session_options o WHERE o.session_id = s.id AND o.option_id = the_option)
      ON CONFLICT (session_id, option_id, user_id) DO NOTHING RETURNING match_found INTO STRICT answer;
      RETURN answer;
    END $$
    """

SCRIPT = """\\set i :i + 1
\\set n :i * {clients} + :client_id
SELECT bench_like(bench_id(4, :n % {sessions}), bench_id(3, :n / {sessions}), bench_id(1, :n % {sessions} % {users}));
"""


def identifier(kind: int, number: int) -> str:
    return f"0000000{kind}-0000-4000-8000-{number:012x}"


class Likes:
    """A migrated database with likes to give."""

    def __init__(self, binary: str, server: Postgres, folder: pathlib.Path, env: dict[str, str], count: int):
        self.folder, self.env, self.binary, self.server = folder, env, binary, server
        self.sessions = -(-count // OPTIONS)
        self.count = self.sessions * OPTIONS
        template = server.database("likes_template")
        with self.host(template):
            pass
        template.run(DATA.format(users=USERS, options=OPTIONS, sessions=self.sessions, history=HISTORY))
        template.run(FUNCTION)
        template.settle()
        tokens = [load.token(identifier(1, user)) for user in range(USERS)]
        self.requests = folder / "likes.postgres.tsv"
        # The same likes with an idempotency key each.
        self.keyed = folder / "likes.postgres.keyed.tsv"
        with self.requests.open("w") as lines, self.keyed.open("w") as keyed:
            for option in range(OPTIONS):
                for session in range(self.sessions):
                    content = load.body(identifier(4, session), identifier(3, option))
                    lines.write(f"{tokens[session % USERS]}\t{content}\n")
                    keyed.write(f"{tokens[session % USERS]}\t{content}\t{uuid.uuid4()}\n")

    def host(self, database: Database, *options: str, binary: str | None = None) -> Server:
        return serve(
            binary or self.binary, database.url, self.folder, self.env, *options, name="swiftlet-postgres")

    def peer(self, database: Database) -> Server:
        port = free_port()
        command = [sys.executable, str(load.HERE / "peer_postgres.py"), database.url, str(port), str(CONNECTIONS)]
        return Server(command, port, self.folder, self.env, name="peer-postgres")

    def copy(self) -> Database:
        """A fresh copy of the database."""
        return self.server.database("likes", template="likes_template")

    def over_http(self, make, seconds: float, requests: pathlib.Path | None = None) -> load.Run:
        with make(self.copy()) as server:
            return load.run(
                server, "/functions/v1/like_option", requests or self.requests, seconds, most=self.count)

    def by_pgbench(self, seconds: float) -> float:
        script = self.folder / "like.pgbench"
        script.write_text(SCRIPT.format(clients=CONNECTIONS, sessions=self.sessions, users=USERS))
        output = subprocess.run(
            [self.server.bin / "pgbench", "-n", "-M", "prepared", "-c", str(CONNECTIONS), "-j", "1", "-D", "i=-1",
             "-T", str(max(1, round(seconds))), "-f", script, self.copy().url],
            capture_output=True, text=True, check=True).stdout
        if (failed := re.search(r"number of failed transactions: (\d+)", output)) and failed[1] != "0":
            raise RuntimeError(f"pgbench failed: {output}")
        return float(re.search(r"tps = ([\d.]+)", output)[1])


def measure(
    inline: str, binary: str, bundle: str, server: Postgres, folder: pathlib.Path, env: dict[str, str], seconds: float,
) -> dict:
    """The host inline, without and with idempotency keys, the host with a worker, pgbench and the peer in turn, each on a
    fresh copy of one database.

    Ratios are medians of the rounds: the machine is not equally fast in each of them."""
    likes = Likes(inline, server, folder, env, int(seconds * 12_000))
    runs = load.turns({
        "ours": lambda: likes.over_http(likes.host, seconds),
        "keyed": lambda: likes.over_http(likes.host, seconds, likes.keyed),
        "isolated": lambda: likes.over_http(lambda database: likes.host(database, "--bundle", bundle, binary=binary), seconds),
        "pgbench": lambda: likes.by_pgbench(seconds),
        "peer": lambda: likes.over_http(likes.peer, seconds),
    }, ROUNDS)
    pgbench = runs.pop("pgbench")
    return load.middles(runs) | {
        "pgbench": median(pgbench),
        "of_plain": load.ratio(runs["keyed"], runs["ours"]),
        "of_inline": load.ratio(runs["isolated"], runs["ours"]),
        "of_pgbench": median(run.per_second / other for run, other in zip(runs["ours"], pgbench)),
        "of_peer": load.ratio(runs["ours"], runs["peer"])}
