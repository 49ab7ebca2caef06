"""Schedules against brute force: real time, stepped through with Python's zoneinfo by minutes or seconds.

The oracle knows the rules of `Schedule` and none of its ways: it converts every instant to local time, notes what the
clock jumps over and what it has shown before, and asks of each whether it matches.
"""

import calendar
import dataclasses
import datetime
import functools
import random
import resource
import zoneinfo
from collections import Counter
from typing import Callable

import pytest

from schedules import UTC, ask, instants, iso

ZONES = [
    "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Asia/Amman", "Africa/Casablanca"]
MINUTE = datetime.timedelta(minutes=1)
SECOND = datetime.timedelta(seconds=1)
DAY = datetime.timedelta(days=1)
FIRST = datetime.datetime(2020, 1, 1, tzinfo=UTC)
LAST = datetime.datetime(2041, 1, 1, tzinfo=UTC)
EVERY_HOUR = frozenset(range(24))
EVERY_SIXTIETH = frozenset(range(60))


@dataclasses.dataclass(frozen=True)
class Case:
    """An expression, and what it means to the oracle."""

    text: str
    minutes: frozenset
    hours: frozenset = EVERY_HOUR
    day: Callable[[datetime.datetime], bool] = lambda _: True
    # Only single values in seconds, minutes and hours.
    fixed: bool = False
    seconds: frozenset = frozenset([0])

    def matches(self, local: datetime.datetime) -> bool:
        return (local.hour in self.hours and local.minute in self.minutes and local.second in self.seconds
                and self.day(local))


def case(text, minutes, hours=EVERY_HOUR, **more) -> Case:
    return Case(text, frozenset(minutes), frozenset(hours), **more)


CASES = [
    case("0 0 * * *", [0], [0], fixed=True),
    case("30 0 * * *", [30], [0], fixed=True),
    case("30 1 * * *", [30], [1], fixed=True),
    case("45 1,2 * * *", [45], [1, 2], fixed=True),
    case("30 2 * * *", [30], [2], fixed=True),
    case("0 3 * * *", [0], [3], fixed=True),
    case("0,20,40 0,1,2,3 * * *", [0, 20, 40], [0, 1, 2, 3], fixed=True),
    case("30 23 * * *", [30], [23], fixed=True),
    case("15 2 * * SUN", [15], [2], fixed=True, day=lambda local: local.weekday() == 6),
    case("0 0 * * 5-7", [0], [0], fixed=True, day=lambda local: local.weekday() in (4, 5, 6)),
    case("30 1-2 * * *", [30], [1, 2]),
    case("*/15 0-3 * * *", range(0, 60, 15), range(4)),
    case("10/20 22-2 * * *", [10, 30, 50], [22, 23, 0, 1, 2]),
    case("30-40/5 */2 * * *", [30, 35, 40], range(0, 24, 2)),
    case("0 * * * *", [0]),
    case("17 * * * *", [17]),
    case("*/20 * * * *", [0, 20, 40]),
    case("45 0-23 * * SAT,SUN", [45], day=lambda local: local.weekday() >= 5),
    # All the hours one by one are all the hours.
    case("5 " + ",".join(map(str, range(24))) + " * * *", [5]),
]

SECOND_CASES = [
    case("0 30 1,2 * * *", [30], [1, 2], fixed=True),
    case("15,45 59 0,1,2,3 * * *", [59], range(4), fixed=True, seconds=frozenset([15, 45])),
    case("59 59 23,1,2 * * *", [59], [23, 1, 2], fixed=True, seconds=frozenset([59])),
    case("*/20 */10 0-2 * * *", range(0, 60, 10), range(3), seconds=frozenset([0, 20, 40])),
    case("50-10/10 30 2,3 * * *", [30], [2, 3], seconds=frozenset([50, 0, 10])),
    case("7 * * * * *", EVERY_SIXTIETH, seconds=frozenset([7])),
]


