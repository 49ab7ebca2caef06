"""Secrets in the process environment: what a function declares reaches it, and what is missing is named to the operator alone."""

import json
import subprocess

import pytest

from host import EXAMPLE, PATIENCE, Caller


def functions(host, *options: str) -> str:
    """What `functions` prints."""
    command = [EXAMPLE, "functions", *options, "--config", str(host.config)]
    return subprocess.run(
        command, cwd=host.folder, env=host.environment, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout


def listed(host) -> dict:
    """What `functions --json` says of the function `charge`."""
    return next(line for line in json.loads(functions(host, "--json")) if line["name"] == "charge")


def last_cells(host) -> dict[str, str]:
    """The last column of the printed table, by the first one."""
    return {line.split()[0]: line.split()[-1] for line in functions(host).splitlines() if line.strip()}


@pytest.mark.parametrize("place", ["environment", "config.toml", ".env"])
def test_a_declared_secret_is_found(make_host, place):
    variable = {"PAYMENT_KEY": "key-1"}
    host = make_host(
        binary=EXAMPLE, settings={**(variable if place == "environment" else {}), "OTHER_KEY": "key-2"},
        config='[edge_runtime.secrets]\nPAYMENT_KEY = "key-1"\n' if place == "config.toml" else "")
    if place == ".env":
        (host.folder / ".env").write_text("PAYMENT_KEY=key-1\n")
    host.start()
    assert Caller(host).call("charge") == (200, {"key": "key-1", "others": []})
    assert listed(host)["missing_secrets"] == []
    host.stop()
    assert "A declared secret is not set" not in host.log_text()


def test_a_missing_secret_is_named_to_the_operator_alone(make_host):
    host = make_host(binary=EXAMPLE).start()
    assert Caller(host).call("charge") == (500, {"code": "EDGE_FUNCTION_ERROR", "message": "Internal Server Error"})
    assert listed(host)["secrets"] == listed(host)["missing_secrets"] == ["PAYMENT_KEY"]
    host.stop()
    log = host.log_text()
    warning = next(json.loads(line) for line in log.splitlines() if "A declared secret is not set" in line)
    assert (warning["level"], warning["function"], warning["secrets"]) == ("warning", "charge", "PAYMENT_KEY")
    assert "The secret PAYMENT_KEY is not set" in log


@pytest.mark.parametrize("value", [None, "key-1"])
def test_the_printed_table_shows_declared_and_missing_secrets(make_host, value):
    host = make_host(binary=EXAMPLE, settings={"PAYMENT_KEY": value} if value else {})
    cells = last_cells(host)
    assert cells["NAME"] == "SECRETS"
    assert cells["charge"] == ("PAYMENT_KEY" if value else "PAYMENT_KEY!")
    assert cells["echo"] == "-"
    assert value is None or value not in functions(host)
