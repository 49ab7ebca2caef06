"""What operators run and install: doctor, config check, backups under load and across kills, completion, and the files of `Deployment`."""

import contextlib
import configparser
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

import pytest
import yaml

from database import ROOT
from host import BINARY, PATIENCE, Caller, Clients, environment
from jobs import eventually
from workers import WorkerHost

DEPLOYMENT = ROOT / "Deployment"
NAME = pathlib.Path(BINARY).name


def run(folder: pathlib.Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess:
    """A command in a folder of its own."""
    return subprocess.run(
        [BINARY, *arguments], cwd=folder, env=environment(**settings), capture_output=True, text=True, timeout=PATIENCE)


def beside(host, *arguments: str) -> subprocess.CompletedProcess:
    """A command on the database of a host."""
    return run(host.folder, *arguments, "--database", host.database.url, "--config", str(host.config))


def sessions(path: pathlib.Path) -> set[str]:
    """The sessions in a file, which has to be undamaged."""
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        return {row[0] for row in connection.execute("SELECT id FROM sessions")}
    finally:
        connection.close()


class Makers(Clients):
    """Users who make sessions; `acknowledged` has those that were answered."""

    def __init__(self, host, count: int = 4):
        super().__init__()
        self.acknowledged: set[str] = set()
        self.clients = [threading.Thread(target=self.work, args=(Caller(host),)) for _ in range(count)]
        self.category = Caller(host).ask("categories")[0]["id"]

    def work(self, caller: Caller) -> None:
        while not self.enough.is_set():
            self.acknowledged.add(caller.ask("create_session", {"category_id": self.category})["session_id"])


def test_backups_under_load_are_complete(make_host, tmp_path):
    host = make_host().start()
    copies = []
    with Makers(host) as makers:
        for number in range(4):
            eventually(lambda: len(makers.acknowledged) > 5 * (number + 1))
            before = set(makers.acknowledged)
            made = beside(host, "backup", str(tmp_path / f"copy-{number}.sqlite"), "--json")
            assert made.returncode == 0, made.stderr
            answer = json.loads(made.stdout)
            copies.append((before, pathlib.Path(answer["file"]), answer["bytes"]))
    for before, path, size in copies:
        assert before <= sessions(path) and before
        assert path.stat().st_size == size and path.stat().st_mode & 0o777 == 0o600
        assert not path.with_name(path.name + "-wal").exists()
    assert makers.acknowledged <= sessions(host.database.path)
    # A host serves: neither that nor the file that is there is touched.
    refused = beside(host, "restore", str(copies[0][1]))
    assert refused.returncode == 69 and "A host serves" in refused.stderr
    assert beside(host, "backup", str(copies[0][1])).returncode == 1
    host.stop()
    restored = beside(host, "restore", str(copies[0][1]), "--json")
    assert restored.returncode == 0, restored.stderr
    assert makers.acknowledged <= sessions(pathlib.Path(json.loads(restored.stdout)["replaced"]))
    assert sessions(host.database.path) == sessions(copies[0][1])
    host.start()
    Caller(host).ask("create_session", {"category_id": makers.category})
    host.stop()


@pytest.fixture
def large(make_host):
    """A host that has stopped, with a database that takes a while to copy."""
    host = make_host().start()
    host.stop()
    connection = sqlite3.connect(host.database.path)
    connection.execute("CREATE TABLE filler (id INTEGER PRIMARY KEY, bytes BLOB)")
    for _ in range(100):
        connection.execute("INSERT INTO filler (bytes) VALUES (randomblob(1000000))")
    connection.commit()
    connection.close()
    return host


def filler(path: pathlib.Path) -> tuple[int, int]:
    """The number of the rows of `large` in a file, and the last one's id. The file has to be undamaged."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return connection.execute("SELECT count(*), max(id) FROM filler").fetchone()


def kill_when(condition, *command: str, folder: pathlib.Path) -> bool:
    """Starts a command, and kills it once a condition holds; whether the command was killed."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and not condition() and time.monotonic() < deadline:
        time.sleep(0.001)
    process.kill()
    return process.wait(timeout=PATIENCE) == -signal.SIGKILL


def test_a_killed_backup_leaves_nothing_half(large, tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    copy = folder / "copy.sqlite"
    options = ["--database", large.database.url, "--config", str(large.config)]

    def partial(size: int):
        def is_written() -> bool:
            # A backup that ends gives its file another name.
            with contextlib.suppress(FileNotFoundError):
                return any(path.stat().st_size >= size for path in folder.glob(".swiftlet-*.partial"))
            return False

        return is_written

    def is_killed(size: int, *more: str) -> bool:
        """Begins a backup, and kills it once its file has a size; on a busy machine it may have ended by then."""
        return kill_when(partial(size), BINARY, "backup", *more, str(copy), *options, folder=large.folder)

    for size in (0, 20_000_000, 90_000_000):
        while not is_killed(size) or copy.exists():
            assert filler(copy) == (100, 100)
            copy.unlink()
    # The next one removes what the killed ones have left.
    assert beside(large, "backup", str(copy)).returncode == 0
    assert os.listdir(folder) == [copy.name]
    whole, file = copy.read_bytes(), copy.stat().st_ino
    while not is_killed(20_000_000, "--force") or copy.stat().st_ino != file:
        assert filler(copy) == (100, 100)
        whole, file = copy.read_bytes(), copy.stat().st_ino
    assert copy.read_bytes() == whole


def test_a_killed_restore_leaves_the_old_database_or_the_new_one(large, tmp_path):
    copy, path = tmp_path / "copy.sqlite", large.database.path
    assert beside(large, "backup", str(copy)).returncode == 0

    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM filler WHERE id % 2 = 0")
    connection.commit()
    connection.close()
    old, new = filler(path), (100, 100)
    assert old != new
    journal = path.with_name(path.name + "-journal")
    options = ["--database", large.database.url, "--config", str(large.config)]

    def written(size: int):
        def is_written() -> bool:
            try:
                return journal.stat().st_size >= size
            except FileNotFoundError:
                return False

        return is_written

    for size in (0, 5_000_000, 50_000_000):
        if kill_when(written(size), BINARY, "restore", str(copy), *options, folder=large.folder):
            assert filler(path) in (old, new)
    assert beside(large, "restore", str(copy)).returncode == 0
    assert filler(path) == new
    large.start()
    large.stop()


def test_doctor_and_its_exit_code(make_host, tmp_path):
    host = make_host().start()
    command = ["doctor", "--database", host.database.url, "--config", str(host.config)]
    found = run(host.folder, *command, "--json", SWIFTLET_PORT=str(host.port))
    report = json.loads(found.stdout)
    assert found.returncode == 0 and report["ok"], report
    states = {line["subject"]: line["state"] for line in report["findings"]}
    assert {"configuration", "host", "port", "database", "disk", "migrations", "push", "descriptors", "clock"} <= states.keys()
    assert states["host"] == states["database"] == states["port"] == "ok"
    text = run(host.folder, *command, SWIFTLET_PORT=str(host.port)).stdout
    assert text.startswith("STATE") and environment()["SUPABASE_JWT_SECRET"] not in text + found.stdout
    host.stop()
    # The database's first pages after the header are gone.
    with host.database.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x5a" * 40_000)
    damaged = run(host.folder, *command)
    assert damaged.returncode == 1 and "restore" in damaged.stdout, damaged.stdout


def test_doctor_on_postgres(postgres, tmp_path):
    from database import create_database
    url = create_database(postgres)
    found = run(tmp_path, "doctor", "--json", "--database", url)
    report = json.loads(found.stdout)
    assert found.returncode == 0, found.stdout
    lines = {line["subject"] + " " + line["state"]: line["message"] for line in report["findings"]}
    assert "agrees with the database's" in lines["clock ok"] or "clock ok" in lines
    assert "Postgres" in lines["database ok"] and "connections ok" in lines
    # The tests' server is used by its superuser.
    assert "pg_execute_server_program" in lines["role warning"]
    assert "lacks" in lines["migrations warning"]
    gone = run(tmp_path, "doctor", "--database", "postgres://me:hidden@127.0.0.1:1/none")
    assert gone.returncode == 1 and "problem" in gone.stdout and "hidden" not in gone.stdout + gone.stderr


def test_config_check_names_each_line(tmp_path):
    (tmp_path / "config.toml").write_text('[api]\nport = 99999\n\n[swiftlet]\ngrace_period = "soon"\nprot = 1\n')
    found = run(tmp_path, "config", "check", "--json")
    assert found.returncode == 78
    lines = [(line["state"], line["subject"]) for line in json.loads(found.stdout)["findings"]]
    assert lines == [("problem", "config.toml:2"), ("problem", "config.toml:5"), ("warning", "config.toml:6")]
    (tmp_path / "config.toml").write_text("")
    assert run(tmp_path, "config", "check").returncode == 0
    (tmp_path / "empty").write_text("")
    repository = run(tmp_path, "config", "check", "--config", str(ROOT / "config.toml"), "--env-file", "empty")
    assert repository.returncode == 0, repository.stdout


@pytest.mark.parametrize("command", [["functions"], ["config", "check"], ["functions", "--json"], ["--help"]])
def test_output_that_cannot_be_written_is_a_failure(tmp_path, command):
    with open("/dev/full", "wb") as full:
        failed = subprocess.run(
            [BINARY, *command], cwd=tmp_path, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True,
            timeout=PATIENCE)
    assert failed.returncode == 74, failed.stderr
    assert failed.stderr.startswith("error: The output cannot be written: "), failed.stderr


def test_logs_end_with_their_output(make_host):
    host = make_host().start()
    Caller(host).ask("categories")
    command = [BINARY, "logs", "--database", host.database.url, "--config", str(host.config)]
    for options in ([], ["--follow", "--json"]):
        with open("/dev/full", "wb") as full:
            failed = subprocess.run(
                [*command, *options], cwd=host.folder, env=host.environment, stdout=full, stderr=subprocess.PIPE,
                text=True, timeout=PATIENCE)
        assert failed.returncode == 74 and "cannot be written" in failed.stderr, failed.stderr
    # A reader that has left is no failure of the command's.
    reader, writer = os.pipe()
    os.close(reader)
    left = subprocess.run(
        command, cwd=host.folder, env=host.environment, stdout=writer, stderr=subprocess.PIPE, text=True,
        timeout=PATIENCE)
    os.close(writer)
    assert left.returncode in (0, -signal.SIGPIPE) and not left.stderr, left.stderr
    host.stop()


def test_no_password_is_shown(tmp_path):
    for config in ('[gateway]\nrest = "http://u:geheim@h"\n', '[swiftlet]\ndatabase = "postgres://u:geheim@h:xx/d"\n',
                   "[gateway]\nrest = http://u:geheim@h\n"):
        (tmp_path / "config.toml").write_text(config)
        for command, code in ((["config", "check"], 78), (["config", "check", "--json"], 78), (["doctor"], 1), (["serve"], 78)):
            shown = run(tmp_path, *command)
            assert shown.returncode == code, (command, shown.stdout, shown.stderr)
            assert "geheim" not in shown.stdout + shown.stderr, (command, shown.stdout, shown.stderr)


def test_a_host_survives_a_deep_configuration(make_host):
    host = make_host().start()
    host.config.write_text(f"[{'.'.join(['a'] * 20_000)}]\n")
    checked = beside(host, "config", "check")
    assert checked.returncode == 78 and "nested too deeply" in checked.stdout, checked.stdout + checked.stderr
    host.process.send_signal(signal.SIGHUP)
    eventually(lambda: "nested too deeply" in host.log.read_text())
    assert host.process.poll() is None
    host.config.write_text("")
    Caller(host).ask("categories")
    host.stop()


def test_a_reload_during_the_start_is_kept(make_host):
    host = make_host()
    host.spawn()
    eventually(lambda: "Migrated" in host.log_text())
    host.config.write_text("[functions.riddle_today]\nenabled = \"no\"\n")
    host.process.send_signal(signal.SIGHUP)
    eventually(lambda: "nothing changed" in host.log_text() or host.process.poll() is not None)
    assert host.process.poll() is None, host.log_text()
    host.stop()


def test_a_document_that_cannot_be_written_leaves_the_old_one(tmp_path):
    full = run(tmp_path, "openapi", "--output", "/dev/full")
    assert full.returncode == 74 and "/dev/full cannot be written" in full.stderr, full.stderr
    document = tmp_path / "openapi.json"
    document.write_text("the old one")
    document.chmod(0o640)
    limited = subprocess.run(
        ["sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$0" openapi --output openapi.json', BINARY], cwd=tmp_path,
        env=environment(), capture_output=True, text=True, timeout=PATIENCE)
    assert limited.returncode == 74 and "openapi.json cannot be written" in limited.stderr, limited.stderr
    assert document.read_text() == "the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["openapi.json"]
    assert run(tmp_path, "openapi", "--output", "openapi.json").returncode == 0
    assert document.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")
def test_a_full_disk_is_named_with_the_need(make_host, tmp_path):
    host = make_host().start()
    host.stop()
    database = sqlite3.connect(host.database.path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute("CREATE TABLE filler (bytes BLOB)")
    database.execute("INSERT INTO filler VALUES (randomblob(12000000))")
    database.commit()
    # The log has most of it while a connection is open.
    assert host.database.path.stat().st_size < 4_000_000
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], check=True)
    try:
        copy = disk / "copy.sqlite"
        failed = beside(host, "backup", str(copy))
        assert failed.returncode == 1 and str(copy) in failed.stderr, failed.stderr
        assert "are needed" in failed.stderr and "hint: make room" in failed.stderr, failed.stderr
        assert os.listdir(disk) == []
        assert beside(host, "backup", str(tmp_path / "copy.sqlite")).returncode == 0
        database.close()
        restored = run(
            host.folder, "restore", str(tmp_path / "copy.sqlite"), "--database", f"sqlite:{disk}/data.sqlite",
            "--config", str(host.config))
        assert restored.returncode == 1 and "are needed" in restored.stderr, restored.stderr
        assert f"{disk}/data.sqlite" in restored.stderr and os.listdir(disk) == ["data.sqlite.lock"]
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def test_doctor_knows_the_bundles_of_the_running_host(tmp_path):
    host = WorkerHost(tmp_path).start()
    try:
        counts = []
        # The second folder has no host, and the program's own functions alone.
        (tmp_path / "other").mkdir()
        for found in (host.run("doctor", "--json"), run(tmp_path / "other", "doctor", "--json")):
            lines = [line for line in json.loads(found.stdout)["findings"] if line["subject"] == "functions"]
            counts.append(int(re.match(r"(\d+) functions", lines[0]["message"]).group(1)))
        assert counts[0] > counts[1], counts
        host.stop()
    finally:
        host.kill()


def test_a_host_that_ends_during_a_deployment_is_named(tmp_path):
    host = WorkerHost(tmp_path)
    host.bundle = None
    host.start()
    try:
        # It sends no manifest until the host is gone.
        stuck = tmp_path / "stuck"
        program = "#include <unistd.h>\nint main(void) { for (;;) pause(); }\n"
        subprocess.run(["gcc", "-o", stuck, "-xc", "-"], input=program, text=True, check=True)
        command = subprocess.Popen(
            [BINARY, "deploy", "bad", str(stuck), "--database", host.database.url, "--config", str(host.config)],
            cwd=host.folder, env=host.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        store = pathlib.Path(f"{host.database.path}-bundles")
        eventually(lambda: store.is_dir() and any(len(path.name) == 64 for path in store.iterdir()))
        host.kill()
        _, error = command.communicate(timeout=PATIENCE)
        assert command.returncode == 69, error
        assert "The host ended during the change of its bundles" in error and "hint: " in error, error
        (store / "copy-1.new").write_text("")
        host.start()
        assert sorted(path.name for path in store.iterdir()) == ["lock"]
        host.stop()
    finally:
        host.kill()
        # It is no worker, which would have ended with its host.
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if str(store).encode() in (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)


def completion(shell: str) -> str:
    made = subprocess.run([BINARY, f"--generate-completion-script={shell}"], capture_output=True, text=True, timeout=PATIENCE)
    if made.returncode:
        made = subprocess.run([BINARY, "--generate-completion-script", shell], capture_output=True, text=True, timeout=PATIENCE)
    assert made.returncode == 0, made.stderr
    return made.stdout


@pytest.mark.parametrize("line, wanted", [
    ("do", {"doctor"}), ("ba", {"backup"}), ("jobs re", {"retry", "resume"}), ("backup --fo", {"--force"}),
    ("config ", {"check"}),
])
def test_the_shell_completes(tmp_path, line, wanted):
    script = tmp_path / "completion.bash"
    script.write_text(completion("bash"))
    words = [NAME, *line.split(" ")]
    ask = f"""
        source {script}
        function_name=$(complete -p {NAME} | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        COMP_WORDS=({' '.join(words[:-1])} "{words[-1]}")
        COMP_CWORD={len(words) - 1} COMP_LINE="{NAME} {line}" COMP_POINT={len(NAME) + 1 + len(line)}
        "$function_name" {NAME} "{words[-1]}" "{words[-2]}" && printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    asked = subprocess.run(
        ["bash", "-c", ask], capture_output=True, text=True, timeout=PATIENCE,
        env={**environment(), "PATH": f"{pathlib.Path(BINARY).parent}:{os.environ['PATH']}"})
    assert wanted <= {word.strip() for word in asked.stdout.split("\n")}, (asked.stdout, asked.stderr)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completions_for_other_shells(shell):
    assert {"doctor", "backup", "restore"} <= set(re.findall(r"\w+", completion(shell)))


def names_in(expression: str) -> set[str]:
    """The metrics that an expression of Prometheus asks for."""
    return set(re.findall(r"\bswiftlet_\w+", expression))


def expressions() -> dict[str, list[str]]:
    """The expressions of the alerts and of the board, by file."""
    alerts = yaml.safe_load((DEPLOYMENT / "prometheus-alerts.yml").read_text())
    board = json.loads((DEPLOYMENT / "grafana-dashboard.json").read_text())
    return {
        "prometheus-alerts.yml": [rule["expr"] for group in alerts["groups"] for rule in group["rules"]],
        "grafana-dashboard.json": [target["expr"] for panel in board["panels"] for target in panel["targets"]]
        + [each["query"]["query"] for each in board["templating"]["list"] if each["type"] == "query"],
    }


@pytest.fixture(scope="module")
def exposed(tmp_path_factory):
    """The text of /metrics of a host whose counters have all been moved."""
    folder = tmp_path_factory.mktemp("metrics")
    host = WorkerHost(folder, config='[limits.few]\nrate = "1/hour"\nfunctions = ["categories"]\n').start()
    try:
        caller = Caller(host)
        assert [caller.call("categories")[0] for _ in range(2)] == [200, 429]
        assert caller.call("trap")[0] == 500
        ran = host.run("jobs", "run", "prune_history")
        assert ran.returncode == 0, ran.stderr

        def complete() -> str | None:
            found = metrics(host)
            return found if "swiftlet_worker_ends_total{" in found and "swiftlet_job_runs_total{" in found else None

        yield eventually(complete)
        host.stop()
    finally:
        host.kill()


def metrics(host) -> str:
    import http.client
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    connection.request("GET", "/metrics")
    return connection.getresponse().read().decode()


@pytest.mark.parametrize("file", ["prometheus-alerts.yml", "grafana-dashboard.json"])
def test_the_metrics_of_alerts_and_board_exist(exposed, file):
    samples = re.findall(r"^(swiftlet_\w+)(?:\{(.*)\})? ", exposed, re.MULTILINE)
    known: dict[str, set[str]] = {}
    for name, labels in samples:
        known.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    asked = expressions()[file]
    assert len(asked) > 10
    for expression in asked:
        names = names_in(expression)
        assert names or "up{" in expression, expression
        assert names <= known.keys(), f"{names - known.keys()} in {expression}"
        # Those that Prometheus adds by itself.
        allowed = {"instance", "job"}.union(*(known[name] for name in names)) if names else {"job"}
        allowed |= {"exported_job"} if "job" in allowed else set()
        used = set(re.findall(r'(\w+)(?:=~|!~|!=|=)"', expression))
        used |= {word for group in re.findall(r"by \(([^)]*)\)", expression) for word in re.findall(r"\w+", group)}
        assert used <= allowed, f"{used - allowed} in {expression}"


def test_an_open_console_is_no_slow_function(exposed):
    measured = set(re.findall(r'^swiftlet_request_duration_seconds_count{function="([^"]*)"', exposed, re.MULTILINE))
    assert "categories" in measured and not {"console", "console_events"} & measured, measured


def promtool(*arguments: str) -> None:
    """Runs a check of promtool, which has to succeed."""
    program = shutil.which("promtool", path=f"{ROOT}/.build-tools/usr/bin:{os.environ['PATH']}")
    assert program, "promtool is not installed: run Scripts/setup.sh --test"
    checked = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_promtool_accepts_the_alerts():
    promtool("check", "rules", str(DEPLOYMENT / "prometheus-alerts.yml"))


@pytest.mark.parametrize(("reason", "is_crash"), [
    ("SIGILL", True), ("memory", True), ("retired", False), ("killed", False), ("shutdown", False),
])
def test_workers_that_end_on_demand_are_no_crashes(tmp_path, reason, is_crash):
    labels = {"instance": "host", "bundle": "notes", "group": "greet"}

    def text(**more: str) -> str:
        return "{" + ", ".join(f'{name}="{value}"' for name, value in {**labels, **more}.items()) + "}"

    alert = text(alertname="SwiftletWorkersCrash", alertstate="firing", severity="critical")
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({
        "rule_files": [str(DEPLOYMENT / "prometheus-alerts.yml")],
        "tests": [{
            "interval": "1m",
            "input_series": [{"series": f"swiftlet_worker_ends_total{text(reason=reason)}", "values": "0+1x10"}],
            "promql_expr_test": [{
                "expr": "ALERTS", "eval_time": "10m",
                "exp_samples": [{"labels": f"ALERTS{alert}", "value": 1}] if is_crash else [],
            }],
        }],
    }))
    promtool("test", "rules", str(rules))


def test_the_board_is_whole():
    board = json.loads((DEPLOYMENT / "grafana-dashboard.json").read_text())
    panels = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken and place["x"] + place["w"] <= 24, panel["title"]
        taken |= cells
    variables = {each["name"] for each in board["templating"]["list"]} | {"__rate_interval"}
    used = set(re.findall(r"\$\{?(\w+)", json.dumps(panels)))
    assert used <= variables, used - variables


def unit() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str
    parser.read(DEPLOYMENT / "swiftlet.service")
    return parser["Service"]


def test_the_unit_waits_for_the_grace_period(tmp_path):
    settings = {line["key"]: line["value"] for line in json.loads(run(tmp_path, "serve", "--print-config", "--json").stdout)}
    service = unit()
    grace = float(settings["swiftlet.grace_period"].removesuffix("s"))
    # A second after the grace period the process has ended.
    assert grace + 1 < float(service["TimeoutStopSec"].removesuffix("s")) <= grace + 30
    assert int(service["LimitNOFILE"]) * 3 // 4 >= 20_000


def unit_command(folder: pathlib.Path) -> list[str]:
    """The command that the unit starts, with its files in a folder."""
    program, *arguments = unit()["ExecStart"].split()
    assert program == "/usr/local/bin/swiftlet"
    return [argument.replace("/etc/swiftlet", str(folder)) for argument in arguments]


def test_the_command_of_the_unit_is_understood(tmp_path):
    (tmp_path / "config.toml").write_text("")
    (tmp_path / ".env").write_text("")
    command = run(tmp_path, *unit_command(tmp_path), "--print-config")
    assert command.returncode == 0, command.stderr


@pytest.mark.parametrize("config, variables", [
    ("[api]\nport = 99999\n", ""), ("[api\n", ""), ('[swiftlet]\nhost = "0.0.0.0"\n', "PUBLISHED"),
    ("", "SUPABASE_SERVICE_ROLE_KEY=geheim\n"), ('[jobs.prune_history]\nschedule = "never"\n', ""),
])
def test_a_wrong_configuration_ends_the_unit_for_good(tmp_path, config, variables):
    """Only the main process's status keeps systemd from starting again, so `serve` itself has to end with 78."""
    (tmp_path / "config.toml").write_text(config)
    published = "super-secret-jwt-token-with-at-least-32-characters-long"
    (tmp_path / ".env").write_text("" if variables == "PUBLISHED" else variables)
    settings = {"SUPABASE_JWT_SECRET": published} if variables == "PUBLISHED" else {}
    served = run(tmp_path, *unit_command(tmp_path), **settings)
    assert served.returncode == 78, served.stderr
    assert "ExecStartPre" not in unit()
    assert unit()["Restart"] == "on-failure" and "78" in unit()["RestartPreventExitStatus"].split()


def test_the_unit_starts_a_failing_host_less_and_less_often():
    service = unit()
    assert int(service["RestartSteps"]) > 1
    assert float(service["RestartSec"].removesuffix("s")) < float(service["RestartMaxDelaySec"].removesuffix("s")) <= 300


def test_systemd_accepts_the_unit(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        pytest.skip("systemd is not installed")
    text = (DEPLOYMENT / "swiftlet.service").read_text().replace("/usr/local/bin/swiftlet", BINARY)
    (tmp_path / "swiftlet.service").write_text(text)
    checked = subprocess.run(
        [analyze, "verify", str(tmp_path / "swiftlet.service")], capture_output=True, text=True, timeout=PATIENCE)
    version = subprocess.run([analyze, "--version"], capture_output=True, text=True, timeout=PATIENCE).stdout
    lines = [line for line in checked.stderr.splitlines() if "swiftlet.service" in line]
    if int(re.search(r"systemd (\d+)", version).group(1)) < 254:
        # These it does not know yet, and passes over.
        lines = [line for line in lines if not re.search("Unknown key( name)? '(RestartSteps|RestartMaxDelaySec)'", line)]
    assert not lines, checked.stderr
