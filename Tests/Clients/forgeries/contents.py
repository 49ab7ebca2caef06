"""Tokens that the project's secret signed, with odd claims and headers."""

import uuid
from collections.abc import Iterator

from forgeries.cases import FORMAT, LEGACY, NO_USER, USER_IS_IN, Case, case
from forgeries.keys import GOOD, LATER, NOW, USER, claims, encode, hs256, signed, token, with_claims


def odd_times() -> Iterator[Case]:
    for name, value in {"past": NOW - 1, "now": NOW, "zero": 0, "negative": -1, "far past": -10**18,
        "past fraction": NOW - 0.5,
                        "a string": str(LATER), "an empty string": "", "null": None, "true": True,
                        "an array": [LATER],
                        "an object": {"n": LATER}, "a date": "2999-01-01T00:00:00Z",
                        "least double": -1e308}.items():
        yield case(f"exp {name}", signed(claims(exp=value)), LEGACY)
    for name, value in {"future fraction": LATER + 0.5, "of 64 bits": 2**63, "large": 10**30,
        "largest double": 1.7e308}.items():
        yield case(f"exp {name}", signed(claims(exp=value)), USER_IS_IN)
    without = claims()
    del without["exp"]
    yield case("no exp", signed(without), USER_IS_IN)
    for name, text in {"beyond doubles": "1e400", "NaN": "NaN", "Infinity": "Infinity", "-Infinity": "-Infinity",
        "hexadecimal": "0x7fffffff",
                       "with a zero before": "09999999999"}.items():
        yield case(f"exp {name}", with_claims(f'{{"sub":"{USER}","exp":{text}}}'), FORMAT)
    for name, value in {"future": LATER, "large": 10**30, "largest double": 1.7e308, "a string": "0",
        "null": None, "true": True,
                        "an array": [0]}.items():
        yield case(f"nbf {name}", signed(claims(nbf=value)), LEGACY)
    for name, value in {"past": NOW - 1, "negative": -10**18, "a fraction": NOW - 1.5}.items():
        yield case(f"nbf {name}", signed(claims(nbf=value)), USER_IS_IN)
    # Nothing depends on `iat`; odd values must only be harmless.
    for name, value in {"future": 10**12, "a string": "x", "null": None, "large": 1.7e308, "an object": {},
        "negative": -1e300}.items():
        yield case(f"iat {name}", signed(claims(iat=value)), USER_IS_IN)


def odd_claims() -> Iterator[Case]:
    for name, text in {"nothing": "", "null": "null", "an array": "[]", "a string": '"x"', "a number": "5",
        "half": '{"sub":', "two": "{}{}",
                       "text after it": "{} x", "a comma more": '{"role":"anon",}', "a comment": "{/**/}",
                       "single quotes": "{'a':1}",
                       "a mark before it": "\ufeff{}", "a lone surrogate": '{"sub":"\ud800"}',
                       "an escaped one": r'{"sub":"\ud800"}',
                       "a NUL": "{}\0", "a token": GOOD.decode()}.items():
        yield case(f"claims: {name}", with_claims(text), FORMAT)
    yield case("claims: no UTF-8", signed(b'{"sub":"\xff"}'), FORMAT)
    yield case("claims: a member twice", with_claims(f'{{"role":"anon","sub":"{USER}","role":"service_role"}}'), FORMAT)
    yield case("claims: a member twice, escaped",
        with_claims(f'{{"role":"anon","sub":"{USER}","r\\u006fle":"service_role"}}'), FORMAT)
    yield case("claims: sub twice", with_claims(f'{{"sub":"{USER}","sub":"{uuid.UUID(int=1)}"}}'), FORMAT)
    yield case("claims: too deep", with_claims('{"a":' * 129 + "1" + "}" * 129), FORMAT)
    yield case("claims of a signed URL", signed({"url": "riddle-images/1.png", "exp": NOW + 60}), LEGACY)
    yield case("claims: blanks around them", with_claims(f' \n{{ "sub" : "{USER}" }}\t'), USER_IS_IN)


def odd_subjects() -> Iterator[Case]:
    yield case("sub in capitals", signed(claims(sub=USER.upper())), USER_IS_IN)
    for name, value in {
        "none": "", "a word": "service_role", "null": None, "a number": 5, "an array": [USER],
        "an object": {"id": USER}, "true": True,
        "in braces": f"{{{USER}}}", "as a URN": f"urn:uuid:{USER}", "without dashes": USER.replace("-", ""),
        "and a blank": USER + " ",
        "after a blank": " " + USER, "and a NUL": USER + "\0", "and more after a NUL": USER + "\0admin",
        "and more": USER + "0",
        "one sign less": USER[:-1], "of other digits": USER.replace("1", "１"), "with SQL": USER[:-1] + "'",
        "of letters": "g" * 36,
        "of two": USER + "," + USER, "with a line's end": USER + "\n", "long": "0" * 10_000,
        "with a combining mark": USER + "\u0301",
    }.items():
        yield case(f"sub {name}", signed(claims(sub=value)), NO_USER)
    without = claims()
    del without["sub"]
    yield case("no sub", signed(without), NO_USER)
    yield case("Sub", signed({**without, "Sub": USER}), NO_USER)


def odd_roles() -> Iterator[Case]:
    """None of them is the service role."""
    for value in [None, 5, True, ["service_role"], {"service_role": True}, "", "SERVICE_ROLE", "Service_Role",
        "service_role ", " service_role",
                  "service_role\0", "service_role\n", "service-role", "ｓervice_role", "service_role,authenticated",
                  "supabase_admin", "postgres",
                  "service_rоle", "service_role\u0301", "x" * 10_000]:
        yield case(f"role {str(value)[:30]!r}", signed(claims(role=value)), USER_IS_IN)
    for name in ["Role", "ROLE", "roles", "app_role", "https://supabase.io/role"]:
        yield case(f"a claim {name}", signed({"sub": USER, name: "service_role"}), USER_IS_IN)
    for name in ["app_metadata", "user_metadata"]:
        yield case(f"a role in {name}", signed(claims(**{name: {"role": "service_role"}})), USER_IS_IN)


def odd_headers() -> Iterator[Case]:
    for name, value in {"exp": ["exp"], "b64": ["b64"], "nothing": [], "no array": "exp", "null": None}.items():
        yield case(f"crit of {name}", signed(claims(), crit=value, b64=False), FORMAT)
    for name, header in {"b64 false": {"b64": False}, "zip": {"zip": "DEF"}, "enc": {"enc": "A128GCM"},
        "typ": {"typ": "at+jwt"}, "cty": {
            "cty": "JWT"}, "typ 5": {"typ": 5}, "kid 5": {"kid": 5}, "kid null": {"kid": None},
            "more": {"more": "x" * 8000}}.items():
        yield case(f"header {name}", signed(claims(), **header), USER_IS_IN)
    for name, text in {"nothing": b"", "null": b"null", "an array": b'["HS256"]', "a string": b'"HS256"',
        "half": b'{"alg":', "no UTF-8": b'{"alg":"\xff"}',
                       "two": b'{"alg":"HS256"}{}', "a mark before it": b'\xef\xbb\xbf{"alg":"HS256"}',
                       "single quotes": b"{'alg':'HS256'}"}.items():
        yield case(f"header: {name}", token(text, claims(), hs256()), FORMAT)
    unencoded = b'{"sub":"%s"}' % USER.encode()
    head = encode(b'{"alg":"HS256","b64":false,"crit":["b64"]}')
    yield case("a payload that is not encoded",
        head + b"." + unencoded + b"." + encode(hs256()(head + b"." + unencoded)), FORMAT)
