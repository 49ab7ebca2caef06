"""The table of attacks on the apps: a row for each function, with what its callers get who have no right to it."""

from .accounts import ROWS as ACCOUNTS
from .enigmate import ROWS as ENIGMATE
from .leftova import ROWS as LEFTOVA
from .shvil import ROWS as SHVIL
from .swivo import ROWS as SWIVO

ROWS = {**SWIVO, **SHVIL, **LEFTOVA, **ENIGMATE, **ACCOUNTS}