@functools.cache
def changes(name: str) -> list[datetime.datetime]:
    """The first minutes, in UTC, of a new offset."""
    zone, found = zoneinfo.ZoneInfo(name), []

    def offset(instant):
        return instant.astimezone(zone).utcoffset()

    instant = FIRST
    while instant < LAST:
        if offset(instant) != offset(instant + DAY):
            minute = instant
            while offset(minute) == offset(instant):
                minute += MINUTE
            found.append(minute)
        instant += DAY
    return found


def steps(zone, start, end, step) -> list[tuple[datetime.datetime, datetime.datetime]]:
    """Real time: instants with what the clock shows."""
    every, instant = [], start
    while instant <= end:
        every.append((instant, instant.astimezone(zone).replace(tzinfo=None)))
        instant += step
    return every


def brute_force(case: Case, every, step) -> list[datetime.datetime]:
    restricted = case.hours != EVERY_HOUR
    fires, shown, before = [], set(), None
    for instant, local in every:
        fires_now = case.matches(local) and not (restricted and case.fixed and local in shown)
        if restricted:
            skipped = before + step if before else local
            while skipped < local:
                fires_now = fires_now or case.matches(skipped)
                skipped += step
            shown.add(local)
        if fires_now:
            fires.append(instant)
        before = local
    return fires


def random_case(rng: random.Random) -> Case:
    """Times around the changes: lists, which are fixed, or with a range or a step in one field."""
    minutes, hours = sorted(rng.sample(range(60), 2)), sorted(rng.sample([0, 1, 2, 3, 4, 22, 23], 2))
    texts = [",".join(map(str, minutes)), ",".join(map(str, hours))]
    kind = rng.randrange(4)
    if kind == 1:
        step = rng.randint(2, 40)
        minutes, texts[0] = range(minutes[0], 60, step), f"{minutes[0]}/{step}"
    elif kind == 2:
        first, length = rng.randrange(24), rng.randint(2, 6)
        hours, texts[1] = [(first + more) % 24 for more in range(length)], f"{first}-{(first + length - 1) % 24}"
    elif kind == 3:
        first, length, step = rng.randrange(24), rng.randint(3, 12), rng.randint(2, 3)
        hours = [(first + more) % 24 for more in range(0, length, step)]
        texts[1] = f"{first}-{(first + length - 1) % 24}/{step}"
    return case(f"{texts[0]} {texts[1]} * * *", minutes, hours, fixed=kind == 0)


def compare(name, window, case_list, every_step, rng):
    """Asks for all occurrences of every case around every change, both ways, and for single ones from anywhere."""
    zone = zoneinfo.ZoneInfo(name)
    questions, expected = [], []
    for change in changes(name):
        start, end = change - window, change + window
        # What was shown before the window is shown within it, if at all, long before the change.
        every = steps(zone, start, end, every_step)
        for each in case_list + ([random_case(rng) for _ in range(4)] if every_step == MINUTE else []):
            fires = brute_force(each, every, every_step)

            def question(instant, count, previous):
                questions.append({
                    "expression": each.text, "tz": name, "from": iso(instant), "count": count, "previous": previous})

            inner = [instant for instant in fires if start < instant < end]
            if inner:
                question(start, len(inner), False)
                expected.append(inner)
                question(end, len(inner), True)
                expected.append(inner[::-1])
            for _ in range(3):
                instant, _ = rng.choice(every)
                later = [fire for fire in inner if fire > instant][:1]
                earlier = [fire for fire in inner if fire < instant][-1:]
                if later:
                    question(instant, 1, False)
                    expected.append(later)
                if earlier:
                    question(instant, 1, True)
                    expected.append(earlier)
    assert questions
    for question, answer, wanted in zip(questions, ask(questions), expected):
        assert instants(answer) == wanted, (question, answer, [iso(instant) for instant in wanted])


def test_the_zones_have_changes():
    """Fewer would be a sign of other zone files than those that this was written with."""
    assert {name: len(changes(name)) for name in ZONES}.items() >= {
        "America/New_York": 42, "Europe/Berlin": 42, "Australia/Lord_Howe": 42, "America/Santiago": 42}.items()
    assert len(changes("Asia/Amman")) == 5 and len(changes("Africa/Casablanca")) >= 40


