"""One request of many callers at the same time, each on a connection of its own."""

import concurrent.futures
import threading

import httpx

from host import PATIENCE

CALLERS = 24


def race(host, method: str, path: str, senders: list[tuple[str, dict | None]]) -> list[httpx.Response]:
    """The answers to the callers, of each of which the token and the body are given."""
    begin = threading.Barrier(len(senders))
    limits = httpx.Limits(max_connections=len(senders))
    with httpx.Client(base_url=host.url, timeout=PATIENCE, limits=limits) as client:

        def send(sender: tuple[str, dict | None]) -> httpx.Response:
            access, body = sender
            headers = {"Authorization": f"Bearer {access}", "Prefer": "return=representation"}
            request = client.build_request(method, path, json=body, headers=headers)
            begin.wait(PATIENCE)
            return client.send(request)

        with concurrent.futures.ThreadPoolExecutor(len(senders)) as pool:
            return list(pool.map(send, senders))
