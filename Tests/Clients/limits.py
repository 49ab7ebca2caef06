"""What rate limits admit, counted from the hosts' own answers."""

import time

import httpx

# The beginning of the log's line about a database that does not answer.
ALONE = "Rate limits are kept by this host alone"


class Minute:
    """Calls of one user under a limit for each minute. Begins before the first call."""

    def __init__(self, host, limit: int, call):
        self.host, self.limit, self.call = host, limit, call
        self.began = time.monotonic()
        self.admitted = 0

    def admit(self) -> list[httpx.Response]:
        """The answers to as many calls as may come at once."""
        answers = [self.call() for _ in range(self.limit)]
        assert [answer.status_code for answer in answers] == [200] * self.limit
        self.admitted = self.limit
        return answers

    def refuse(self) -> httpx.Response:
        """The first refused answer. The limit admits more calls while they are made, so their number depends on the machine."""
        while (answer := self.call()).status_code == 200:
            self.admitted += 1
            assert self.admitted <= self.most(), "the limit admits too many calls"
        assert answer.status_code == 429, answer.text
        return answer

    def most(self) -> float:
        """The most calls that the limit has admitted by now. A host whose database did not answer for a second may have used its
        credit twice, which is a 25th."""
        refilled = self.limit * (time.monotonic() - self.began) / 60
        return self.limit + refilled + (self.limit // 25 if ALONE in self.host.log_text() else 0)
