"""The services of a project that the deletion of an account calls: the auth server's users and the storage's files."""

import json
from collections.abc import Callable

from gateway.upstream import Received, answer

KEY = "sb_secret_of_these_tests"
BUCKET = "photos"


class Deletion:
    """Deletes users and files for the service key. `files` are the paths in the one bucket; `deleting` is called with the id
    of each user that is deleted. `removed` are the paths that it was asked to delete."""

    def __init__(self, *files: str, deleting: Callable[[str], None] = lambda _: None):
        self.files = set(files)
        self.deleting = deleting
        self.deleted: list[str] = []
        self.listed: list[str] = []
        self.removed: list[str] = []

    def __call__(self, request: Received) -> bytes:
        if request.value("apikey") != KEY or request.value("authorization") != f"Bearer {KEY}":
            return self.json({"message": "Invalid API key"}, "401 Unauthorized")
        match request.method, request.target.partition("?")[0]:
            case "DELETE", path if path.startswith("/auth/v1/admin/users/"):
                user = path.rsplit("/", 1)[1]
                self.deleting(user)
                self.deleted.append(user)
                return self.json({})
            case "GET", "/storage/v1/bucket":
                return self.json([{"id": BUCKET, "name": BUCKET}])
            case "POST", "/storage/v1/object/list/photos":
                self.listed.append(json.loads(request.body)["prefix"])
                return self.json(self.entries(self.listed[-1]))
            case "DELETE", "/storage/v1/object/photos":
                paths = json.loads(request.body)["prefixes"]
                self.removed += paths
                found = self.files.intersection(paths)
                self.files -= found
                return self.json([{"name": path} for path in found])
        return self.json({"message": "Not found"}, "404 Not Found")

    def entries(self, folder: str) -> list[dict]:
        """What a folder holds: files have an id, folders have none."""
        below = sorted(path.removeprefix(f"{folder}/") for path in self.files if path.startswith(f"{folder}/"))
        folders = {path.partition("/")[0] for path in below if "/" in path}
        return [{"name": name, "id": None, "metadata": None} for name in sorted(folders)] + [
            {"name": name, "id": name, "metadata": {"mimetype": "image/png", "size": 1}} for name in below if "/" not in name]

    @staticmethod
    def json(value: object, status: str = "200 OK") -> bytes:
        return answer(status, json.dumps(value).encode(), [("Content-Type", "application/json")])
