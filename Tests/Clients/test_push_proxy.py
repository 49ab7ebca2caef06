"""The sender through a proxy that the environment names: `swiftlet push send` to a server that is not on this machine by its name."""

import base64
import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import threading

import pytest

from host import BINARY, PATIENCE, environment

SECRET = "correct-horse"


def pipe(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


class Proxy(threading.Thread):
    """Opens every way that `CONNECT` asks for to one port of this machine, for one user."""

    def __init__(self, port: int):
        super().__init__(daemon=True)
        self.target = port
        self.asked: list[str] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.start()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client: socket.socket) -> None:
        head = b""
        with client:
            while b"\r\n\r\n" not in head:
                if not (data := client.recv(4096)):
                    return
                head += data
            right = base64.b64encode(f"user:{SECRET}".encode()).decode()
            if f"Proxy-Authorization: Basic {right}\r\n" not in head.decode():
                client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n")
                return
            self.asked.append(head.split(b" ")[1].decode())
            with socket.create_connection(("127.0.0.1", self.target)) as server:
                client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                back = threading.Thread(target=pipe, args=(server, client), daemon=True)
                back.start()
                pipe(client, server)
                back.join(timeout=PATIENCE)


@pytest.fixture
def proxy(tmp_path):
    """A proxy before a server that has a certificate for `push.example`, on Python's `h2`."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=push.example", "-addext", "subjectAltName=DNS:push.example", "-keyout", "key.pem", "-out",
         "certificate.pem"], cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "AuthKey_ABC123DEFG.p8").write_bytes(
        subprocess.run(
            ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1"], check=True,
            capture_output=True).stdout)
    script = pathlib.Path(__file__).with_name("h2_apns.py")
    server = subprocess.Popen(
        [sys.executable, script, "certificate.pem", "key.pem"], cwd=tmp_path, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    proxy = Proxy(int(server.stdout.readline()))
    yield proxy
    proxy.listener.close()
    server.communicate(timeout=PATIENCE)


def send(folder: pathlib.Path, expiration: str = "1s", **settings: str) -> subprocess.CompletedProcess:
    """`push send`, tried until it expires, at the level of logging that shows every attempt."""
    return subprocess.run(
        [BINARY, "push", "send", "--token", "00" * 32, "--title", "Hello", "--expiration", expiration, "--json"], cwd=folder,
        env=environment(
            APNS_URL="https://push.example", APNS_CA_FILE=str(folder / "certificate.pem"), APNS_KEY_ID="ABC123DEFG",
            APNS_TEAM_ID="TEAM123456", APNS_PRIVATE_KEY_PATH=str(folder / "AuthKey_ABC123DEFG.p8"),
            APNS_TOPIC="app.example", SWIFTLET_LOG_LEVEL="trace", **settings),
        capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
def test_a_push_goes_through_the_environments_proxy(proxy, tmp_path, name):
    sent = send(tmp_path, "1h", **{name: f"http://user:{SECRET}@127.0.0.1:{proxy.port}"})
    assert sent.returncode == 0, sent.stdout + sent.stderr
    assert json.loads(sent.stdout)["outcome"] == "delivered"
    assert proxy.asked == ["push.example:443"]
    assert SECRET not in sent.stdout + sent.stderr


def undelivered(sent: subprocess.CompletedProcess) -> tuple[str, str]:
    """Why nothing was delivered."""
    assert sent.returncode == 1
    receipt = json.loads(sent.stdout)
    assert (receipt["outcome"], receipt["may_have_arrived"]) == ("undelivered", False)
    assert receipt["reason"] in sent.stderr
    return receipt["reason"], receipt["meaning"]


@pytest.mark.parametrize("address, reason, meaning", [
    ("http://user:wrong-horse@127.0.0.1:{port}", "proxyRefused", "push.example: the proxy answered 407 to CONNECT."),
    ("http://user:wrong-horse@127.0.0.1:1", "cannotConnect", "push.example: Failed to connect to 127.0.0.1 port 1 "),
    # libcurl's own words would repeat the address, with the password.
    ("nonsense://user:wrong-horse@127.0.0.1:1", "cannotConnect", "push.example: Couldn't connect to server"),
    ("http://user:wrong-horse@proxy.invalid:1", "cannotConnect", "push.example: Couldn't resolve proxy name"),
])
def test_a_wrong_proxy_is_said_without_its_password(proxy, tmp_path, address, reason, meaning):
    sent = send(tmp_path, HTTPS_PROXY=address.format(port=proxy.port))
    said = undelivered(sent)
    assert said[0] == reason and said[1].startswith(meaning), said
    assert "horse" not in sent.stdout + sent.stderr
    assert proxy.asked == []


def test_no_proxy_leads_past_it(proxy, tmp_path):
    sent = send(tmp_path, HTTPS_PROXY=f"http://user:{SECRET}@127.0.0.1:{proxy.port}", NO_PROXY="push.example")
    assert undelivered(sent)[1].startswith("push.example: Couldn't resolve host name")
    assert SECRET not in sent.stdout + sent.stderr
    assert proxy.asked == []
