"""Supabase Realtime for tests: WebSockets with Phoenix's messages, on a connection of an `Upstream`."""

import contextlib
import json
import socket

from websockets.frames import Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from gateway.upstream import Received

CHANGE = {
    "schema": "public", "table": "sessions", "commit_timestamp": "2026-11-21T09:00:00Z", "type": "UPDATE", "errors": None,
    "columns": [{"name": "id", "type": "uuid"}], "record": {"id": "1", "status": "matched"}, "old_record": {"id": "1"}}


class Phoenix:
    """Answers joins, leaves and heartbeats; after a join that asks for changes it sends one."""

    def __init__(self):
        self.messages: list[dict] = []
        self.faults: list[str] = []

    def __call__(self, request: Received, connection: socket.socket) -> None:
        protocol = ServerProtocol()
        lines = [f"{request.method} {request.target} HTTP/1.1".encode(), *(b": ".join(pair) for pair in request.fields)]
        protocol.receive_data(b"\r\n".join(lines) + b"\r\n\r\n")
        for event in protocol.events_received():
            protocol.send_response(protocol.accept(event))
        with contextlib.suppress(OSError):
            self._converse(protocol, connection)
        if protocol.close_code not in (1000, 1001, 1006):
            self.faults.append(f"closed with {protocol.close_code}")

    def _converse(self, protocol: ServerProtocol, connection: socket.socket) -> None:
        while True:
            for data in protocol.data_to_send():
                if data:
                    connection.sendall(data)
                else:
                    connection.shutdown(socket.SHUT_WR)
            if protocol.state is State.CLOSED:
                return
            data = connection.recv(65536)
            if data:
                protocol.receive_data(data)
            else:
                protocol.receive_eof()
            for frame in protocol.events_received():
                if frame.opcode is Opcode.TEXT:
                    replies = self.replies(json.loads(frame.data))
                    # A client may have left behind its last message.
                    for message in replies if protocol.state is State.OPEN else ():
                        protocol.send_text(json.dumps(message).encode())

    def replies(self, message: dict) -> list[dict]:
        self.messages.append(message)
        if message["event"] not in ("phx_join", "phx_leave", "heartbeat", "access_token"):
            self.faults.append(f"an unknown event: {message}")
        asked = message["payload"].get("config", {}).get("postgres_changes", [])
        given = [{"id": number, **change} for number, change in enumerate(asked, 1)]
        answer = {"status": "ok", "response": {"postgres_changes": given} if message["event"] == "phx_join" else {}}
        reply = {"event": "phx_reply", "topic": message["topic"], "ref": message["ref"], "payload": answer}
        change = {
            "event": "postgres_changes", "topic": message["topic"], "ref": None,
            "payload": {"ids": [1], "data": CHANGE}}
        return [reply, change] if given else [reply]
