"""A collector of OpenTelemetry that throws away what it takes: `collector.py <port>`, until it is ended."""

import http.server
import sys

# The health route, so that its start is noticed like a server's.
import processes


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200)

    def do_GET(self) -> None:
        self.answer(200 if self.path == processes.HEALTH else 404)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_) -> None:
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
