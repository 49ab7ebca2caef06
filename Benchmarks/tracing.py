"""What the export of traces costs the host's calls: none, of one call in a hundred, and of each."""

import pathlib
import sys

import load
from processes import Server, free_port, serve

ROUNDS = 5
# The part of calls that is sampled, by name.
SAMPLED = {"hundredth": "0.01", "all": "1"}


def measure(folder: pathlib.Path, example: str, environment: dict[str, str], lines: pathlib.Path, seconds: float) -> dict:
    """Three hosts in turn. What an export adds is the median of the differences of the rounds."""
    port = free_port()
    collector = Server([sys.executable, str(load.HERE / "collector.py"), str(port)], port, folder, environment, "collector")

    def host(name: str, variables: dict[str, str]) -> Server:
        name = f"tracing-{name}"
        return serve(example, f"sqlite:{folder / name}.sqlite", folder, {**environment, **variables}, name=name)

    def exporting(part: str) -> dict[str, str]:
        return {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}", "OTEL_METRICS_EXPORTER": "none",
            "OTEL_LOGS_EXPORTER": "none", "OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": part,
        }

    with collector, host("off", {}) as off:
        with host("hundredth", exporting(SAMPLED["hundredth"])) as hundredth, host("all", exporting(SAMPLED["all"])) as every:
            sides = {"off": off, "hundredth": hundredth, "all": every}
            runs = load.in_turn(sides, "/functions/v1/bench_like", lines, seconds, ROUNDS)
    figures = load.middles(runs)
    for name in SAMPLED:
        figures[name]["added_us"] = load.difference(runs[name], runs["off"], "cpu_us")
    return figures
