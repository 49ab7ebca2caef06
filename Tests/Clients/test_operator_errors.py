"""What an operator gets wrong, or finds broken: each command says so, and neither hangs nor crashes."""

import json
import os
import pathlib
import subprocess

import pytest

from host import PATIENCE, free_port
from test_bundles import HOST, BundleHost, host, variant  # noqa: F401  (fixtures)

SWIVO = str(pathlib.Path(HOST).parent / "swivo")
ACCOUNTS = str(pathlib.Path(HOST).parent / "accounts")
ENIGMATE = str(pathlib.Path(HOST).parent / "enigmate")


@pytest.mark.parametrize("name", ["-", "b", "sub/b"])
def test_a_backup_has_any_name(host, name):  # noqa: F811
    """A path of one character ended the process by a trap."""
    (host.folder / "sub").mkdir()
    host.start()
    host.run("backup", name)
    assert (host.folder / name).read_bytes().startswith(b"SQLite format 3")
    host.stop()


def test_a_database_and_a_configuration_of_one_letter(host):  # noqa: F811
    (host.folder / "t").write_text("[api]\nport = 1\n")
    for command in (["doctor", "--database", "sqlite:d"], ["config", "check", "--config", "t"]):
        ran = subprocess.run(
            [HOST, *command], cwd=host.folder, env=host.environment, capture_output=True, text=True, timeout=PATIENCE)
        assert ran.returncode in (0, 1), ran.stderr
        assert ran.stdout


@pytest.mark.parametrize("way", ["the socket is gone", "another socket", "a symbolic link", "a link before its file"])
def test_one_host_serves_a_database(host, way):  # noqa: F811
    """Two would not learn of each other's sign-outs, and of changes that others wait for."""
    if way == "a link before its file":
        (host.folder / "link.sqlite").symlink_to("host.sqlite")
        host.database.url = f"sqlite:{host.folder / 'link.sqlite'}"
    host.start()
    settings, database = {}, host.folder / "host.sqlite"
    if way == "the socket is gone":
        (host.folder / "host.sqlite.sock").unlink()
    elif way == "another socket":
        settings["SWIFTLET_SOCKET"] = str(host.folder / "other.sock")
    elif way == "a symbolic link":
        settings["SWIFTLET_SOCKET"] = str(host.folder / "other.sock")
        (host.folder / "link.sqlite").symlink_to("host.sqlite")
        database = host.folder / "link.sqlite"
    second = subprocess.run(
        [HOST, "serve", "--port", str(free_port()), "--database", f"sqlite:{database}"], cwd=host.folder,
        env={**host.environment, **settings}, capture_output=True, text=True, timeout=PATIENCE)
    assert second.returncode == 69
    assert "Another host serves this database already" in second.stderr
    restored = subprocess.run(
        [HOST, "restore", "none.sqlite", "--database", f"sqlite:{database}"], cwd=host.folder,
        env={**host.environment, **settings}, capture_output=True, text=True, timeout=PATIENCE)
    assert restored.returncode == 69 and "host serves" in restored.stderr
    # The lock ends with the process, however that ends.
    host.kill()
    host.start()
    host.stop()


@pytest.mark.parametrize("what, reason", [
    ("a device", "is a device, a FIFO or a socket, and no regular file"),
    ("a folder", "is a folder, and no regular file"),
    ("a text", 'is no SQLite database: it does not begin with "SQLite format 3"'),
    ("a hard link", "has 2 names, so that two hosts could serve one file"),
])
def test_a_file_that_cannot_be_the_database(host, what, reason):  # noqa: F811
    """Nothing is made beside it: `/dev/null.lock` once was."""
    path = host.folder / "other"
    if what == "a device":
        path.symlink_to("/dev/null")
    elif what == "a folder":
        path.mkdir()
    else:
        path.write_text("root:x:0:0\n" if what == "a text" else "")
        if what == "a hard link":
            os.link(path, host.folder / "link")
    host.database.url = f"sqlite:{path}"
    before = sorted(os.listdir(host.folder))
    said = host.run("serve", "--port", str(free_port()), code=69)
    assert f"{path} {reason}" in said and "hint: " in said
    assert sorted(os.listdir(host.folder)) == before
    if what != "a text":
        assert f"{path} {reason}" in host.run("migrate", code=69)
        assert f"{path} {reason}" in host.run("doctor", code=1)
        assert sorted(os.listdir(host.folder)) == before
    assert not os.path.exists("/dev/null.lock")


def test_an_empty_file_becomes_the_database(host):  # noqa: F811
    (host.folder / "host.sqlite").touch()
    host.start()
    host.stop()


def test_a_backup_does_not_replace_the_lock(host):  # noqa: F811
    host.start()
    assert "is the database itself" in host.run("backup", "host.sqlite.lock", "--force", code=1)
    host.stop()


