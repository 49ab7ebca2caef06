"""The embedded storage of a running host, used by PyPI's `supabase` and by clients that mean harm."""

import contextlib
import concurrent.futures
import gzip
import http.client
import io
import json
import os
import pathlib
import socket
import struct
import urllib.request
import uuid
import zipfile
import zlib

import pytest
from storage3.exceptions import StorageApiError

from apps import patient_client
from host import BINARY, PATIENCE, Host, token
from jobs import eventually

CONFIG = """
[storage]
user_quota = "8MiB"

[storage.buckets.photos]
public = true

[storage.buckets.albums]
file_size_limit = "4MiB"

[storage.buckets.notes]
allowed_mime_types = ["text/plain", "application/pdf"]
"""


def png(size: int = 8, filling: int = 7) -> bytes:
    """A picture whose signature, header and end are real."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    pixels = zlib.compress((b"\0" + bytes([filling]) * size) * size, 0)
    head = struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    started = Host(tmp_path_factory.mktemp("storage"), BINARY, config=CONFIG)
    try:
        yield started.start()
        started.stop()
    finally:
        started.kill()


def stored(host: Host) -> dict[str, bytes]:
    """All files in the storage's folder by their paths, those that are being uploaded too."""
    root = host.folder / "storage"
    found = {}
    for path in root.rglob("*"):
        # An upload that has just broken off is removed meanwhile.
        with contextlib.suppress(FileNotFoundError):
            if path.is_file():
                found[str(path.relative_to(root))] = path.read_bytes()
    return found


class User:
    """A signed-in user with PyPI's client."""

    def __init__(self, host: Host):
        self.host = host
        self.id = str(uuid.uuid4())
        self.access = token(sub=self.id)
        self.client = storage(host, self.access)

    def bucket(self, name: str = "albums"):
        return self.client.from_(name)

    def path(self, name: str) -> str:
        return f"{self.id}/{name}"


def storage(host: Host, access: str):
    client = patient_client(host.url, token("anon"))
    client.options.headers["Authorization"] = f"Bearer {access}"
    return client.storage


@pytest.fixture
def user(host):
    return User(host)


@pytest.fixture
def other(host):
    return User(host)


def refused(call) -> tuple[str, str]:
    with pytest.raises(StorageApiError) as caught:
        call()
    return str(caught.value.status), caught.value.code


# PyPI's client.

def test_upload_download_replace_and_remove(user):
    picture, path = png(), user.path("trip/1.png")
    answer = user.bucket().upload(path, picture)
    assert (answer.path, answer.full_path) == (path, f"albums/{path}")
    assert user.bucket().download(path) == picture
    assert refused(lambda: user.bucket().upload(path, png(9))) == ("409", "Duplicate")
    assert user.bucket().download(path) == picture
    user.bucket().upload(path, png(9), {"upsert": "true", "content-type": "image/png"})
    assert user.bucket().download(path) == png(9)
    user.bucket().update(path, io.BufferedReader(io.BytesIO(png(10))), {"cache-control": "60"})
    info = user.bucket().info(path)
    assert (info["size"], info["content_type"], info["cache_control"]) == (len(png(10)), "image/png", "max-age=60")
    assert user.bucket().exists(path)
    assert [removed["name"] for removed in user.bucket().remove([path])] == [path]
    assert not user.bucket().exists(path)
    assert refused(lambda: user.bucket().download(path)) == ("404", "not_found")


def test_metadata_and_types(user):
    path = user.path("1.jpg")
    user.bucket().upload(path, png(), {"metadata": {"camera": "X"}, "content-type": "image/jpeg"})
    info = user.bucket().info(path)
    assert info["metadata"] == {"camera": "X"}
    # The bytes are a PNG, whatever name and type say.
    assert info["content_type"] == "image/png"
    note = user.path("a.txt")
    user.bucket("notes").upload(note, "Grüße".encode())
    assert user.bucket("notes").download(note).decode() == "Grüße"
    assert refused(lambda: user.bucket("notes").upload(user.path("b.txt"), b"a,b", {"content-type": "text/csv"})) == (
        "415", "invalid_mime_type")


def test_lists(user, other):
    for name in ("b.png", "a.png", "deep/c.png"):
        user.bucket().upload(user.path(name), png())
    entries = user.bucket().list(user.id)
    assert [(entry["name"], entry["id"] is None) for entry in entries] == [
        ("a.png", False), ("b.png", False), ("deep", True)]
    assert entries[0]["metadata"]["mimetype"] == "image/png"
    assert [entry["name"] for entry in user.bucket().list(user.id, {"limit": 1, "offset": 1})] == ["b.png"]
    newest = user.bucket().list(user.id, {"search": "A", "sortBy": {"column": "updated_at", "order": "desc"}})
    assert [entry["name"] for entry in newest] == ["a.png"]
    assert other.bucket().list(user.id) == []
    assert user.id not in [entry["name"] for entry in other.bucket().list()]


