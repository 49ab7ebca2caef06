"""OpenTelemetry: what the host exports, decoded by PyPI's opentelemetry-proto; and that a collector which is slow or dead does no harm."""

import contextlib
import http.client
import itertools
import json
import re
import subprocess
import time
import uuid
from datetime import datetime

import pytest

from collector import Collector, attributes
from host import BINARY, PATIENCE, Host, environment, free_port
from workers import WorkerHost

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"
SERVER, CLIENT, INTERNAL = 2, 3, 1
CUMULATIVE = 2
# Short times, so that the tests need not wait; a time limit of requests that no test lives to see.
SETTINGS = {
    "OTEL_BSP_SCHEDULE_DELAY": "50", "OTEL_BLRP_SCHEDULE_DELAY": "50", "OTEL_METRIC_EXPORT_INTERVAL": "200",
    "OTEL_EXPORTER_OTLP_TIMEOUT": "3600000",
}
# Without the jobs of the apps, whose runs are spans too: for tests that count spans.
QUIET = "".join(
    f"[jobs.{name}]\nenabled = false\n"
    for name in (
        "advance_hunts", "expire_eta_shares", "expire_sessions", "expire_trials", "prune_history", "prune_invite_misses",
        "reset_daily_limits"))
# What an end may take on a busy machine with a debug build, beyond the second that it has.
SLACK = 20
# A host has 0.9 s for its last export. One that took less has an answer of the collector to all that it had.
LAST_EXPORT = 0.85


def settings(collector, **more):
    return {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, **SETTINGS, **more}


@contextlib.contextmanager
def hosted(folder, kind=Host, **options):
    host = kind(folder, **options)
    try:
        yield host.start()
    finally:
        host.kill()


def get(host, path, **headers):
    """A request: its status, and its id."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.read()
        return response.status, uuid.UUID(response.getheader("sb-request-id"))


def many(host, count, path="/functions/v1/missing"):
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        for _ in range(count):
            connection.request("GET", path)
            assert connection.getresponse().read()


def counters(host, name, **labels):
    """The sum of a counter's series in /metrics."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
    series = [line for line in text.splitlines() if line.startswith(f"{name}{{")]
    wanted = [line for line in series if all(f'{key}="{value}"' in line for key, value in labels.items())]
    return sum(float(line.rsplit(" ", 1)[1]) for line in wanted)


def eventually(read, expected):
    end = time.monotonic() + PATIENCE
    while (found := read()) != expected:
        assert time.monotonic() < end, f"{found} instead of {expected}"
        time.sleep(0.02)


def messages(host, message):
    lines = [json.loads(line) for line in host.log_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["message"] == message]


def stopped(host):
    """Stops the host; the seconds that it took."""
    began = time.monotonic()
    host.stop()
    took = time.monotonic() - began
    print(f"SIGTERM to exit: {took:.2f} s")
    return took


@pytest.fixture(scope="module")
def collector():
    with Collector() as running:
        yield running


@pytest.fixture(scope="module")
def host(collector, tmp_path_factory):
    """A host whose functions are in workers."""
    more = {
        "OTEL_EXPORTER_OTLP_HEADERS": "api-key=a%20secret%20of%20the%20tests",
        "OTEL_EXPORTER_OTLP_LOGS_HEADERS": "authorization=Bearer%20another-secret",
        "OTEL_SERVICE_NAME": "shop", "OTEL_RESOURCE_ATTRIBUTES": "team=a%2Cb,service.name=other",
    }
    folder = tmp_path_factory.mktemp("telemetry")
    with hosted(folder, WorkerHost, settings=settings(collector, **more)) as started:
        yield started
        started.stop()


