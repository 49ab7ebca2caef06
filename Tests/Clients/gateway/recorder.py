"""PyPI's `supabase` client, with the bytes of each of its requests and responses."""

from dataclasses import dataclass

import httpx
from supabase import Client, ClientOptions, create_client

from gateway.reader import Fields, values
from gateway.upstream import Received
from host import token

# The fields that belong to one connection (RFC 9110, 7.6.1): an intermediary removes them. `Host` is the upstream's.
HOP_BY_HOP = {b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade"}
# What the host adds for the upstream, and for the client.
ADDED_UPWARDS = {b"host", b"x-forwarded-by", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto"}
ADDED_DOWNWARDS = {b"sb-request-id"}


def end_to_end(fields: Fields, without: frozenset[bytes] | set[bytes] = frozenset()) -> Fields:
    """The fields in their order that an intermediary passes on; their names in lower case, as they are equal in any. The
    length belongs to the framing: its place among the fields is free."""
    names = HOP_BY_HOP | without | {b"content-length"}
    return [(name.lower(), value) for name, value in fields if name.lower() not in names]


@dataclass
class Exchange:
    """What a client has sent, and what it has received."""

    method: str
    target: str
    fields: Fields
    body: bytes
    status: int
    answer_fields: Fields
    answer: bytes

    def assert_passed_on(self, received: Received) -> None:
        """Fails if the upstream received another request than the client sent."""
        assert (received.method, received.target) == (self.method, self.target)
        assert end_to_end(received.fields, ADDED_UPWARDS) == end_to_end(self.fields, ADDED_UPWARDS)
        assert received.body == self.body
        assert values(received.fields, b"content-length") == values(self.fields, b"content-length")

    def assert_passed_back(self, status: int, fields: Fields, body: bytes) -> None:
        """Fails if the client received another response than the upstream sent."""
        assert (self.status, self.answer) == (status, body)
        assert end_to_end(self.answer_fields, ADDED_DOWNWARDS) == end_to_end(fields)
        assert values(self.answer_fields, b"content-length") == values(fields, b"content-length")


class Recorder(httpx.HTTPTransport):
    """A transport that keeps the exchanges."""

    def __init__(self):
        super().__init__()
        self.exchanges: list[Exchange] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        body = request.read()
        response = super().handle_request(request)
        content = b"".join(response.stream)
        self.exchanges.append(Exchange(
            request.method, request.url.raw_path.decode(), list(request.headers.raw), body,
            response.status_code, list(response.headers.raw), content))
        return httpx.Response(
            response.status_code, headers=response.headers.raw, stream=httpx.ByteStream(content),
            extensions=response.extensions)


class Phone:
    """One app on one phone: a client of the base URL, and what it has recorded. `address` is the phone's."""

    def __init__(self, url: str, name: str, address: str):
        self.url, self.name, self.address = url, name, address
        self.recorder = Recorder()
        self.http = httpx.Client(transport=self.recorder, base_url=url, timeout=60)
        self.credentials = {"email": f"{name}@example.com", "password": "securePassword123"}
        self.user, self.account = self.client(), None

    def client(self) -> Client:
        """A client without a session."""
        options = ClientOptions(
            httpx_client=self.http, auto_refresh_token=False, postgrest_client_retry=False,
            headers={"X-Forwarded-For": self.address})
        return create_client(self.url, token("anon"), options)

    def signed_in(self) -> Client:
        """The app's client, with an anonymous session."""
        if not self.user.auth.get_session():
            self.user.auth.sign_in_anonymously()
        return self.user

    def sign_up(self, data: dict | None = None):
        """Makes the app's account, with an address and a password."""
        self.account = self.client()
        return self.account.auth.sign_up({**self.credentials, "options": {"data": data or {}}})

    def sign_in(self):
        """Signs in to the app's account, by a client without a session."""
        if not self.account:
            self.sign_up()
        return self.client().auth.sign_in_with_password(self.credentials)

    def with_account(self) -> Client:
        """The client that has signed up."""
        if not self.account:
            self.sign_up()
        return self.account

    def get(self, target: str, **fields: str) -> httpx.Response:
        """A plain GET, as an app makes it for a picture, or its browser."""
        return self.http.get(target, headers={"X-Forwarded-For": self.address, **fields})