def test_signed_urls(user, other):
    path = user.path("my picture.png")
    user.bucket().upload(path, png())
    one = user.bucket().create_signed_url(path, 60, {"download": "cat.png"})
    with urllib.request.urlopen(one["signedURL"], timeout=PATIENCE) as answer:
        assert answer.read() == png()
        assert answer.headers["Content-Disposition"].startswith("attachment; filename=cat.png")
    many = user.bucket().create_signed_urls([path, "none.png"], 60)
    assert [entry["signedURL"] is None for entry in many] == [False, True]
    with urllib.request.urlopen(many[0]["signedURL"], timeout=PATIENCE) as answer:
        assert answer.read() == png()
    assert refused(lambda: other.bucket().create_signed_url(path, 60)) == ("404", "not_found")


def test_public_urls(host, user):
    path = user.path("1.png")
    user.bucket("photos").upload(path, png())
    with urllib.request.urlopen(user.bucket("photos").get_public_url(path), timeout=PATIENCE) as answer:
        assert answer.read() == png()
        assert answer.headers["Cache-Control"] == "max-age=3600"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    user.bucket().upload(path, png())
    private = user.bucket().get_public_url(path)
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(private, timeout=PATIENCE)
    assert (caught.value.code, json.load(caught.value)["error"]) == (400, "Bucket not found")


def test_copies_and_moves(user):
    user.bucket().upload(user.path("1.png"), png())
    user.bucket().copy(user.path("1.png"), user.path("2.png"))
    user.bucket().move(user.path("1.png"), user.path("3.png"))
    assert [entry["name"] for entry in user.bucket().list(user.id)] == ["2.png", "3.png"]


def test_a_move_onto_itself_leaves_the_file(host, user):
    path = user.path("1.png")
    user.bucket().upload(path, png())

    def move(name: str):
        body = json.dumps({"bucketId": "albums", "sourceKey": name, "destinationKey": name}).encode()
        return ask(host, "POST", "/object/move", body, user.access, x_upsert="true")

    assert move(path) == (200, None)
    assert user.bucket().download(path) == png()
    assert move(user.path("none.png")) == (400, "404")


def test_one_of_twenty_four_moves_succeeds(user):
    user.bucket().upload(user.path("1.png"), png())

    def move(number: int) -> str:
        try:
            user.bucket().move(user.path("1.png"), user.path(f"moved/{number}.png"))
        except StorageApiError as error:
            return str(error.status)
        return "moved"

    with concurrent.futures.ThreadPoolExecutor(24) as threads:
        answers = sorted(threads.map(move, range(24)))
    assert answers == ["404"] * 23 + ["moved"]
    assert len(user.bucket().list(user.path("moved"))) == 1