def test_a_call_is_a_span_in_its_callers_trace(host, collector):
    status, id = get(host, "/functions/v1/record?call=a-value", traceparent=f"00-{TRACE}-{PARENT}-01")
    assert status == 200
    span = collector.span(id.hex[16:])
    assert span.trace_id.hex() == TRACE and span.parent_span_id.hex() == PARENT
    assert span.kind == SERVER and span.name == "record" and span.status.code == 0
    assert 0 < span.start_time_unix_nano < span.end_time_unix_nano
    assert abs(span.end_time_unix_nano / 1e9 - time.time()) < PATIENCE
    named = attributes(span)
    assert named["http.request.method"] == "GET" and named["http.response.status_code"] == 200
    assert named["url.path"] == "/functions/v1/record" and named["client.address"] == "127.0.0.1"
    assert named["faas.trigger"] == "http" and named["faas.invocation_id"] == str(id) and named["faas.name"] == "record"

    children = [one for one in collector.spans() if one.parent_span_id == span.span_id]
    assert all(one.trace_id == span.trace_id for one in children)
    assert all(
        span.start_time_unix_nano <= one.start_time_unix_nano <= one.end_time_unix_nano <= span.end_time_unix_nano
        for one in children)
    # A span for each statement, if the host keeps the steps of calls: with placeholders in place of values.
    for statement in [one for one in children if "db.query.text" in attributes(one)]:
        assert statement.kind == CLIENT and attributes(statement)["db.system.name"] == "sqlite"
        assert "a-value" not in attributes(statement)["db.query.text"]
    ids = [one.span_id for one in collector.spans()]
    assert len(set(ids)) == len(ids)


def test_the_wait_for_a_worker_is_a_span(host, collector):
    """The first call of a function waits until its worker has started."""
    status, id = get(host, "/functions/v1/neighbour")
    assert status == 200
    span = collector.span(id.hex[16:])
    assert span.trace_id == id.bytes and not span.parent_span_id, "without a caller's trace it begins one"
    (wait,) = [one for one in collector.spans() if one.parent_span_id == span.span_id and one.kind == INTERNAL]
    assert wait.name == "wait for a worker"


def test_the_resource_is_the_process(host, collector):
    collector.until(lambda: collector.of("/v1/traces"))
    resource = collector.of("/v1/traces")[0].resource_spans[0].resource
    named = attributes(resource)
    assert named["service.name"] == "shop" and named["team"] == "a,b"
    assert named["process.pid"] == host.process.pid and named["service.instance.id"] and named["telemetry.sdk.name"] == "swiftlet"
    for path, kind in (("/v1/metrics", "resource_metrics"), ("/v1/logs", "resource_logs")):
        collector.until(lambda path=path: collector.of(path))
        assert getattr(collector.of(path)[0], kind)[0].resource == resource


def test_lines_of_a_call_have_its_ids(host, collector):
    status, id = get(host, "/functions/v1/log_flood?lines=2", traceparent=f"00-{TRACE}-{PARENT}-01")
    assert status == 200
    own = collector.until(
        lambda: len(found := [line for line in collector.lines() if line.span_id == id.bytes[8:]]) >= 2 and found)
    assert [line.body.string_value[:8] for line in own[:2]] == ["0 flood ", "1 flood "]
    for line in own:
        assert line.trace_id.hex() == TRACE and line.severity_number == 9 and line.severity_text == "INFO"
        assert attributes(line)["faas.name"] == "log_flood" and attributes(line)["faas.invocation_id"] == str(id)
    status, id = get(host, "/functions/v1/log_flood?lines=1")
    (line,) = collector.until(lambda: [line for line in collector.lines() if line.span_id == id.bytes[8:]])
    assert line.trace_id == id.bytes
    of_host = collector.until(
        lambda: [line for line in collector.lines() if line.body.string_value == "Exporting telemetry"])
    assert not of_host[0].trace_id and not of_host[0].span_id and attributes(of_host[0])["traces"] == f"{collector.url}/v1/traces"


