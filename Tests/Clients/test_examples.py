"""The packages in Examples/ as running hosts, called as their own clients call them."""

import contextlib
import hashlib
import hmac
import http.client
import http.server
import json
import threading
import time
import urllib.request
import uuid

from database import ROOT
from host import PATIENCE, Caller, Host, token
from jobs import eventually, jobs, rows


def binary(name: str) -> str:
    """The program of an example, which Scripts/example.sh has built."""
    return str(ROOT / ".build/debug" / name)


def call(host: Host, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.read()


def bearer(role: str = "authenticated", sub: str | None = None) -> str:
    return f"Bearer {token(role, sub)}"


def test_notes_belong_to_their_users(make_host):
    host = make_host(binary("Notes")).start()
    ada, bob = Caller(host), Caller(host)
    note = ada.ask("add_note", {"id": str(uuid.uuid4()), "text": "Buy milk"})
    assert ada.ask("notes") == [note]
    assert bob.ask("notes") == []
    assert bob.call("delete_note", {"id": note["id"]})[0] == 404
    assert ada.call("delete_note", {"id": note["id"]}) == (204, None)
    assert ada.ask("notes") == []
    host.stop()


def test_a_webhook_is_accepted_by_its_signature(make_host):
    secret = "whsec_of_the_tests"
    host = make_host(binary("Webhook"), settings={"PAYMENT_WEBHOOK_SECRET": secret}).start()
    # Spaces and the order of keys are part of what is signed.
    body = b'{ "type":"payment.succeeded",  "id":"evt_1", "order":"A-17", "amount":1299 }\n'
    now = int(time.time())

    def send(body: bytes, key: str = secret) -> int:
        code = hmac.new(key.encode(), b"%d.%s" % (now, body), hashlib.sha256).hexdigest()
        return call(
            host, "POST", "/functions/v1/payment_webhook", body, Payment_Signature=f"t={now},v1={code}")[0]

    assert send(body, key="a guess") == 401
    assert [send(body) for _ in range(3)] == [204, 204, 204]
    paid = eventually(lambda: rows(host, "SELECT order_id, amount FROM paid_orders"))
    assert paid == [{"order_id": "A-17", "amount": 1299}]
    host.stop()


def test_an_order_is_followed_while_it_travels(make_host):
    host = make_host(binary("OrderFeed")).start()
    ada = Caller(host)
    order = ada.ask("place_order")["id"]

    def report(state: str) -> None:
        content = json.dumps({"order": order, "state": state}).encode()
        status, _ = call(
            host, "POST", "/functions/v1/report_step", content, Authorization=bearer("service_role"),
            Content_Type="application/json")
        assert status == 204

    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request(
        "GET", f"/functions/v1/order_events?order={order}", headers={"Authorization": f"Bearer {ada.token}"})
    response = connection.getresponse()
    assert response.headers["Content-Type"] == "text/event-stream"
    seen = []
    # Each step is told only once the one before has arrived, so what arrives was sent at once.
    for state in ("confirmed", "shipped", "delivered"):
        report(state)
        while not (line := response.readline()).startswith(b"data: "):
            assert line
        seen.append(line.decode().removeprefix("data: ").strip())
    assert seen == ["confirmed", "shipped", "delivered"]
    assert response.read() == b"\n"
    host.stop()


def test_a_reminder_arrives_at_the_simulator(make_host):
    host = make_host(binary("PushReminder")).start()
    ada = Caller(host)
    reminder = ada.ask("remind_me", {"text": "Call Ada", "device": "ab" * 32})["id"]
    eventually(lambda: rows(host, "SELECT id FROM reminders WHERE outcome = 'delivered'"))
    _, status = call(
        host, "POST", "/functions/v1/_internal/push_status", b"", Authorization=bearer("service_role"))
    where = json.loads(status)
    assert where["target"] == "simulator"
    with urllib.request.urlopen(f"{where['inspection_url']}/notifications", timeout=PATIENCE) as answer:
        (arrived,) = json.load(answer)["notifications"]
    assert arrived["apns_id"].lower() == reminder.lower()
    assert arrived["token"] == "ab" * 32
    assert arrived["payload"]["aps"]["alert"] == {"title": "Reminder", "body": "Call Ada"}
    host.stop()


@contextlib.contextmanager
def mail_service(*statuses: int):
    """A service that answers one request after another with these statuses, and remembers the requests."""
    requests = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            requests.append((body, dict(self.headers)))
            self.send_response(statuses[min(len(requests), len(statuses)) - 1])
            self.send_header("Retry-After", "1")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/mails", requests
        finally:
            server.shutdown()
            thread.join()


def test_a_mail_is_sent_again_under_the_same_key(make_host):
    with mail_service(429, 202) as (url, requests):
        host = make_host(
            binary("WelcomeMail"), settings={"MAIL_API_URL": url, "MAIL_API_KEY": "key of the tests"}).start()
        assert Caller(host).call("create_profile", {"name": "Ada", "mail": "ada@example.com"}) == (204, None)
        runs = "SELECT outcome FROM swiftlet_job_runs WHERE name = 'send_welcome' ORDER BY id"
        eventually(lambda: len(rows(host, runs)) == 2)
        assert [row["outcome"] for row in rows(host, runs)] == ["failed", "completed"]
        assert [body for body, _ in requests] == [
            {"to": "ada@example.com", "subject": "Welcome", "text": "Hello Ada!"}] * 2
        assert {headers["Authorization"] for _, headers in requests} == {"Bearer key of the tests"}
        assert len({headers["Idempotency-Key"] for _, headers in requests}) == 1
        host.stop()


def test_a_night_runs_by_hand(make_host, one_day):
    host = make_host(binary("NightlyDigest")).start()
    user = str(uuid.uuid4())
    with host.database.writing() as tables:
        # What the job looks at is the day before.
        yesterday = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86_400))
        tables.change("INSERT INTO completed_tasks (user_id, day, title) VALUES (?, ?, ?)", (user, yesterday, "Water"))
    for _ in range(2):
        jobs(host, "run", "nightly_digest")
    ada = Caller(host, user)
    assert eventually(lambda: ada.ask("digests")) == [{"day": yesterday, "tasks": 1}]
    assert len(rows(host, "SELECT id FROM swiftlet_job_runs WHERE name = 'write_digest'")) == 1
    host.stop()
