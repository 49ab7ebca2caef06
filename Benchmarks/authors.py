"""What an author waits for: the first build of a new package, and the answer of a changed line under `swiftlet dev`."""

import http.client
import json
import pathlib
import shutil
import statistics
import subprocess
import time

import data
import load
from processes import Server, free_port

ROOT = pathlib.Path(__file__).resolve().parents[1]
CHANGES, PATIENCE = 5, 120


def greeting(port: int, headers: dict[str, str]) -> str:
    """The answer of the package's function."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", "/functions/v1/greet", json.dumps({"name": "Ada"}), headers)
    answer = connection.getresponse().read().decode()
    connection.close()
    return answer


def changes(package: pathlib.Path, port: int) -> list[float]:
    """Seconds from saving a changed line to its answer."""
    source = package / "Sources/Greetings/Greet.swift"
    headers = {"Authorization": f"Bearer {load.token(data.new_id())}", "Content-Type": "application/json"}
    word, times = "Hello", []
    for number in range(CHANGES):
        text, changed = source.read_text(), f"Hello{number}"
        began = time.perf_counter()
        source.write_text(text.replace(f'"{word}, ', f'"{changed}, '))
        while f"{changed}, Ada" not in greeting(port, headers):
            if time.perf_counter() - began > PATIENCE:
                raise RuntimeError("swiftlet dev did not serve the changed line")
            time.sleep(0.01)
        times.append(time.perf_counter() - began)
        word = changed
    return times


def measure(folder: pathlib.Path, binary: str, env: dict[str, str]) -> dict:
    """Both in seconds, in debug builds. The dependencies are fetched before."""
    package = folder / "greetings"
    shutil.rmtree(package, ignore_errors=True)

    def run(*command: str) -> None:
        subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, timeout=900)

    run(binary, "init", str(package))
    shutil.copy(ROOT / "Package.resolved", package)
    run("swift", "package", "--package-path", str(package), "resolve")
    began = time.perf_counter()
    run("swift", "build", "--package-path", str(package))
    built = time.perf_counter() - began
    port = free_port()
    command = [binary, "dev", "--package", str(package), "--port", str(port), "--database", f"sqlite:{folder / 'dev.sqlite'}"]
    with Server(command, port, folder, env, "dev"):
        return {"first_build_s": built, "change_s": statistics.median(changes(package, port))}