def test_the_metrics_are_those_of_the_host(host, collector):
    get(host, "/functions/v1/neighbour")
    before = counters(host, "swiftlet_requests_total", function="neighbour", status="200")

    def requests():
        found = collector.metrics().get("swiftlet_requests_total")
        points = found.sum.data_points if found else []
        return next((point for point in points if attributes(point) == {"function": "neighbour", "status": "200"}), None)

    point = collector.until(lambda: (point := requests()) and point.as_double >= before and point)
    metric = collector.metrics()["swiftlet_requests_total"]
    assert metric.sum.is_monotonic and metric.sum.aggregation_temporality == CUMULATIVE and metric.description
    assert 0 < point.start_time_unix_nano < point.time_unix_nano
    latency = collector.metrics()["swiftlet_request_duration_seconds"]
    assert latency.unit == "s" and latency.histogram.aggregation_temporality == CUMULATIVE
    (point,) = [one for one in latency.histogram.data_points if attributes(one) == {"function": "neighbour"}]
    assert len(point.bucket_counts) == len(point.explicit_bounds) + 1 and sum(point.bucket_counts) == point.count >= 1
    assert point.sum > 0 and list(point.explicit_bounds) == sorted(point.explicit_bounds)
    in_flight = collector.metrics()["swiftlet_requests_in_flight"]
    assert in_flight.WhichOneof("data") == "gauge"
    eventually(lambda: counters(host, "swiftlet_telemetry_sent_total", signal="traces") > 0, True)
    assert counters(host, "swiftlet_telemetry_failed_requests_total") == 0


def test_headers_are_sent_and_not_shown(host, collector):
    collector.until(lambda: collector.of("/v1/logs") and collector.of("/v1/traces"))
    for export in collector.accepted:
        assert export.headers["content-type"] == "application/x-protobuf"
        expected = (None, "Bearer another-secret") if export.path == "/v1/logs" else ("a secret of the tests", None)
        assert (export.headers.get("api-key"), export.headers.get("authorization")) == expected
    shown = subprocess.run(
        [BINARY, "serve", "--print-config", "--config", str(host.config)], cwd=host.folder, env=host.environment,
        capture_output=True, text=True, timeout=PATIENCE)
    assert shown.returncode == 0 and "otel.exporter_otlp_headers" in shown.stdout
    for text in (shown.stdout, shown.stderr, host.log_text(), str(collector.lines())):
        assert not re.search("another-secret|secret( |%20)of", text)


