"""A collector of OpenTelemetry on loopback: it takes OTLP over HTTP, decodes it with PyPI's opentelemetry-proto, and answers as a test
asks."""

import http.server
import socket
import struct
import threading
from dataclasses import dataclass

from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest, ExportLogsServiceResponse
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest, ExportMetricsServiceResponse)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest, ExportTraceServiceResponse

from host import PATIENCE

MESSAGES = {
    "/v1/traces": (ExportTraceServiceRequest, ExportTraceServiceResponse),
    "/v1/metrics": (ExportMetricsServiceRequest, ExportMetricsServiceResponse),
    "/v1/logs": (ExportLogsServiceRequest, ExportLogsServiceResponse),
}


@dataclass
class Export:
    """One request."""

    path: str
    headers: dict[str, str]
    message: object


def value(any_value):
    """The Python value of an `AnyValue`."""
    kind = any_value.WhichOneof("value")
    if kind == "array_value":
        return [value(one) for one in any_value.array_value.values]
    return getattr(any_value, kind) if kind else None


def attributes(message) -> dict:
    found = {pair.key: value(pair.value) for pair in message.attributes}
    assert len(found) == len(message.attributes), "an attribute is there twice"
    return found


class Collector:
    """Takes requests while it is entered. `answering` gets a path and the number of requests to it before, and returns a status with
    header fields, `hang` or `reset`; it takes all by itself."""

    def __init__(self, answering=lambda path, number: (200, {})):
        self.answering = answering
        self.accepted: list[Export] = []
        self.tries: list[Export] = []
        self.changed = threading.Condition()
        self.ended = threading.Event()
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                collector.take(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()

    def take(self, request):
        body = request.rfile.read(int(request.headers["Content-Length"]))
        kind, response = MESSAGES[request.path]
        message = kind()
        message.ParseFromString(body)
        assert message.SerializeToString(), "the request is empty"
        export = Export(request.path, {name.lower(): text for name, text in request.headers.items()}, message)
        with self.changed:
            number = sum(one.path == request.path for one in self.tries)
            self.tries.append(export)
            answer = self.answering(request.path, number)
            if answer not in ("hang", "reset") and answer[0] == 200:
                self.accepted.append(export)
            self.changed.notify_all()
        if answer == "hang":
            self.ended.wait()
            request.close_connection = True
            return
        if answer == "reset":
            request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            request.connection.close()
            request.close_connection = True
            return
        status, fields = answer
        content = response().SerializeToString() if status == 200 else b""
        request.send_response(status)
        for name, text in fields.items():
            request.send_header(name, text)
        request.send_header("Content-Type", "application/x-protobuf")
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)

    def until(self, find):
        """What `find` returns, once that is true."""
        with self.changed:
            found = self.changed.wait_for(find, timeout=PATIENCE)
        assert found, f"it did not come; there were {[export.path for export in self.tries]}"
        return found

    def tried(self, count: int, path: str):
        """Waits for requests, answered or not."""
        return self.until(lambda: sum(one.path == path for one in self.tries) >= count)

    def of(self, path: str) -> list:
        return [export.message for export in self.accepted if export.path == path]

    def spans(self) -> list:
        return [
            span for message in self.of("/v1/traces") for resource in message.resource_spans
            for scope in resource.scope_spans for span in scope.spans]

    def span(self, id: str):
        """The span with an id of 16 digits, once it is there."""
        return self.until(lambda: next((span for span in self.spans() if span.span_id.hex() == id), None))

    def lines(self) -> list:
        return [
            line for message in self.of("/v1/logs") for resource in message.resource_logs
            for scope in resource.scope_logs for line in scope.log_records]

    def metrics(self) -> dict:
        """The metrics of the last request, by name."""
        messages = self.of("/v1/metrics")
        if not messages:
            return {}
        return {
            metric.name: metric for resource in messages[-1].resource_metrics for scope in resource.scope_metrics
            for metric in scope.metrics}
