"""A project's services as they answer behind Supabase's gateway: recorded bytes, chosen by method and path."""

import json
import re
import time

import jwt

from gateway.upstream import Received, answer
from host import SECRET

USER = "7d5bbb41-7e5f-4e0c-9d54-5d6d9c1d7c11"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8
# What stands before every answer: Cloudflare's fields and Kong's, two cookies among them, in their own spelling.
EDGE = (
    ("Date", "Sat, 21 Nov 2026 09:00:00 GMT"), ("Connection", "keep-alive"), ("CF-Ray", "9a1f0b2c3d4e5f60-FRA"),
    ("cf-cache-status", "DYNAMIC"), ("Access-Control-Allow-Origin", "*"),
    ("Set-Cookie", "__cf_bm=one; path=/; HttpOnly; Secure"), ("Strict-Transport-Security", "max-age=31536000"),
    ("Set-Cookie", "second=two; path=/"), ("sb-gateway-version", "1"), ("sb-project-ref", "psziiemacrkzqdutwvic"),
    ("X-Kong-Upstream-Latency", "3"), ("Via", "1.1 kong/3.9.1"), ("Server", "cloudflare"), ("alt-svc", 'h3=":443"; ma=86400'),
)
JSON = ("Content-Type", "application/json; charset=utf-8")
CREATED = "2026-11-21T09:00:00.123456Z"


def access_token() -> str:
    """The token of the recorded session, as GoTrue signs it with the project's secret."""
    now = int(time.time())
    claims = {
        "iss": "https://psziiemacrkzqdutwvic.supabase.co/auth/v1", "sub": USER, "aud": "authenticated",
        "exp": now + 3600, "iat": now, "email": "", "phone": "", "app_metadata": {}, "user_metadata": {},
        "role": "authenticated", "aal": "aal1", "amr": [{"method": "anonymous", "timestamp": now}],
        "session_id": "0b0e7a0e-6a5f-4d9c-8a51-0a3a5b0f9d11", "is_anonymous": True}
    return jwt.encode(claims, SECRET, algorithm="HS256")


def user() -> dict:
    return {
        "id": USER, "aud": "authenticated", "role": "authenticated", "email": "", "phone": "",
        "last_sign_in_at": CREATED, "app_metadata": {}, "user_metadata": {}, "identities": [], "created_at": CREATED,
        "updated_at": CREATED, "is_anonymous": True}


class Project:
    """Makes the answers; one access token is given in all of them."""

    def __init__(self):
        self.session = {
            "access_token": access_token(), "token_type": "bearer", "expires_in": 3600,
            "expires_at": int(time.time()) + 3600, "refresh_token": "v1rotating22x", "user": user()}
        self.rules = [
            (r"POST /auth/v1/(signup|token\?grant_type=.*)", lambda _: self.auth(self.session)),
            (r"(GET|PUT) /auth/v1/user", lambda _: self.auth(user())),
            (r"POST /auth/v1/logout\?scope=\w+", lambda _: self.auth(None, "204 No Content")),
            (r"POST /auth/v1/(recover|otp)(\?.*)?", lambda _: self.auth({})),
            (r"DELETE /auth/v1/admin/users/.*", lambda _: self.auth({})),
            (r"GET /auth/v1/authorize\?.*", self.authorize),
            (r"(GET|HEAD) /rest/v1/rpc/.*", lambda _: self.rest(b'{"status":"healthy"}')),
            (r"POST /rest/v1/rpc/.*", lambda _: self.rest(b"[]")),
            (r"(GET|HEAD) /rest/v1/.*", lambda _: self.rest(
                b'[{"id":1,"title":"The Road to Truthshire","score":1.50e2}]', range="0-0/*")),
            (r"POST /rest/v1/(social_groups/join|scavenger_hunts/\w+/join)", self.no_such_path),
            (r"POST /rest/v1/.*", lambda _: self.rest(b'[{"id":"3f0e","title":"Weekend Adventure"}]', "201 Created")),
            (r"PATCH /rest/v1/.*", lambda _: self.rest(b'[{"id":"3f0e","status":"active"}]', range="0-0/*")),
            (r"DELETE /rest/v1/.*", lambda _: self.rest(b"[]", range="*/*")),
            (r"POST /storage/v1/object/sign/.*", lambda _: self.storage(
                {"signedURL": "/object/sign/riddle-images/1.png?token=eyJ0"})),
            (r"(GET|HEAD) /storage/v1/object/.*", self.picture),
            (r"(POST|PUT) /storage/v1/object/.*", lambda _: self.storage({"Id": "8d1f", "Key": "photos/photo.jpg"})),
        ]

    def __call__(self, request: Received) -> bytes:
        line = f"{request.method} {request.target}"
        for pattern, make in self.rules:
            if re.fullmatch(pattern, line):
                made = make(request)
                return made.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if request.method == "HEAD" else made
        return answer("404 Not Found", b'{"message":"no Route matched with those values"}\n', [*EDGE, JSON])

    def auth(self, value: dict | None, status: str = "200 OK") -> bytes:
        body = b"" if value is None else json.dumps(value).encode()
        return answer(status, body, [*EDGE, ("Content-Type", "application/json"), ("x-supabase-api-version", "2024-01-01"),
                                     ("X-Content-Type-Options", "nosniff"), ("Vary", "Origin")])

    def authorize(self, _) -> bytes:
        place = "https://www.linkedin.com/oauth/v2/authorization?client_id=1&state=a%2Fb&scope=openid%20email"
        return answer("302 Found", f'<a href="{place}">Found</a>.\n\n'.encode(), [
            *EDGE, ("Content-Type", "text/html; charset=utf-8"), ("Location", place)])

    def rest(self, body: bytes, status: str = "200 OK", range: str = "") -> bytes:
        """PostgREST's answers come in chunks, with the profile and the location of what is counted."""
        fields = [*EDGE, JSON, ("Content-Profile", "public"), ("Preference-Applied", "return=representation")]
        fields += [("Content-Range", range)] if range else []
        head = answer(status, b"", [*fields, ("Transfer-Encoding", "chunked")], length=False)
        half = len(body) // 2
        chunks = (b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:half], body[half:]) if part)
        return head + b"".join(chunks) + b"0\r\n\r\n"

    def no_such_path(self, _) -> bytes:
        body = b'{"code":"PGRST125","details":null,"hint":null,"message":"Invalid path specified in request URL"}'
        return answer("404 Not Found", body, [*EDGE, JSON, ("Proxy-Status", "PostgREST; error=PGRST125")])

    def storage(self, value: dict) -> bytes:
        return answer("200 OK", json.dumps(value).encode(), [*EDGE, JSON])

    def picture(self, _) -> bytes:
        return answer("200 OK", PNG, [
            *EDGE, ("Content-Type", "image/png"), ("ETag", '"0b1c-weak"'), ("Cache-Control", "no-cache"),
            ("Last-Modified", "Sun, 30 Aug 2026 08:00:00 GMT"), ("Accept-Ranges", "bytes")])


def parsed(data: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """The status, the fields and the body of a recorded response."""
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    fields = [tuple(line.split(b": ", 1)) for line in lines]
    if (b"Transfer-Encoding", b"chunked") in fields:
        chunks, body = body, b""
        while chunks:
            size, _, rest = chunks.partition(b"\r\n")
            body += rest[:int(size, 16)]
            chunks = rest[int(size, 16) + 2:]
    return int(first.split()[1]), fields, body
