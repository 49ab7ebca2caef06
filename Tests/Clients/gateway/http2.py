"""An upstream that speaks HTTP/2 with the clients that choose it in TLS, and HTTP/1.1 with the others."""

import io
import ssl
from collections.abc import Iterable, Iterator

import h2.config
import h2.connection
import h2.events
import h2.exceptions

from gateway.reader import Malformed, Reader, is_framed, values
from gateway.upstream import Received, Upstream

# The fields of an HTTP/1.1 response that HTTP/2 does not have (RFC 9113, 8.2.2).
OF_CONNECTIONS = {b"connection", b"keep-alive", b"transfer-encoding"}


class HTTP2Upstream(Upstream):
    """Answers in HTTP/2 with the responses that `answering` makes for HTTP/1.1. Each is sent before the next request of its
    connection is answered. The block fails on requests that break the rules of HTTP/2 too."""

    def _converse(self, connection: ssl.SSLSocket, number: int) -> None:
        if connection.selected_alpn_protocol() != "h2":
            super()._converse(connection, number)
            return
        session = Session(connection, number)
        try:
            for stream, request in session.requests():
                self.received.append(request)
                made = self.answering(request)
                if made is None:
                    return
                session.answer(stream, request.method, [made] if isinstance(made, bytes) else made)
        except h2.exceptions.ProtocolError as fault:
            raise Malformed(f"{type(fault).__name__}: {fault}") from fault


class Session:
    """One connection of HTTP/2, on the server's side."""

    def __init__(self, connection: ssl.SSLSocket, number: int):
        self.connection, self.number = connection, number
        # Normalised, the cookies would stand behind all other fields.
        configuration = h2.config.H2Configuration(client_side=False, header_encoding=None, normalize_inbound_headers=False)
        self.protocol = h2.connection.H2Connection(configuration)
        self.open: dict[int, Received] = {}
        self.whole: list[tuple[int, Received]] = []
        self.protocol.initiate_connection()

    def requests(self) -> Iterator[tuple[int, Received]]:
        """The requests, as soon as each has come whole, until the client ends the connection."""
        while True:
            while self.whole:
                yield self.whole.pop(0)
            self._receive()

    def answer(self, stream: int, method: str, parts: Iterable[bytes]) -> None:
        """Sends a response of HTTP/1.1 as one of HTTP/2: each of its chunks as it comes."""
        reader = Reader(Parts(parts))
        line, fields = reader.head()
        head = [(b":status", line.split()[1])]
        head += [(name.lower(), value) for name, value in fields if name.lower() not in OF_CONNECTIONS]
        has_body = method != "HEAD" and is_framed(fields)
        self.protocol.send_headers(stream, head, end_stream=not has_body)
        if has_body and values(fields, b"transfer-encoding"):
            while chunk := reader.chunk():
                self._send(stream, chunk)
        elif has_body:
            self._send(stream, reader.body(fields)[0])
        if has_body:
            self.protocol.end_stream(stream)
        self._flush()

    def _send(self, stream: int, data: bytes) -> None:
        """Sends data as the client's windows admit it."""
        while data:
            count = min(self.protocol.local_flow_control_window(stream), self.protocol.max_outbound_frame_size)
            if count:
                self.protocol.send_data(stream, data[:count])
                data = data[count:]
                self._flush()
            else:
                self._receive()

    def _receive(self) -> None:
        self._flush()
        data = self.connection.recv(65536)
        if not data:
            raise EOFError
        for event in self.protocol.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                self.open[event.stream_id] = self._received(event.headers)
            elif isinstance(event, h2.events.DataReceived):
                self.open[event.stream_id].body += event.data
                self.protocol.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                self.whole.append((event.stream_id, self.open.pop(event.stream_id)))
        self._flush()

    def _received(self, headers: list[tuple[bytes, bytes]]) -> Received:
        """A request without its body. The authority takes the place of `Host`."""
        pseudo = {bytes(name): bytes(value) for name, value in headers if name.startswith(b":")}
        fields = [(bytes(name), bytes(value)) for name, value in headers if not name.startswith(b":")]
        return Received(
            pseudo[b":method"].decode(), pseudo[b":path"].decode(), [(b"host", pseudo[b":authority"]), *fields],
            connection=self.number, version="HTTP/2")

    def _flush(self) -> None:
        self.connection.sendall(self.protocol.data_to_send())


class Parts(io.RawIOBase):
    """The bytes of a response as a stream. A part is made when all before it has been read."""

    def __init__(self, parts: Iterable[bytes]):
        self.parts, self.rest = iter(parts), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        self.rest = self.rest or next(self.parts, b"")
        count = min(len(buffer), len(self.rest))
        buffer[:count], self.rest = self.rest[:count], self.rest[count:]
        return count

    def makefile(self, _: str) -> io.BufferedReader:
        return io.BufferedReader(self)