def minutes(began):
    """The number of minutes that the time since then touches: each has a slowest call of a function."""
    return int(time.time() // 60) - int(began // 60) + 1


def exported_in_time(tmp_path, export):
    """What a host has exported that ended before the limit of its last export. One that reaches the limit, as it may on a busy machine,
    drops what is left. It shows nothing about what a host sends at its end, so another one follows."""
    deadline = time.monotonic() + PATIENCE
    for number in itertools.count():
        folder = tmp_path / f"{number}"
        folder.mkdir()
        took, found = export(folder)
        print(f"the last export took {took:.2f} s at most")
        if took < LAST_EXPORT:
            return found
        assert time.monotonic() < deadline, f"all of {number + 1} hosts reached the limit of their last export"


def stopped_at_last(host):
    """Stops the host; the most seconds that its last export took, from the line before it to the end of the process."""
    host.stop()
    ended = time.time()
    (line,) = messages(host, "Stopped")
    return ended - datetime.fromisoformat(line["time"]).timestamp()


def test_errors_and_the_slowest_are_exported_without_sampling(tmp_path):
    """With no sampling, each error is there at once, and of each function the slowest call of the minute when that ends."""
    began, calls, found = exported_in_time(tmp_path, slowest_calls)
    assert 1 <= len(found & calls) <= minutes(began)


def slowest_calls(folder):
    """How long the last export took; when the calls began, their ids, and those of the exported spans."""
    with Collector() as collector:
        began = time.time()
        with hosted(folder, WorkerHost, settings=settings(collector, OTEL_TRACES_SAMPLER="always_off")) as host:
            calls = {get(host, "/functions/v1/neighbour")[1].hex[16:] for _ in range(20)}
            errors = {id.hex[16:] for status, id in [get(host, "/functions/v1/trap") for _ in range(3)] if status == 500}
            assert len(errors) == 3
            for error in errors:
                span = collector.span(error)
                assert span.status.code == 2 and attributes(span)["error.type"] == "500"
            # The minute ends with the host.
            took = stopped_at_last(host)
        found = {span.span_id.hex() for span in collector.spans()}
        assert errors <= found
        return took, (began, calls, found)


@pytest.mark.parametrize("flags", ["00", "01"])
def test_the_callers_decision_counts(tmp_path, flags):
    with Collector() as collector:
        began = time.time()
        sampler = "parentbased_always_off" if flags == "01" else "parentbased_always_on"
        with hosted(tmp_path, WorkerHost, settings=settings(collector, OTEL_TRACES_SAMPLER=sampler)) as host:
            header = f"00-{TRACE}-{PARENT}-{flags}"
            calls = {get(host, "/functions/v1/neighbour", traceparent=header)[1].hex[16:] for _ in range(20)}
            # An error after them, which is exported by either sampler.
            collector.span(get(host, "/functions/v1/trap")[1].hex[16:])
            host.stop()
        found = {span.span_id.hex() for span in collector.spans()}
        if flags == "01":
            assert calls <= found
        else:
            assert len(calls & found) <= minutes(began), "the slowest alone"


def test_a_busy_collector_gets_the_data_later(tmp_path):
    with Collector(lambda path, number: (503, {"Retry-After": "1"}) if number < 2 else (200, {})) as collector:
        with hosted(tmp_path, config=QUIET, settings=settings(collector, OTEL_METRICS_EXPORTER="none")) as host:
            ids = [get(host, "/functions/v1/missing")[1].hex[16:] for _ in range(20)]
            for id in ids:
                collector.span(id)
            collector.until(lambda: [line for line in collector.lines() if line.body.string_value == "Exporting telemetry"])
            eventually(lambda: counters(host, "swiftlet_telemetry_sent_total", signal="traces"), 20)
            assert counters(host, "swiftlet_telemetry_failed_requests_total", signal="traces") == 2
            assert counters(host, "swiftlet_telemetry_dropped_total") == 0
            eventually(lambda: len(messages(host, "Telemetry is exported again")), 2)
            failing = messages(host, "Telemetry is not exported")
            assert {line["signal"] for line in failing} == {"traces", "logs"} and len(failing) == 2, "one line each"
            assert failing[0]["reason"] == "the collector answered 503" and "overloaded" in failing[0]["hint"]
            host.stop()


CALLS = 1000
QUEUE = {
    "OTEL_BSP_MAX_QUEUE_SIZE": "100", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "100", "OTEL_BSP_SCHEDULE_DELAY": "3600000",
    "OTEL_LOGS_EXPORTER": "none", "OTEL_METRICS_EXPORTER": "none",
}


def test_a_collector_that_hangs_does_no_harm(tmp_path):
    with Collector(lambda path, number: "hang") as collector:
        with hosted(tmp_path, config=QUIET, settings=settings(collector, **QUEUE)) as host:
            # 100 are in flight before the others come, of which the last 100 wait.
            many(host, 100)
            collector.tried(1, "/v1/traces")
            many(host, CALLS - 100)
            eventually(lambda: counters(host, "swiftlet_telemetry_dropped_total", signal="traces"), CALLS - 200)
            assert get(host, "/functions/v1/missing")[0] == 404
            assert stopped(host) < 1 + SLACK
            assert len(collector.tries) == 1, "one request at a time"


@pytest.mark.parametrize("fault", ["reset", "absent"])
def test_a_broken_collector_does_no_harm(tmp_path, fault):
    with Collector(lambda path, number: "reset") as collector:
        url = collector.url if fault == "reset" else f"http://127.0.0.1:{free_port()}"
        more = {**settings(collector, **QUEUE), "OTEL_EXPORTER_OTLP_ENDPOINT": url}
        with hosted(tmp_path, config=QUIET, settings=more) as host:
            many(host, CALLS)
            # What could not be sent waits again, before newer spans.
            eventually(lambda: counters(host, "swiftlet_telemetry_dropped_total", signal="traces", reason="queue"), CALLS - 100)
            eventually(lambda: counters(host, "swiftlet_telemetry_failed_requests_total", signal="traces") >= 3, True)
            (line,) = messages(host, "Telemetry is not exported")
            assert line["signal"] == "traces" and line["level"] == "warning" and "OTEL_EXPORTER_OTLP_ENDPOINT" in line["hint"]
            assert get(host, "/functions/v1/missing")[0] == 404
            assert stopped(host) < 1 + SLACK
        assert not collector.accepted


def test_a_refused_key_is_said_once(tmp_path):
    with Collector(lambda path, number: (401, {})) as collector:
        more = {**QUEUE, "OTEL_BSP_SCHEDULE_DELAY": "50", "OTEL_EXPORTER_OTLP_HEADERS": "api-key=wrong-secret"}
        with hosted(tmp_path, config=QUIET, settings=settings(collector, **more)) as host:
            many(host, 10)
            collector.tried(1, "/v1/traces")
            eventually(lambda: counters(host, "swiftlet_telemetry_dropped_total", reason="refused") > 0, True)
            many(host, 10)
            collector.tried(2, "/v1/traces")
            eventually(lambda: counters(host, "swiftlet_telemetry_dropped_total", reason="refused"), 20)
            (line,) = messages(host, "Telemetry is not exported")
            assert line["hint"] == "check the key in OTEL_EXPORTER_OTLP_HEADERS" and "wrong-secret" not in host.log_text()
            host.stop()


def test_what_waits_is_sent_at_the_end(tmp_path):
    """A host that stops sends what it has, though the batch is not full and its time has not come."""
    ids, found, lines, metrics = exported_in_time(tmp_path, what_waited)
    assert found == ids and "Stopped" in lines
    points = metrics["swiftlet_requests_total"].sum.data_points
    assert [point.as_double for point in points if attributes(point)["function"] == "unrouted"] == [30]


def what_waited(folder):
    """How long the last export took; the ids of calls, those of the exported spans, the exported lines and metrics."""
    with Collector() as collector:
        more = {**QUEUE, "OTEL_LOGS_EXPORTER": "otlp", "OTEL_METRICS_EXPORTER": "otlp", "OTEL_METRIC_EXPORT_INTERVAL": "3600000",
                "OTEL_BLRP_SCHEDULE_DELAY": "3600000"}
        with hosted(folder, config=QUIET, settings=settings(collector, **more)) as host:
            ids = {get(host, "/functions/v1/missing")[1].hex[16:] for _ in range(30)}
            assert not collector.tries, "nothing is sent before the end"
            took = stopped_at_last(host)
        found = {span.span_id.hex() for span in collector.spans()}
        assert found <= ids
        return took, (ids, found, [line.body.string_value for line in collector.lines()], collector.metrics())


def test_wrong_settings_are_refused(tmp_path):
    for name, value, words in (
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "is not http/protobuf"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "a-secret", "is not acceptable"),
        ("OTEL_TRACES_SAMPLER", "sometimes", "expected one of always_on"),
    ):
        variables = environment(OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:4318", **{name: value})
        for command in (["serve", "--port", "0"], ["config", "check"]):
            done = subprocess.run(
                [BINARY, *command], cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=PATIENCE)
            text = done.stdout + done.stderr
            assert done.returncode == 78 and name in text and words in text and "a-secret" not in text
