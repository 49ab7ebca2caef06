"""Functions of a running host, called by PyPI's `supabase`."""

import base64
import json
import subprocess
import urllib.error
import urllib.parse
import urllib.request
import uuid

import pytest
from supabase import Client
from supabase_functions.errors import FunctionsHttpError
from supabase_functions.utils import FunctionRegion

from apps import patient_client
from host import BINARY, PATIENCE, environment, token

pytestmark = pytest.mark.engines("sqlite", "postgres")


def client(host, access: str) -> Client:
    """A client with the project's anon key, signed in by the token `access`."""
    made = patient_client(host.url, token("anon"))
    made.functions.set_auth(access)
    made.postgrest.auth(access)
    return made


def invoke(host, name: str, access: str | None = None, **options):
    return client(host, access or token()).functions.invoke(name, {"responseType": "json", **options})


def refused(host, name: str, access: str | None = None, **options) -> tuple[int, dict, FunctionsHttpError]:
    """The status and the JSON body of a call that has to surface as FunctionsHttpError."""
    with pytest.raises(FunctionsHttpError) as caught:
        invoke(host, name, access, **options)
    response = caught.value.__cause__.response
    assert response.status_code == caught.value.status
    return caught.value.status, response.json(), caught.value


@pytest.mark.parametrize(
    ("body", "content_type", "sent"),
    [
        ({"word": "grüße", "n": 1}, "application/json", None),
        ("plain words, grüße", "text/plain", "plain words, grüße".encode()),
        (bytes(range(256)), "application/octet-stream", bytes(range(256))),
        ("", "text/plain", b""),
    ],
    ids=["json", "string", "bytes", "empty"],
)
def test_bodies_arrive_as_they_were_sent(example, body, content_type, sent):
    answer = invoke(example, "echo", body=body)
    received = base64.b64decode(answer["body"])
    assert answer["method"] == "POST"
    assert answer["content_type"] == content_type
    if sent is None:
        assert json.loads(received) == body
    else:
        assert received == sent


def test_sub_paths_and_queries(example):
    answer = invoke(example, "echo/tasks/1?q=2&q=a%20b&empty=")
    assert answer["path"] == "/tasks/1"
    assert urllib.parse.parse_qs(answer["query"], keep_blank_values=True) == {"q": ["2", "a b"], "empty": [""]}


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_methods(example, method):
    assert invoke(example, "echo", method=method)["method"] == method


def test_a_region_is_no_obstacle(example):
    answer = invoke(example, "echo", region=FunctionRegion.EuWest1)
    assert urllib.parse.parse_qs(answer["query"])["forceFunctionRegion"] == ["eu-west-1"]


def test_server_sent_events_come_whole(example):
    events = client(example, token()).functions.invoke("countdown?from=3&ms=1", {"method": "GET"})
    assert [line for line in events.decode().splitlines() if line.startswith("data:")] == [
        "data: 3", "data: 2", "data: 1", "data: 0"]


def test_riddle_today_and_its_picture(host):
    riddle = client(host, token("anon")).functions.invoke("riddle_today", {"responseType": "json"})
    assert set(riddle) == {"id", "question", "imageURL"}
    assert riddle["question"]
    with urllib.request.urlopen(riddle["imageURL"], timeout=PATIENCE) as picture:
        assert picture.headers["Content-Type"] == "image/png"
        assert picture.read(8) == b"\x89PNG\r\n\x1a\n"
    address, _, signature = riddle["imageURL"].partition("?token=")
    last = "A" if signature[-5] != "A" else "B"
    for altered in (address, f"{address}?token=", f"{address}?token={signature[:-5]}{last}{signature[-4:]}"):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(altered, timeout=PATIENCE)
        assert caught.value.code in (400, 401, 403)


def test_an_unknown_function(host):
    status, body, _ = refused(host, "nobody_wrote_this")
    assert (status, body) == (404, {"code": "NOT_FOUND", "message": "Requested function was not found"})


def test_a_bad_token(host):
    status, body, _ = refused(host, "riddle_today", token()[:-4] + "AAAA")
    assert (status, body) == (401, {"code": "UNAUTHORIZED_LEGACY_JWT", "message": "Invalid JWT"})


def test_the_anon_key_is_no_user(host):
    like = {"session_id": str(uuid.uuid4()), "option_id": str(uuid.uuid4())}
    status, body, _ = refused(host, "like_option", token("anon"), body=like)
    assert (status, body["code"], body["error"]["code"]) == (401, "AUTH_REQUIRED", "AUTH_REQUIRED")


def test_a_functions_own_error_goes_through(host):
    like = {"session_id": str(uuid.uuid4()), "option_id": str(uuid.uuid4())}
    status, body, error = refused(host, "like_option", body=like)
    assert (status, body["error"]["code"]) == (404, "SESSION_NOT_FOUND")
    assert error.message == body["error"], "supabase-py shows what stands under `error`"


def test_a_wrong_type_names_the_path_to_the_fault(host):
    status, body, _ = refused(host, "like_option", body={"session_id": 5, "option_id": str(uuid.uuid4())})
    assert (status, body["error"]["code"]) == (400, "VALIDATION_ERROR")
    assert "session_id" in str(body["error"])


def test_a_token_of_the_command_line_is_accepted(host):
    user = str(uuid.uuid4())
    made = subprocess.run(
        [BINARY, "token", "--role", "authenticated", "--sub", user],
        env=environment(), cwd=host.folder, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert invoke(host, "open_sessions", made.stdout.strip(), body={}) is not None
