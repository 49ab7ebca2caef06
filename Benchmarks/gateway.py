"""The gateway beside nginx in front of the same server, and own functions while a project hangs."""

import contextlib
import os
import pathlib
import shutil
import socket

import data
import load
from processes import Server, free_port, serve

NGINX = """
daemon off;
{user}
pid {folder}/nginx.pid;
worker_processes auto;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {folder}/nginx-body;
  proxy_temp_path {folder}/nginx-proxy;
  fastcgi_temp_path {folder}/nginx-fastcgi;
  uwsgi_temp_path {folder}/nginx-uwsgi;
  scgi_temp_path {folder}/nginx-scgi;
  upstream project {{ server 127.0.0.1:{project}; keepalive 64; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://project;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $host;
    }}
  }}
}}
"""
PATH = "/rest/v1/riddles?select=*&release_date=eq.2026-11-21"
HANGING = 200
# The p99 of a typed call differs by twice from one run to the next, so it is measured in more rounds.
ROUNDS, PAIRS = 3, 9


def nginx(folder: pathlib.Path, project: int) -> Server:
    """An nginx in front of the server, with kept connections and a worker per core."""
    tools = load.HERE.parent / ".build-tools/usr/sbin"
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:{tools}")
    if not found:
        raise RuntimeError("nginx is missing: Scripts/setup.sh --bench brings it")
    port, file = free_port(), folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    file.write_text(NGINX.format(user=user, folder=folder, project=project, port=port))
    command = [found, "-c", str(file), "-p", str(folder), "-e", str(folder / "nginx.error.log")]
    return Server(command, port, folder, {"PATH": os.environ["PATH"]})


def host(binary: str, folder: pathlib.Path, environment: dict[str, str], project: int, name: str) -> Server:
    settings = {**environment, "SUPABASE_URL": f"http://127.0.0.1:{project}"}
    return serve(binary, f"sqlite:{folder / name}.sqlite", folder, settings, name=name)


def project(folder: pathlib.Path) -> Server:
    """The server behind both: the epoll loop in C that answers whatever it reads."""
    port = free_port()
    return Server([str(folder / "answer_loop"), str(port)], port, folder, {}, "project")


def measure_forwarding(folder: pathlib.Path, binary: str, environment: dict[str, str], seconds: float) -> dict:
    """A forwarded GET, by the host and by nginx in turn."""
    lines = folder / "gets.tsv"
    lines.write_text("".join(f"{load.token(data.new_id())}\t\n" for _ in range(data.USERS)))
    with project(folder) as behind, nginx(folder, behind.port) as peer, \
            host(binary, folder, environment, behind.port, "forwarding") as ours:
        sides = {"ours": ours, "nginx": peer}
        return load.middles(load.in_turn(sides, PATH, lines, seconds, ROUNDS))


@contextlib.contextmanager
def hanging(port: int, slow: socket.socket):
    """Requests for the project that it takes and does not answer."""
    request = f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    slow.settimeout(30)
    with contextlib.ExitStack() as stack:
        for _ in range(HANGING):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            client.sendall(request)
            taken = stack.enter_context(slow.accept()[0])
            if not taken.recv(4096).startswith(b"GET "):
                raise RuntimeError("a request did not reach the project")
        yield


def measure_functions(folder: pathlib.Path, binary: str, environment: dict[str, str], seconds: float) -> dict:
    """The p99 of a typed call while the project hangs with many requests in hand, and while there are none."""
    lines = data.call_lines(folder)
    with socket.create_server(("127.0.0.1", 0), backlog=HANGING * 2) as slow, \
            host(binary, folder, environment, slow.getsockname()[1], "hanging") as ours:
        def alone() -> load.Run:
            return load.run(ours, "/functions/v1/bench_like", lines, seconds)

        def beside() -> load.Run:
            with hanging(ours.port, slow):
                return alone()

        alone()
        runs = load.turns({"alone": alone, "beside": beside}, PAIRS)
    return load.middles(runs) | {"times_p99": load.ratio(runs["beside"], runs["alone"], "p99_ms")}


def measure(folder: pathlib.Path, binary: str, example: str, environment: dict[str, str], seconds: float) -> dict:
    """`binary`, which has no functions, forwards; `example` serves the typed call."""
    return {
        **measure_forwarding(folder, binary, environment, seconds),
        "functions": measure_functions(folder, example, environment, seconds)}