@pytest.mark.parametrize("name", ZONES)
def test_minutes_around_every_change(name):
    compare(name, datetime.timedelta(hours=30), CASES, MINUTE, random.Random(name))


@pytest.mark.parametrize("name", ZONES)
def test_seconds_around_every_change(name):
    compare(name, datetime.timedelta(minutes=75), SECOND_CASES, SECOND, random.Random(name))


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("text", ["0 0 * * *", "30 0 * * *", "30 1 * * *", "15 2 * * *", "30 2 * * *", "59 23 * * *"])
def test_a_daily_time_fires_once_per_local_day(name, text):
    zone = zoneinfo.ZoneInfo(name)
    days = [FIRST.date() + DAY * number for number in range((LAST - FIRST).days)]
    start = datetime.datetime(2020, 1, 1, tzinfo=zone).astimezone(UTC) - SECOND
    end = datetime.datetime(2041, 1, 1, tzinfo=zone).astimezone(UTC)
    forward, backward = ask([
        {"expression": text, "tz": name, "from": iso(start), "count": len(days)},
        {"expression": text, "tz": name, "from": iso(end), "count": len(days), "previous": True},
    ])
    fires = instants(forward)
    assert Counter(fire.astimezone(zone).date() for fire in fires) == Counter(days)
    assert instants(backward) == fires[::-1]


def test_every_zone_tells_the_time_as_python_does():
    """From local mean times to the rules at the end of the files, applied for eight thousand years."""
    rng = random.Random(20_261_121)
    years = [*range(1900, 2101), 2400, 2437, 2438, 2439, 2500, 2837, 2838, 5000, 9998]
    questions, expected = [], []
    for name in sorted(zoneinfo.available_timezones()):
        zone = zoneinfo.ZoneInfo(name)
        for _ in range(25):
            start = datetime.datetime(rng.choice(years), 1, 1, tzinfo=UTC) + SECOND * rng.randrange(1, 365 * 86_400)
            questions.append({"expression": "@every 1s", "tz": name, "from": iso(start - SECOND), "count": 1})
            expected.append(start.astimezone(zone).isoformat())
    assert [answer.get("next", answer) for answer in ask(questions)] == [[text] for text in expected]


def last_day(date: datetime.date) -> int:
    return calendar.monthrange(date.year, date.month)[1]


@functools.cache
def nearest_workday(year: int, month: int, day: int) -> int:
    length = calendar.monthrange(year, month)[1]
    workdays = [each for each in range(1, length + 1) if datetime.date(year, month, each).weekday() < 5]
    return min(workdays, key=lambda each: (abs(each - day), each))


def workday_near(date: datetime.date, day: int) -> int | None:
    """The Monday to Friday of the date's month that is nearest to a day of it."""
    return nearest_workday(date.year, date.month, day) if day <= last_day(date) else None


def month_term(rng):
    day = rng.randint(1, 31)
    return rng.choice([
        (f"{day}", lambda date: date.day == day),
        ("L", lambda date: date.day == last_day(date)),
        ("LW", lambda date: date.day == workday_near(date, last_day(date))),
        (f"L-{min(day, 30)}", lambda date: date.day == last_day(date) - min(day, 30)),
        (f"{day}W", lambda date: date.day == workday_near(date, day)),
        (f"{day}-{day}", lambda date: date.day == day),
        (f"{day}/3", lambda date: date.day >= day and (date.day - day) % 3 == 0),
        # 29, 31, and over the end of 31 days to 2.
        (f"29-{min(day, 20)}/2",
         lambda date: date.day in (29, 31) or date.day in range(2, min(day, 20) + 1, 2)),
    ])


