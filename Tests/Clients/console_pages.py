"""A session of the console over plain HTTP, as a browser has it."""

import html
import http.client
import re
import time
import urllib.parse

from console import service_key
from host import Host


class Console:
    """A signed-in session. `key` is the host's service key, which a page asks for."""

    def __init__(self, host: Host, key: str | None = None):
        self.host = host
        self.connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
        status, headers, _ = self.request("POST", "/console/login", {"key": key or service_key()})
        assert status == 303, status
        self.cookie = headers["set-cookie"].split(";")[0]

    def request(self, method: str, path: str, form: dict | list | None = None):
        """Status, header fields and text of an answer."""
        fields = {"Sec-Fetch-Site": "same-origin"}
        if hasattr(self, "cookie"):
            fields["Cookie"] = self.cookie
        body = None
        if form is not None:
            body = urllib.parse.urlencode(form)
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, fields)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text

    def page(self, path: str) -> str:
        status, _, text = self.request("GET", path)
        assert status == 200, (path, status, text[-2000:])
        return text

    def milliseconds(self, path: str) -> float:
        begin = time.perf_counter()
        self.page(path)
        return (time.perf_counter() - begin) * 1000

    def forms(self, text: str) -> list[tuple[str, list[tuple[str, str]]]]:
        """The forms of a page that act: their paths and their hidden fields."""
        found = []
        for action, content in re.findall(r'<form[^>]* method="post" action="([^"]+)"[^>]*>(.*?)</form>', text, re.S):
            fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', content)
            found.append((action, [(html.unescape(name), html.unescape(value)) for name, value in fields]))
        return found

    def act(self, text: str, action: str, *more: tuple[str, str]) -> tuple[int, str]:
        """Sends the first form of a page with an action, and returns the status and the place that the answer leads to."""
        path, fields = next(form for form in self.forms(text) if form[0] == action)
        status, headers, text = self.request("POST", path, [*fields, *more])
        return status, headers.get("location", text)
