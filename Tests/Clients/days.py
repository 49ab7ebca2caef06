"""The days of the tests, which are those of the hosts: by UTC."""

import datetime
import time

# Longer than one test takes.
TEST = 120


def begin_before_midnight() -> None:
    """Waits for the next day if this one is nearly over, so that a test whose day changes its results has one day alone."""
    now = datetime.datetime.now(datetime.UTC)
    midnight = (now + datetime.timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    left = (midnight - now).total_seconds()
    if left < TEST:
        time.sleep(left + 0.1)