def week_term(rng):
    weekday, number = rng.randint(0, 7), rng.randint(1, 5)
    name = rng.choice([str(weekday), "SUN MON TUE WED THU FRI SAT SUN".split()[weekday]])

    def falls(date):
        return date.isoweekday() % 7 == weekday % 7

    return rng.choice([
        (name, falls),
        (f"{name}L", lambda date: falls(date) and date.day > last_day(date) - 7),
        (f"{name}#{number}", lambda date: falls(date) and (date.day - 1) // 7 + 1 == number),
        ("5-2/2", lambda date: date.isoweekday() % 7 in (5, 0, 2)),
    ])


def test_days_of_the_month_and_the_week():
    """Everything a day field can have, in lists, alone and with the other one, on every day of 29 years."""
    rng = random.Random(20_261_121)
    first = datetime.date(2000, 1, 1)
    days = [first + DAY * number for number in range((datetime.date(2029, 1, 1) - first).days)]
    questions, expected = [], []
    for _ in range(200):
        month = [month_term(rng) for _ in range(rng.randint(1, 3))]
        week = [week_term(rng) for _ in range(rng.randint(1, 3))]
        texts = [",".join(text for text, _ in terms) for terms in (month, week)]
        either = any
        if rng.random() < 0.5:
            # A star: both have to match, and the star's field has every second day or all of them.
            either = all
            star = rng.randrange(2)
            texts[star] = rng.choice(["*", "?", "*/2"])
            if texts[star] != "*/2":
                (month, week)[star][:] = [("", lambda _: True)]
            elif star == 0:
                month = [("", lambda date: date.day % 2 == 1)]
            else:
                week = [("", lambda date: date.isoweekday() % 7 in (0, 2, 4, 6))]
        wanted = [
            date for date in days
            if either([any(matches(date) for _, matches in month), any(matches(date) for _, matches in week)])]
        count = max(1, min(len(wanted), 10_000))
        questions.append({
            "expression": f"0 0 {texts[0]} * {texts[1]}", "from": "1999-12-31T23:59:59Z", "count": count})
        expected.append(wanted)
    for question, answer, wanted in zip(questions, ask(questions), expected):
        if not wanted:
            assert "it can never fire" in answer.get("error", ""), (question, answer)
        else:
            assert [instant.date() for instant in instants(answer)] == wanted[:10_000], question


def hostile(rng: random.Random) -> str:
    kind = rng.randrange(8)
    if kind == 0:
        return "".join(rng.choice("0123456789*/-,?LW# ") for _ in range(rng.randint(0, 256)))
    if kind == 1:
        return "".join(chr(rng.randint(0, 0x2ff)) for _ in range(rng.randint(0, 256)))
    if kind == 2:
        return f"0 0 29 2 {rng.choice(['*/7', '?', '*', '*/3'])}"
    if kind == 3:
        return f"0 0 */28 2 {rng.randint(0, 7)}#5"
    if kind == 4:
        return ",".join(["0-59/1"] * 35) + " 0 * * *"
    if kind == 5:
        return f"59 59 23 {rng.choice(['L-30', '31W', '31', '30W,31'])} {rng.choice(['2', '4', '2,4', '*'])} ?"
    if kind == 6:
        return f"@every {'9' * rng.randint(1, 200)}{rng.choice('hms')}"
    return f"0 0 */31,1W,LW,L {rng.choice(['FEB', '2-1', '*/11'])} {','.join(f'{day}#5' for day in range(7))}"


def test_no_expression_takes_long():
    """On average an answer takes less than a millisecond of computing, JSON and the process's start included.

    A busy machine does not decide: time in which others compute does not count. A debug binary needs a fifth of the limit.
    """
    rng = random.Random(20_261_121)
    questions = [
        {"expression": hostile(rng), "tz": rng.choice(ZONES), "from": f"{rng.randint(1901, 9000)}-03-01T00:00:00Z",
         "count": 1, "previous": rng.random() < 0.5}
        for _ in range(5_000)]

    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        answers = ask(questions)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert all(("next" in answer) != ("error" in answer) for answer in answers)
        return took

    best = min(seconds() for _ in range(3))
    assert best < len(questions) * 0.001, f"{len(questions)} answers took {best:.2f} s"
