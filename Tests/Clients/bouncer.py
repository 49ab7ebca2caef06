"""PgBouncer in transaction mode, before a Postgres server."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.parse

from database import ROOT
from host import PATIENCE, free_port

CONFIG = """
[databases]
* = host={server.hostname} port={server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
"""


def find() -> tuple[str, dict[str, str]]:
    """The program, and the environment in which it finds its libraries."""
    tools = ROOT / ".build-tools"
    found = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin:{tools / 'usr/sbin'}")
    assert found, "pgbouncer is missing: Scripts/setup.sh --test brings it"
    libraries = ":".join(str(folder) for folder in tools.glob("usr/lib/*-linux-gnu"))
    return found, {**os.environ, "LD_LIBRARY_PATH": libraries}


@contextlib.contextmanager
def bouncing(server: str, folder: pathlib.Path):
    """Starts a PgBouncer; yields a function from the server's addresses to its own."""
    program, environment = find()
    parts, port = urllib.parse.urlsplit(server), free_port()
    config, log = folder / "pgbouncer.ini", folder / "log"
    config.write_text(CONFIG.format(server=parts, port=port, folder=folder))
    (folder / "users").write_text(f'"{parts.username}" "{parts.password}"\n')
    # PgBouncer refuses to run as root, and only root may enter the tests' folders.
    as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=+dac_override",
                 "--ambient-caps=+dac_override"] if os.geteuid() == 0 else []
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*as_nobody, program, str(config)], env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            with contextlib.suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.01)
        yield lambda url: urllib.parse.urlsplit(url)._replace(
            netloc=f"{parts.username}:{parts.password}@127.0.0.1:{port}").geturl()
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
