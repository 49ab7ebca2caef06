"""Apple's side of HTTP/2 on hyper-h2, so that the sender is tested with an independent protocol engine.

    python h2_apns.py certificate.pem key.pem [--streams N] [--slow MS] [--gather N] [--alpn http/1.1] [--seconds S]

Prints its port. The first two digits of a device token say what happens to its first attempt (see `FAULTS`); later ones
are answered with 200. When its standard input ends, it prints what it saw as JSON and ends; it also ends by itself.
"""

import argparse
import collections
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings

FAULTS = {
    "01": (500, "InternalServerError"),
    "02": (503, "Shutdown"),
    "03": (429, "TooManyRequests"),
    "04": "reset stream",
    "05": "refuse stream",
    "06": "silence",
    "07": "close",
    "08": "reset connection",
    "09": "go away",
    "0a": (410, "Unregistered"),
    "0b": (403, "ExpiredProviderToken"),
    "0c": (403, "InvalidProviderToken"),
    "0e": "garbage",
    "10": "answer and close",
}
ALWAYS = {"0a", "0c", "0f"}
EXPECTED = {":method", ":scheme", ":authority", ":path", "authorization", "apns-topic", "apns-push-type", "apns-id",
            "apns-priority", "content-length"}


class Seen:
    def __init__(self):
        self.lock = threading.Lock()
        self.attempts = collections.Counter()
        self.ids = collections.defaultdict(set)
        self.answered = collections.Counter()
        self.problems = []
        self.connections = 0
        self.most_streams = 0

    def report(self):
        with self.lock:
            return {
                "attempts": dict(self.attempts),
                "ids": {token: len(ids) for token, ids in self.ids.items()},
                "delivered": len(self.answered),
                "problems": self.problems[:20],
                "connections": self.connections,
                "mostStreams": self.most_streams,
            }


