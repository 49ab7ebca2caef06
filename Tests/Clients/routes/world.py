"""A victim with rows in every app, a fellow who takes part in them, and how requests reach the functions."""

import http.client
import json
import urllib.parse
import uuid
from dataclasses import dataclass

from host import PATIENCE, Caller, Host, token
from jobs import eventually, rows
from test_shvil import body as share_body


@dataclass
class Answer:
    status: int
    text: str

    @property
    def outcome(self) -> str:
        """`404 GROUP_NOT_FOUND`, or `200`."""
        if self.status < 400:
            return str(self.status)
        body = json.loads(self.text)
        error = body if "code" in body else body["error"]
        return f"{self.status} {error if isinstance(error, str) else error['code']}"


def send(host: Host, method: str, target: str, access: str | None, body: dict | None, **fields: str) -> Answer:
    headers = {"Content-Type": "application/json", **fields}
    if access is not None:
        headers["Authorization"] = f"Bearer {access}"
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    try:
        connection.request(method, target, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read().decode()
        return Answer(response.status, text)
    finally:
        connection.close()


class World:
    """What the victim owns. `marked` makes texts that are the victim's alone."""

    def __init__(self, host: Host):
        self.host = host
        self.mark = uuid.uuid4().hex
        self.owner, self.fellow = Caller(host), Caller(host)
        self.swivo()
        self.shvil()
        self.leftova()
        self.enigmate()

    def marked(self, name: str) -> str:
        return f"{name} {self.mark}"

    def swivo(self) -> None:
        owner, fellow = self.owner, self.fellow
        self.category = owner.ask("categories")[0]["id"]
        made = owner.ask("create_session", {"category_id": self.category, "quorum_n": 3})
        self.session, self.code = made["session_id"], made["invite_code"]
        fellow.ask("join_session", {"invite_code": self.code})
        self.option = owner.ask("session_options", {"session_id": self.session})[0]["options"]["id"]
        owner.ask("like_option", {"session_id": self.session, "option_id": self.option})
        self.username = self.mark[:20]
        owner.ask("set_username", {"username": self.username})
        owner.ask("update_apns_token", {"token": self.mark * 2, "environment": "sandbox"})

    def shvil(self) -> None:
        owner, fellow = self.owner, self.fellow
        group = owner.ask("create_social_group", {"name": self.marked("g"), "description": self.marked("d")})
        self.group, self.group_code = group["id"], group["invite_code"]
        fellow.ask("join_social_group", {"invite_code": self.group_code})
        checkpoints = [{"title": self.marked("c"), "location": {"latitude": 1, "longitude": 2}}]
        hunt = owner.ask(
            "create_scavenger_hunt",
            {"title": self.marked("h"), "group_id": self.group, "checkpoints": checkpoints})
        self.hunt, self.checkpoint = hunt["id"], hunt["checkpoints"][0]["id"]
        owner.ask("update_scavenger_hunt", {"hunt_id": self.hunt, "status": "active"})
        for member in (owner, fellow):
            member.ask("join_scavenger_hunt", {"hunt_id": self.hunt})
        photo = f"https://photos.example/{self.mark}.jpg"
        submission = owner.ask("submit_checkpoint", {"checkpoint_id": self.checkpoint, "photo_url": photo})
        self.submission = submission["id"]
        self.share = share_body(fellow.user)
        mine = share_body(fellow.user)
        mine["route_data"]["origin"]["address"] = self.marked("a")
        self.eta = owner.ask("share_eta", mine)["id"]
        plan = {"title": self.marked("p"), "description": self.marked("d"), "stops": [{"name": self.marked("s")}]}
        self.plan = owner.ask("create_adventure_plan", plan)["id"]
        self.place = owner.ask("save_place", {"name": self.marked("n"), "address": self.marked("a")})["id"]

    def leftova(self) -> None:
        self.recipe = str(uuid.uuid4())
        self.owner.ask("save_recipe", {"recipe_id": self.recipe})

    def enigmate(self) -> None:
        self.riddle = self.owner.ask("riddle_today")["id"]
        self.owner.ask("save_chat", {"riddle_id": self.riddle, "messages": [{"text": self.marked("m")}]})
        self.owner.ask("save_score", {"riddle_id": self.riddle, "score": 7})

    def secrets(self) -> set[str]:
        """The texts that no stranger may see: the victim's own, and the ids and codes of what the victim has."""
        return {
            self.mark, self.mark[:20], self.owner.user, self.fellow.user, self.session, self.code, self.group,
            self.group_code, self.hunt, self.checkpoint, self.submission, self.eta, self.plan,
            self.place, self.recipe,
        }

    def leaked(self, answer: Answer, sent: dict) -> set[str]:
        """The secrets in an answer that the request did not have."""
        known = json.dumps(sent)
        return {secret for secret in self.secrets() if secret in answer.text and secret not in known}

    def rows(self) -> set[str]:
        """The rows of the apps' tables that have a secret, as texts."""
        # What is to be delivered of a share stands in a row that a job writes.
        eventually(lambda: not rows(
            self.host, "SELECT id FROM swiftlet_jobs WHERE name = 'deliver_eta_share' AND state <> 'dead'"))
        secrets = self.secrets()
        with self.host.database.reading() as tables:
            texts = {
                f"{name} {json.dumps(row, default=str, sort_keys=True)}"
                for name in self.tables(tables) for row in tables.rows(f'SELECT * FROM "{name}"')}
        return {text for text in texts if any(secret in text for secret in secrets)}

    @staticmethod
    def tables(tables) -> list[str]:
        if tables.cursor.__class__.__module__.startswith("sqlite3"):
            found = tables.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
        else:
            found = tables.rows(
                "SELECT relname AS name FROM pg_class"
                " WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')")
        # A table of a full text search has shadow tables, whose names begin with its own.
        return [row["name"] for row in found if not row["name"].startswith(("swiftlet_", "sqlite_"))]


def requests(line: dict, row, body: dict) -> list[tuple[str, str, dict | None]]:
    """The requests to one line of `swiftlet functions`: method, target, body."""
    route = line["route"]
    if table := line.get("table"):
        rest = dict(body)
        filters = {
            column: rest.pop(name) for column, name in {**table["filters"], **table["optional_filters"]}.items()
            if name in rest}
        for name in list(rest):
            if f"{{{name}}}" in route:
                route = route.replace(f"{{{name}}}", str(rest.pop(name)))
        query = urllib.parse.urlencode({column: f"eq.{value}" for column, value in filters.items()})
        target = f"{route}?{query}" if query else route
        return [(table["method"], target, rest if table["method"] in ("POST", "PATCH") else None)]
    if not route.startswith("/rest/v1/rpc/"):
        return [("POST", route, body)]
    parameters = body if row.plain else {f"p_{name}": value for name, value in body.items()}
    calls = [("POST", route, parameters)]
    if line["get"]:
        query = urllib.parse.urlencode(parameters)
        calls.append(("GET", f"{route}?{query}" if query else route, None))
    return calls


def anonymous() -> dict[str, str | None]:
    """Callers who are nobody: their tokens by name."""
    return {
        "no token": None, "anon key": token("anon"), "expired": token(exp=1), "another secret": forged(),
        "no token at all": "x",
    }


def forged() -> str:
    head, payload, signature = token().split(".")
    return f"{head}.{payload}.{signature[:-4]}{'AAAA' if signature[-4:] != 'AAAA' else 'BBBB'}"