def test_a_file_of_a_far_year(host):  # noqa: F811
    """Its time in nanoseconds does not fit into 64 bits."""
    host.start()
    os.utime(host.folder / "host.sqlite", (10_413_792_000, 10_413_792_000))
    assert "database" in host.run("doctor")
    host.stop()


def test_a_fifo_is_refused_at_once(host, variant):  # noqa: F811
    os.mkfifo(host.folder / "ff")
    assert "is no executable file" in host.run("deploy", "notes", "ff", code=1)
    assert "no regular file" in host.run("restore", "ff", code=1)
    assert "is no executable file" in host.run("serve", "--bundle", "ff", "--port", str(free_port()), code=78)
    host.start()
    assert "is no executable file" in host.run("deploy", "notes", "ff", code=1)
    host.run("deploy", "notes", variant("one"))
    assert host.post("version") == (200, "one")
    host.stop()


def test_the_seed_of_a_running_hosts_bundles(host):  # noqa: F811
    host.more = ("--bundle", SWIVO, "--no-seed")
    host.start()
    assert json.JSONDecoder().raw_decode(host.run("invoke", "categories"))[0] == []
    assert "with the seed of swivo" in host.run("seed")
    assert len(json.JSONDecoder().raw_decode(host.run("invoke", "categories"))[0]) > 1
    host.stop()


def test_a_seed_beside_a_projects_storage(host):  # noqa: F811
    """The storage cannot be used without the service key. The rows are there all the same."""
    host.environment["SUPABASE_URL"] = f"http://127.0.0.1:{free_port()}"
    host.more = ("--bundle", ENIGMATE, "--no-seed")
    host.start()
    assert "with the seed of enigmate" in host.run("seed")
    host.wait_for_log("pictures are not in the storage")
    host.wait_for_log("SUPABASE_SERVICE_ROLE_KEY is not set")
    with host.database.reading() as database:
        assert database.rows("SELECT id FROM riddles")
    host.stop()


def test_the_retention_of_a_bundles_history(host):  # noqa: F811
    """The program itself has no such kind of history: the bundle's job has it."""
    host.more = ("--bundle", ACCOUNTS)
    host.config.write_text("[retention]\nclosed_sessions = 20\n")
    host.start()
    assert "in order" in host.run("config", "check", "--bundle", ACCOUNTS)
    host.stop()
    host.config.write_text("[retention]\nclosed_session = 20\n")
    for command in (["serve", "--bundle", ACCOUNTS, "--port", str(free_port())], ["serve", "--port", str(free_port())]):
        refused = host.run(*command, code=78)
        assert "[retention] closed_session is no kind of history" in refused
        assert ("closed_sessions" in refused) == ("--bundle" in command)


def test_doctor_finds_a_damaged_bundle(host, variant):  # noqa: F811
    host.run("deploy", "notes", variant("one"))
    (entry,) = json.loads(host.run("bundles", "--json"))
    executable = host.folder / "host.sqlite-bundles" / entry["digest"]
    host.start()
    assert "the executables of 1 deployed bundles are those that were deployed" in host.run("doctor")
    whole = executable.read_bytes()
    host.stop()
    os.chmod(executable, 0o700)
    executable.write_bytes(whole[:-1])
    assert "is damaged" in host.run("doctor", code=1)
    executable.unlink()
    assert "is missing" in host.run("doctor", code=1)


def test_configuration_that_serve_refuses(host, variant):  # noqa: F811
    host.config.write_text(f'[bundles.other]\nexecutable = "{variant("one")}"\n')
    assert "is the bundle notes, not other" in host.run("config", "check", code=78)
    host.config.write_text("")
    twice = host.run("openapi", "--bundle", variant("one"), "--bundle", variant("two"), code=1)
    assert "The bundle notes is named twice" in twice
    for name, value in [
        ("SUPABASE_SECRET_KEYS", '{"default":"sb_secret_"}'), ("SUPABASE_SECRET_KEYS", '{"default":"sb_secret_short"}'),
        ("SUPABASE_SERVICE_ROLE_KEY", "sb_secret_short"), ("SUPABASE_PUBLISHABLE_KEYS", '{"default":"public"}'),
    ]:
        host.environment[name] = value
        assert name in host.run("config", "check", code=78)
        del host.environment[name]
    host.environment["SWIFTLET_HEADER_TIMOUT"] = "5"
    host.environment["SWIFTLET_HOME"] = "/"
    said = host.run("config", "check")
    assert "did you mean SWIFTLET_HEADER_TIMEOUT?" in said and "SWIFTLET_HOME" not in said


def test_a_folder_at_the_sockets_path(host):  # noqa: F811
    (host.folder / "host.sqlite.sock").mkdir()
    said = host.run("serve", "--port", str(free_port()), code=69)
    assert "cannot be listened on: Address already in use\n" in said
    assert "remove what is there" in said and "--port" not in said


def test_a_status_that_no_call_has(host):  # noqa: F811
    host.start()
    for status in ("9xx", "0xx", "999"):
        assert "expected such as 404" in host.run("logs", "--status", status, code=1)
    host.stop()