class Connection(threading.Thread):
    def __init__(self, sock, options, seen):
        super().__init__(daemon=True)
        self.sock, self.options, self.seen = sock, options, seen
        self.requests, self.bodies, self.held = {}, {}, []
        self.streams = options.streams
        # Answers after the first that wait until so many streams are open; none wait after that.
        self.gather, self.gathered, self.is_first = options.gather, [], True
        self.open = True

    def run(self):
        try:
            self.serve()
        except (OSError, h2.exceptions.ProtocolError) as error:
            if isinstance(error, h2.exceptions.ProtocolError):
                self.problem(f"{type(error).__name__}: {error}")
        finally:
            self.sock.close()

    def problem(self, text):
        with self.seen.lock:
            self.seen.problems.append(text)

    def serve(self):
        if self.sock.selected_alpn_protocol() != "h2":
            self.sock.recv(65536)
            self.sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            return
        with self.seen.lock:
            self.seen.connections += 1
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.h2.local_settings = h2.settings.Settings(
            client=False, initial_values={h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: self.streams})
        self.h2.initiate_connection()
        self.flush()
        while self.open:
            try:
                self.sock.settimeout(max(self.held[0][0] - time.monotonic(), 0.001) if self.held else None)
                data = self.sock.recv(65536)
            except TimeoutError:
                while self.held and self.held[0][0] <= time.monotonic():
                    self.finish(*self.held.pop(0)[1:])
                self.flush()
                continue
            if not data:
                return
            for event in self.h2.receive_data(data):
                self.handle(event)
                if not self.open:
                    return
            self.flush()

    def flush(self):
        self.sock.sendall(self.h2.data_to_send())

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.requests[event.stream_id] = event.headers
            self.bodies[event.stream_id] = b""
            with self.seen.lock:
                self.seen.most_streams = max(self.seen.most_streams, len(self.requests))
        elif isinstance(event, h2.events.DataReceived):
            self.bodies[event.stream_id] += event.data
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            self.request(event.stream_id)
        elif isinstance(event, h2.events.StreamReset):
            self.requests.pop(event.stream_id, None)

    def request(self, stream):
        headers = self.requests[stream]
        fields = dict(headers)
        token = fields[":path"].removeprefix("/3/device/")
        names = {name for name, _ in headers}
        if names != EXPECTED or len(names) != len(headers):
            self.problem(f"headers {sorted(name for name, _ in headers)}")
        if fields[":method"] != "POST" or not fields.get("authorization", "").startswith("bearer "):
            self.problem("no POST with a token")
        if json.loads(self.bodies[stream]) != {"aps": {"alert": token}}:
            self.problem(f"body {self.bodies[stream][:80]}")
        with self.seen.lock:
            self.seen.attempts[token] += 1
            self.seen.ids[token].add(fields["apns-id"])
            first = self.seen.attempts[token] == 1
        kind = token[:2]
        fault = FAULTS.get(kind) if first or kind in ALWAYS else None
        if kind == "0f":
            fault = "silence"
        getattr(self, "on_" + fault.replace(" ", "_"))(stream, fields) if isinstance(fault, str) else self.answer(
            stream, fields, *(fault or (200, None)))

    def answer(self, stream, fields, status, reason):
        if self.gather and not self.is_first:
            self.gathered.append((stream, fields, status, reason))
            if len(self.requests) >= self.gather:
                self.gather = 0
                for answer in self.gathered:
                    self.finish(*answer)
        elif self.options.slow:
            self.held.append((time.monotonic() + self.options.slow / 1000, stream, fields, status, reason))
        else:
            self.finish(stream, fields, status, reason)

    def finish(self, stream, fields, status, reason):
        self.is_first = False
        if self.requests.pop(stream, None) is None:
            return
        if status == 200:
            with self.seen.lock:
                self.seen.answered[fields[":path"]] += 1
        self.h2.send_headers(stream, [(":status", str(status)), ("apns-id", fields["apns-id"])], end_stream=not reason)
        if reason:
            body = {"reason": reason}
            if status == 410:
                body["timestamp"] = 1700000000123
            self.h2.send_data(stream, json.dumps(body).encode(), end_stream=True)
        if self.streams == 1:
            # As Apple does after the first valid request.
            self.streams = 1000
            self.h2.update_settings({h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: self.streams})

    def on_reset_stream(self, stream, fields):
        self.requests.pop(stream)
        self.h2.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)

    def on_refuse_stream(self, stream, fields):
        self.requests.pop(stream)
        self.h2.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)

    def on_silence(self, stream, fields):
        pass

    def leave(self):
        """Sends the pending bytes and TLS's close_notify."""
        self.flush()
        self.open = False
        self.sock.settimeout(1)
        try:
            self.sock.unwrap()
        except (OSError, ssl.SSLError):
            pass

    def on_close(self, stream, fields):
        """A clean close, with whatever is in flight."""
        self.leave()

    def on_reset_connection(self, stream, fields):
        self.open = False
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def on_go_away(self, stream, fields):
        """GOAWAY below this stream: it and all later ones do not count."""
        self.h2.close_connection(h2.errors.ErrorCodes.NO_ERROR, last_stream_id=max(stream - 2, 0))
        self.leave()

    def on_garbage(self, stream, fields):
        self.flush()
        self.sock.sendall(os.urandom(64) + b"\xff" * 4096)
        self.open = False

    def on_answer_and_close(self, stream, fields):
        self.finish(stream, fields, 200, None)
        self.on_close(stream, fields)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("certificate")
    parser.add_argument("key")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--slow", type=int, default=0)
    parser.add_argument("--gather", type=int, default=0)
    parser.add_argument("--alpn", default="h2")
    parser.add_argument("--seconds", type=int, default=300)
    options = parser.parse_args()
    seen = Seen()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options.certificate, options.key)
    context.set_alpn_protocols([options.alpn])
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)

    def accept():
        while True:
            sock, _ = listener.accept()
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                sock = context.wrap_socket(sock, server_side=True)
            except (OSError, ssl.SSLError):
                continue
            Connection(sock, options, seen).start()

    threading.Thread(target=accept, daemon=True).start()
    limit = threading.Timer(options.seconds, lambda: os._exit(3))
    limit.daemon = True
    limit.start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.read()
    print(json.dumps(seen.report()), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
