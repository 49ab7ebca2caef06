"""Attacks on a host's time and memory."""

from attacks import bodies, callers, connections, files, heads
from attacks.means import ATTACKS

__all__ = ["ATTACKS", "bodies", "callers", "connections", "files", "heads"]
