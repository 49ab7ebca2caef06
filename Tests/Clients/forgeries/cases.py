"""One forged or malformed token, and its response by the contract (`/functions/v1`, section Tokens)."""

from dataclasses import dataclass

NO_HEADER = (401, "UNAUTHORIZED_NO_AUTH_HEADER")
FORMAT = (401, "UNAUTHORIZED_INVALID_JWT_FORMAT")
LEGACY = (401, "UNAUTHORIZED_LEGACY_JWT")
ASYMMETRIC = (401, "UNAUTHORIZED_ASYMMETRIC_JWT")
ALGORITHM = (401, "UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM")
NO_USER = (401, "AUTH_REQUIRED")
TOO_LARGE = (431, "HEADERS_TOO_LARGE")
USER_IS_IN = (200, None)


@dataclass(frozen=True)
class Case:
    """Header lines as they are sent, and the status and code with which a function for users answers them.

    The holder is never the service role, unless the case says so."""
    name: str
    lines: tuple[bytes, ...]
    expected: tuple[int, str | None]
    is_service: bool = False


def case(name: str, token: bytes | str, expected: tuple[int, str | None], **more) -> Case:
    token = token.encode() if isinstance(token, str) else token
    return Case(name, (b"Authorization: Bearer " + token,), expected, **more)
