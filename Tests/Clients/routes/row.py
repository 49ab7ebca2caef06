"""One row of the table of attacks."""

from collections.abc import Callable
from dataclasses import dataclass

Body = Callable[["World"], dict]  # noqa: F821


def nothing(_) -> dict:
    return {}


@dataclass(frozen=True)
class Row:
    """What a function answers to callers who have no right to the victim's things.

    An outcome is a status with the error's code, `404 GROUP_NOT_FOUND`, or a status alone for a success, `200`.
    """
    stranger: str
    """The outcome for a user who has nothing to do with the victim, and sends the victim's ids."""
    body: Body = nothing
    """The input with the victim's ids, by a `World`."""
    fellow: str | None = None
    """The outcome for a user who takes part in the victim's things without owning them; None if the user may do so. A
    success has nothing of the victim's."""
    access: str = "user"
    """Who may call it, as `swiftlet functions` says."""
    rpc: str | None = None
    """The outcome for a stranger at `/rest/v1/rpc`, if it is another one there."""
    plain: bool = False
    """Whether the database function has the input's names without `p_`."""
    is_public: bool = False
    """Whether a success may name what the victim has, since it is everybody's."""
