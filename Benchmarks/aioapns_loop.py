"""Sends the notifications of Benchmarks/Push with aioapns on uvloop, and prints what it took, as JSON.

aioapns_loop.py <url> <CA file> <key> <connections> <in flight on each> <count>
"""

import asyncio
import json
import pathlib
import ssl
import sys
import time
from urllib.parse import urlsplit

import uvloop
from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsDevelopmentClientProtocol
from h2.events import DataReceived, ResponseReceived

SESSION = "5e55104a-0000-4000-8000-000000000001"
MESSAGE = {
    "aps": {"alert": {"title": "It's a match!", "body": "Pizza"}, "category": "MATCH", "sound": "default",
            "thread-id": SESSION},
    "option_id": "0b710404-0000-4000-8000-000000000002", "session_id": SESSION,
}


def adapt(url: str) -> None:
    """Points aioapns to another server, one that does not repeat the apns-id by which aioapns finds its request again."""
    address = urlsplit(url)
    APNsDevelopmentClientProtocol.APNS_SERVER = address.hostname
    APNsDevelopmentClientProtocol.APNS_PORT = address.port
    made = APNsDevelopmentClientProtocol.connection_made

    def connection_made(self, transport) -> None:
        receive = self.conn.receive_data

        def receive_data(data: bytes):
            for event in receive(data):
                if isinstance(event, ResponseReceived):
                    event.headers.append((b"apns-id", self.request_streams.pop(event.stream_id).encode()))
                if not isinstance(event, DataReceived):
                    yield event

        self.conn.receive_data = receive_data
        made(self, transport)

    APNsDevelopmentClientProtocol.connection_made = connection_made


async def send(clients: list[APNs], in_flight: int, count: int) -> None:
    numbers = iter(range(count))

    async def one_after_the_other(client: APNs) -> None:
        for number in numbers:
            answer = await client.send_notification(NotificationRequest(
                device_token=f"{number % 4000:064x}", message=MESSAGE, collapse_key=f"match-{SESSION}",
                push_type=PushType.ALERT))
            if not answer.is_successful:
                raise SystemExit(f"a notification was answered with {answer.status}")

    await asyncio.gather(*(one_after_the_other(client) for client in clients for _ in range(in_flight)))


async def main() -> None:
    url, ca_file, key_file = sys.argv[1:4]
    connections, in_flight, count = map(int, sys.argv[4:7])
    adapt(url)
    context = ssl.create_default_context(cafile=ca_file)
    context.set_alpn_protocols(["h2"])
    key = pathlib.Path(key_file).read_text()
    clients = [
        APNs(key=key, key_id="BENCHMARK0", team_id="BENCHMARKS", topic="app.swivo", use_sandbox=True,
             ssl_context=context, max_connections=1)
        for _ in range(connections)
    ]
    await send(clients, in_flight, connections * in_flight)
    begin, spent = time.perf_counter(), time.process_time()
    await send(clients, in_flight, count)
    seconds, cpu = time.perf_counter() - begin, time.process_time() - spent
    print(json.dumps({"sent": count, "seconds": seconds, "cpu_seconds": cpu}))
    for client in clients:
        client.pool.close()


uvloop.run(main())
