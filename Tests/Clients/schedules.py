"""Questions to `swiftlet jobs next -`, many for one process."""

import datetime
import json
import subprocess

from host import BINARY, PATIENCE, environment

UTC = datetime.timezone.utc


def iso(instant: datetime.datetime) -> str:
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def ask(questions: list[dict], timeout: float = PATIENCE) -> list[dict]:
    """One answer for each question, in order."""
    asked = "".join(json.dumps(question) + "\n" for question in questions)
    process = subprocess.run(
        [BINARY, "jobs", "next", "-"], input=asked, capture_output=True, text=True, timeout=timeout, env=environment())
    assert process.returncode == 0, process.stderr[-4000:]
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    assert len(answers) == len(questions)
    return answers


def instants(answer: dict) -> list[datetime.datetime]:
    """The occurrences of an answer, in UTC."""
    assert "next" in answer, answer
    return [datetime.datetime.fromisoformat(text).astimezone(UTC) for text in answer["next"]]
