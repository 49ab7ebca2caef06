"""Ten thousand random expressions against croniter, in UTC, forwards and backwards.

What is left out because croniter means something else by it, or does not have it:
- `5-5`: croniter takes an equal range for the whole field; here, as in Vixie cron, it is one value.
- Steps on ranges that wrap around (`21-4/2`), and `7/2`: croniter counts anew after the end of the field and lands one
  further; here 21-4/2 is 21, 23, 1, 3. The oracle's test has them.
- `L-3`, `LW`: unknown to croniter. It writes `5L` as `L5`.
- `29W` to `31W`: croniter takes a shorter month's last day; here, as in Quartz, that month has no such day.
- `W` in a list, `#` and `L` beside plain weekdays: croniter refuses them.
- `#`, `5L` or `W` with the other day field restricted: croniter always wants both to match.
- A `*` in a list: croniter asks where the star stands before it asks what the list covers.
- Time zones: croniter's rules for changes of the clocks are others. `test_schedule_oracle.py` is about those.
- `@every` and `30 seconds`: unknown to croniter.
The Vixie rule (a day field that begins with `*` is unrestricted, and both must match) is its `implement_cron_bug`.
"""

import datetime
import random

from croniter import CroniterBadDateError, croniter

from schedules import UTC, ask, instants, iso

EXPRESSIONS = 10_000
FIELDS = {
    "second": (0, 59, []),
    "minute": (0, 59, []),
    "hour": (0, 23, []),
    "dom": (1, 31, []),
    "month": (1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()),
    "dow": (0, 6, "SUN MON TUE WED THU FRI SAT".split()),
}


def value(rng: random.Random, number: int, field: str) -> str:
    low, _, names = FIELDS[field]
    if names and rng.random() < 0.4:
        name = names[number - low]
        return rng.choice([name, name.lower(), name.capitalize()])
    if field == "dow" and number == 0 and rng.random() < 0.3:
        return "7"
    return f"{number:02}" if rng.random() < 0.1 else str(number)


def item(rng: random.Random, field: str) -> str:
    low, high, _ = FIELDS[field]
    kind = rng.random()
    if kind < 0.5:
        return value(rng, rng.randint(low, high), field)
    first, last = rng.sample(range(low, high + 1), 2)
    if kind < 0.65:
        return f"{value(rng, first, field)}-{value(rng, last, field)}"
    step = rng.randint(1, high - low + 1) if rng.random() < 0.3 else rng.randint(1, min(high - low, 12))
    if kind < 0.85:
        first, last = min(first, last), max(first, last)
        return f"{first}-{last}/{step}"
    return f"{rng.randint(low, high)}/{step}"


def field(rng: random.Random, name: str) -> str:
    low, high, _ = FIELDS[name]
    kind = rng.random()
    if kind < 0.3:
        return "*"
    if kind < 0.45:
        return f"*/{rng.randint(1, high - low + 1) if rng.random() < 0.2 else rng.randint(1, min(high - low, 15))}"
    return ",".join(item(rng, name) for _ in range(rng.choice([1, 1, 1, 2, 3])))


def days(rng: random.Random) -> tuple[str, str, str]:
    """Day of month, and day of week in our spelling and in croniter's."""
    kind = rng.random()
    dom, dow = field(rng, "dom"), field(rng, "dow")
    if kind < 0.05:
        dom = "?"
    elif kind < 0.1:
        dow = "?"
    elif kind < 0.2:
        dom = rng.choice(["L", "l", f"L,{rng.randint(1, 28)}", f"{rng.randint(1, 28)},L"])
    elif kind < 0.25:
        dom, dow = f"{rng.randint(1, 28)}{rng.choice('Ww')}", "*"
    elif kind < 0.35:
        numbered = [f"{value(rng, rng.randint(0, 6), 'dow')}#{rng.randint(1, 5)}" for _ in range(rng.randint(1, 2))]
        dom, dow = "*", ",".join(numbered)
    elif kind < 0.4:
        weekday = rng.randint(0, 6)
        return rng.choice("*?"), value(rng, weekday, "dow") + rng.choice("Ll"), f"L{weekday}"
    return dom, dow, dow


def expression(rng: random.Random) -> tuple[str, str]:
    time = [field(rng, "minute"), field(rng, "hour")]
    if rng.random() < 0.4:
        time.insert(0, field(rng, "second"))
    dom, dow, theirs = days(rng)
    month = field(rng, "month") if rng.random() < 0.5 else "*"
    return " ".join([*time, dom, month, dow]), " ".join([*time, dom, month, theirs])


def test_random_expressions():
    rng = random.Random(20_261_121)
    questions, theirs = [], []
    for _ in range(EXPRESSIONS):
        ours, other = expression(rng)
        for previous in (False, True):
            seconds = rng.randrange(50 * 365 * 86_400)
            start = datetime.datetime(2000, 1, 1, tzinfo=UTC) + datetime.timedelta(seconds=seconds)
            if rng.random() < 0.3:
                start = start.replace(second=0)
            questions.append({"expression": ours, "from": iso(start), "count": 2, "previous": previous})
            theirs.append((other, start, previous))
    never = 0
    for question, answer, (text, start, previous) in zip(questions, ask(questions), theirs):
        reference = croniter(text, start, datetime.datetime, second_at_beginning=True, implement_cron_bug=True)
        try:
            expected = [reference.get_prev() if previous else reference.get_next() for _ in range(2)]
        except CroniterBadDateError:
            never += 1
            assert "it can never fire" in answer.get("error", ""), (question, answer)
            continue
        assert instants(answer) == expected, (question, answer, [iso(instant) for instant in expected])
    # Those that cannot fire are some, and no more than some.
    assert 0 < never < EXPRESSIONS // 20


def test_macros():
    start = datetime.datetime(2026, 2, 27, 13, 14, 15, tzinfo=UTC)
    for name in "hourly daily midnight weekly monthly yearly annually".split():
        reference = croniter(f"@{name}", start, datetime.datetime)
        [answer] = ask([{"expression": f"@{name}", "from": iso(start), "count": 30}])
        assert instants(answer) == [reference.get_next() for _ in range(30)]