def test_a_full_quota_allows_moves(user):
    for number in range((8 << 20) // (64 << 10)):
        user.bucket().upload(user.path(f"{number}.png"), png())
    assert refused(lambda: user.bucket().upload(user.path("more.png"), png()))[0] == "413"
    user.bucket().move(user.path("0.png"), user.path("moved.png"))
    assert user.bucket().download(user.path("moved.png")) == png()


def test_buckets(host, user):
    service = storage(host, token("service_role"))
    assert [bucket.id for bucket in service.list_buckets()] == ["albums", "notes", "photos", "riddle-images"]
    assert service.get_bucket("albums").file_size_limit == 4 << 20
    assert user.client.list_buckets() == []
    assert refused(lambda: service.create_bucket("new"))[0] == "501"


def test_others_may_not(host, user, other):
    path = user.path("1.png")
    user.bucket().upload(path, png())
    anon = storage(host, token("anon")).from_("albums")
    for bucket, reading in ((other.bucket(), "not_found"), (anon, "Bucket not found")):
        assert refused(lambda: bucket.download(path)) == ("404", reading)
        assert refused(lambda: bucket.upload(user.path("2.png"), png())) == ("403", "Unauthorized")
        assert refused(lambda: bucket.update(path, png())) == ("403", "Unauthorized")
        assert bucket.remove([path]) == []
    # The pictures of the apps are for every signed-in user, and for the project alone to change.
    assert user.bucket("riddle-images").download("1.png").startswith(b"\x89PNG")
    assert refused(lambda: user.bucket("riddle-images").upload("1.png", png(), {"upsert": "true"})) == (
        "403", "Unauthorized")
    assert user.bucket().download(path) == png()
    service = storage(host, token("service_role")).from_("albums")
    assert service.download(path) == png()


def test_a_quota(user):
    with pytest.raises(StorageApiError) as caught:
        for number in range(200):
            user.bucket().upload(user.path(f"{number}.png"), png())
    assert str(caught.value.status) == "413"
    assert "quota" in caught.value.message
    assert len(user.bucket().list(user.id, {"limit": 1000})) == (8 << 20) // (64 << 10)
    user.bucket().remove([user.path("0.png")])
    user.bucket().upload(user.path("again.png"), png())


# Clients that mean harm.

def ask(host: Host, method: str, path: str, body: bytes = b"", access: str | None = None, **headers: str):
    """The status and the storage's error of one request."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    if access:
        fields["Authorization"] = f"Bearer {access}"
    connection.request(method, f"/storage/v1{path}", body, fields)
    answer = connection.getresponse()
    text = answer.read()
    try:
        content = json.loads(text)
    except ValueError:
        content = None
    connection.close()
    return answer.status, content.get("statusCode") if isinstance(content, dict) else None


SVG = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'></svg>"
HTML = b"<!doctype html><script>alert(document.domain)</script>" + b" " * 100


def archive() -> bytes:
    """A zip of one page with a script."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("index.html", HTML)
    return file.getvalue()


BODIES = {
    "svg": SVG, "html": HTML, "svg behind a byte order mark": b"\xef\xbb\xbf" + SVG, "gzip": gzip.compress(png()),
    "zip": archive(), "nothing": b"", "half a signature": b"\x89PNG",
}


@pytest.mark.parametrize("name", ["x.png", "x.html", "x.svg"])
@pytest.mark.parametrize("declared", ["image/png", "text/html", "image/svg+xml", "text/plain", "application/xhtml+xml"])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_documents_with_scripts_are_not_stored(host, user, name, declared, body):
    path = f"/object/albums/{user.path(name)}"
    assert ask(host, "POST", path, body, user.access, Content_Type=declared) == (400, "415")


@pytest.mark.parametrize("bucket", ["albums", "notes"])
def test_archives_are_not_stored(host, user, bucket):
    """The buckets take no zips, and the host knows no signature of a zip."""
    assert archive().startswith(b"PK\x03\x04")
    path = f"/object/{bucket}/{user.path('x.zip')}"
    for declared in ("application/zip", "application/octet-stream", "application/pdf", "image/png"):
        assert ask(host, "POST", path, archive(), user.access, Content_Type=declared) == (400, "415"), declared
    assert user.bucket(bucket).list(user.id) == []


@pytest.mark.parametrize("name,declared", [("x.png", "image/png"), ("x.zip", "application/zip"), ("x.html", "text/html")])
def test_a_picture_that_is_an_archive_too_is_sent_as_a_picture(host, user, name, declared):
    both, path = png() + archive(), user.path(name)
    assert zipfile.ZipFile(io.BytesIO(both)).namelist() == ["index.html"]
    bucket = user.bucket("photos")
    assert ask(host, "POST", f"/object/photos/{path}", both, user.access, Content_Type=declared) == (200, None)
    assert bucket.info(path)["content_type"] == "image/png"
    signed = bucket.create_signed_url(path, 60)["signedURL"]
    own = urllib.request.Request(
        f"{host.url}/storage/v1/object/authenticated/photos/{path}",
        headers={"Authorization": f"Bearer {user.access}", "Accept": "application/zip"})
    for url in (bucket.get_public_url(path), signed, own):
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            assert answer.read() == both
            assert answer.headers.get_all("Content-Type") == ["image/png"]
            assert answer.headers.get_all("X-Content-Type-Options") == ["nosniff"]
            assert "sandbox" in answer.headers["Content-Security-Policy"]


def test_compressed_bodies_stay_compressed(host, user):
    """Proves: a body of 20 KiB that would become 20 MiB is 20 KiB for the storage."""
    bomb = gzip.compress(bytes(20 << 20))
    answer = ask(
        host, "POST", f"/object/albums/{user.path('1.png')}", bomb, user.access, Content_Type="image/png",
        Content_Encoding="gzip")
    assert answer == (400, "415")


NAMES = [
    "..", "../x", "..%2fx", "%2e%2e/x", "%2e%2e%2fx", "a/../../x", "a/%2e%2e/x", "x%00.png", "a%5c..%5cx", "a\\x",
    ".hidden", "a/.x", "a//x", "/x", "x/", "%2fetc%2fpasswd", "caf%C3%A9", "%ff", "%", "a%0ab", "a%23b", "a%25b", "a<b",
    "n" * 256, "/".join(["d"] * 40), "long/" * 300 + "x",
]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_names_that_lead_elsewhere(host, user, name, method):
    before = stored(host)
    status, _ = ask(host, method, f"/object/albums/{user.id}/{name}", png(), user.access)
    assert status == 400
    status, _ = ask(host, method, f"/object/albums/{name}", png(), token("service_role"))
    assert status == 400
    assert stored(host) == before
    assert not (host.folder / "x").exists()


@pytest.mark.parametrize("bucket", ["..", ".uploads", "%2e%2e", "%2euploads", ".", "none", "n" * 101, "a%2fb", "%00"])
def test_names_of_no_bucket(host, bucket):
    for method, path in [("POST", "x.png"), ("GET", "x.png"), ("DELETE", "x.png"), ("DELETE", "")]:
        body = b'{"prefixes":["x"]}' if not path else png()
        assert ask(host, method, f"/object/{bucket}/{path}", body, token("service_role"))[0] == 400
    assert ask(host, "POST", f"/object/list/{bucket}", b'{"prefix":""}', token("service_role"))[0] == 400


@pytest.mark.parametrize("prefix", ["..", "../..", "../../etc", "a/../../..", ".uploads", "./.", "x\u0000y"])
def test_lists_stay_in_their_bucket(host, prefix):
    body = json.dumps({"prefix": prefix}).encode()
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("POST", "/storage/v1/object/list/albums", body, {"Authorization": f"Bearer {token('service_role')}"})
    assert json.loads(connection.getresponse().read()) == []


def test_links_lead_nowhere(host, user):
    root = host.folder / "storage/albums" / user.id
    root.mkdir(parents=True)
    secret = host.folder / "secret.png"
    secret.write_bytes(png(12))
    (root / "link.png").symlink_to(secret)
    (root / "folder").symlink_to(host.folder)
    os.mkfifo(root / "pipe.png")
    for name in ("link.png", "folder/secret.png", "pipe.png"):
        assert ask(host, "GET", f"/object/albums/{user.path(name)}", access=user.access) == (400, "404")
    assert user.bucket().list(user.id) == []
    assert ask(host, "PUT", f"/object/albums/{user.path('folder/new.png')}", png(), user.access) == (400, "409")
    assert ask(host, "PUT", f"/object/albums/{user.path('link.png')}", png(9), user.access)[0] == 200
    assert secret.read_bytes() == png(12)
    assert not (host.folder / "new.png").exists()
    user.bucket().remove([user.path("folder/secret.png"), user.path("link.png")])
    assert secret.exists()


def upload_head(path: str, access: str, *fields: str, bucket: str = "albums") -> bytes:
    lines = [f"POST /storage/v1/object/{bucket}/{path} HTTP/1.1", "Host: x", f"Authorization: Bearer {access}", *fields]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def reply_status(connection: socket.socket) -> int:
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.status


def test_bodies_longer_than_the_bucket_takes(host, user):
    """Proves: a declared length is refused unread, and an undeclared one as soon as it is too long."""
    path = user.path("1.png")
    with socket.create_connection(("127.0.0.1", host.port), PATIENCE) as connection:
        connection.sendall(upload_head(path, user.access, f"Content-Length: {100 << 20}"))
        assert reply_status(connection) == 400
    with socket.create_connection(("127.0.0.1", host.port), PATIENCE) as connection:
        connection.sendall(upload_head(path, user.access, "Transfer-Encoding: chunked"))
        chunk = png() + bytes(1 << 20)
        try:
            for _ in range(6):
                connection.sendall(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        except OSError:
            pass  # The host has closed the connection.
        assert reply_status(connection) == 400
    eventually(lambda: not any(user.id in name or ".uploads" in name for name in stored(host)))


def test_the_default_size_limit_is_50_mib(host):
    """Proves: the host asks for a body of the limit, and refuses the head of one with a byte more."""
    limit, service = 50 << 20, token("service_role")
    assert storage(host, service).get_bucket("photos").file_size_limit == limit

    def begun(length: int) -> http.client.HTTPResponse | None:
        """The answer to the head of an upload; None if the host asks for its body."""
        connection = socket.create_connection(("127.0.0.1", host.port), PATIENCE)
        connection.sendall(upload_head(
            "large.png", service, f"Content-Length: {length}", "Expect: 100-continue", bucket="photos"))
        interim = b"HTTP/1.1 100 "
        if connection.recv(len(interim), socket.MSG_PEEK | socket.MSG_WAITALL) == interim:
            connection.close()
            return None
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer

    assert begun(limit) is None
    answer = begun(limit + 1)
    assert answer.status == 400
    assert json.loads(answer.read()) == {
        "statusCode": "413", "error": "Payload too large",
        "message": f"The object exceeded the maximum allowed size of {limit} bytes"}
    eventually(lambda: not any("large.png" in name or ".uploads" in name for name in stored(host)))


def test_uploads_that_break_off_leave_nothing(host, user):
    before = stored(host)
    for fields, sent in [
        (["Content-Length: 100000"], png()), (["Transfer-Encoding: chunked"], b"10\r\n" + png()[:16] + b"\r\n"),
        (["Content-Length: 100000", "Content-Type: multipart/form-data; boundary=B"],
         b'--B\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n' + png()),
    ]:
        for number in range(10):
            with socket.create_connection(("127.0.0.1", host.port), PATIENCE) as connection:
                connection.sendall(upload_head(user.path(f"{number}.png"), user.access, *fields) + sent)
    eventually(lambda: stored(host) == before)
    assert user.bucket().list(user.id) == []


def test_an_upload_that_ends_with_its_process_is_removed_at_the_start(make_host):
    host = make_host(BINARY, config=CONFIG).start()
    user = User(host)
    with socket.create_connection(("127.0.0.1", host.port), PATIENCE) as connection:
        connection.sendall(upload_head(user.path("1.png"), user.access, "Content-Length: 100000") + png())
        eventually(lambda: any(".uploads" in name for name in stored(host)))
        host.kill()
    assert any(".uploads" in name for name in stored(host))
    host.start()
    assert not any(".uploads" in name for name in stored(host))
    assert User(host).bucket("riddle-images").download("7.png").startswith(b"\x89PNG")


def test_parallel_uploads_of_one_name(host, user):
    """Proves: of many uploads of one name one is stored, whole; of many replacements the last one."""
    path = f"/object/albums/{user.path('one.png')}"
    pictures = [png(200, filling) for filling in range(24)]
    with concurrent.futures.ThreadPoolExecutor(24) as threads:
        first = list(threads.map(lambda picture: ask(host, "POST", path, picture, user.access), pictures))
        assert sorted(first)[0] == (200, None)
        assert sorted(first)[1:] == [(400, "409")] * 23
        winner = user.bucket().download(user.path("one.png"))
        assert winner == pictures[first.index((200, None))]
        reads = threads.submit(lambda: [user.bucket().download(user.path("one.png")) for _ in range(20)])
        again = list(threads.map(lambda picture: ask(host, "PUT", path, picture, user.access), pictures))
        assert {status for status, _ in again} == {200}
        assert all(read in pictures for read in reads.result())
    assert user.bucket().download(user.path("one.png")) in pictures


def test_thousands_of_files(host):
    folder = host.folder / "storage/albums/many"
    folder.mkdir(parents=True)
    for number in range(5000):
        (folder / f"{number:04}.png").write_bytes(png(1))
    service = storage(host, token("service_role")).from_("albums")
    page = service.list("many", {"limit": 100_000})
    assert len(page) == 1000
    last = service.list("many", {"limit": 1000, "offset": 4990})
    assert [entry["name"] for entry in last] == [f"{number}.png" for number in range(4990, 5000)]
    newest = service.list("many", {"limit": 3, "sortBy": {"column": "created_at", "order": "desc"}})
    assert len(newest) == 3
    assert refused(lambda: service.remove([f"many/{number:04}.png" for number in range(1001)]))[0] == "400"
    assert len(service.remove([f"many/{number:04}.png" for number in range(1000)])) == 1000
    assert len(list(folder.iterdir())) == 4000


def test_a_large_upload_takes_little_memory(make_host, tmp_path):
    """Proves: ten uploads of 20 MiB at a time take less than 2 MiB each."""
    host = make_host(BINARY, config="[storage.buckets.large]\n").start()
    service = token("service_role")
    picture = png() + os.urandom(20 << 20)

    def resident() -> int:
        status = pathlib.Path(f"/proc/{host.target()}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) << 10

    assert ask(host, "POST", "/object/large/warm.png", png(), service)[0] == 200
    before = resident()
    with concurrent.futures.ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(lambda number: ask(host, "POST", f"/object/large/{number}.png", picture, service), range(10)))
    assert answers == [(200, None)] * 10
    taken = resident() - before
    print(f"10 uploads take {taken >> 10} KiB")
    assert taken < 20 << 20
    assert stored(host)["large/9.png"] == picture
