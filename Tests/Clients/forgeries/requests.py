"""Tokens in other forms, in other headers, and the API keys beside them."""

import json
from collections.abc import Iterator

from forgeries.cases import FORMAT, LEGACY, NO_HEADER, NO_USER, USER_IS_IN, Case, case
from forgeries.keys import GOOD, PUBLISHABLE_KEY, SECRET_KEY, USER, claims, encode, hs256, signed, token


def odd_forms() -> Iterator[Case]:
    head, payload, signature = GOOD.split(b".")
    # The last sign of a digest holds two bits that say nothing.
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for change in (1, 2, 3):
        last = alphabet[alphabet.index(signature[-1]) ^ change:][:1]
        yield case(f"idle bits {change}", head + b"." + payload + b"." + signature[:-1] + last, FORMAT)
    for name, form in {
        "one part": head, "two parts": head + b"." + payload, "four parts": GOOD + b".",
        "five parts": GOOD + b"." + payload + b"." + signature,
        "a JWE": b"eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AAAA.AAAA.AAAA", "dots": b"..", "more dots": b"....",
        "a dot": b".",
        "no header": b"." + payload + b"." + signature, "no payload": head + b".." + signature,
        "a dot before": b"." + GOOD,
        "padding": GOOD + b"=", "padding of the header": head + b"=." + payload + b"." + signature,
        "padding of each": b".".join(
            part + b"=" * (-len(part) % 4) for part in (head + b"=", payload, signature)),
        "the other alphabet": token({"alg": "HS256"}, claims(x="\u00ff\u00fe?>~" * 9), hs256()).replace(b"_",
            b"/").replace(b"-", b"+") + b"+",
        "a lone sign": head + b"." + payload + b".A", "percent encoding": GOOD.replace(b".", b"%2E"),
        "quotes": b'"' + GOOD + b'"', "brackets": b"<" + GOOD + b">",
        "a tab": head + b".\t" + payload + b"." + signature, "a sign of another alphabet": GOOD[:-1] + "é".encode(),
        "a byte 255": GOOD + b"\xff",
        "JSON": json.dumps({"protected": head.decode(), "payload": payload.decode(),
                "signature": signature.decode()}).replace(" ", "").encode(),
        "UTF-16": GOOD.decode().encode("utf-16-le").replace(b"\0", b"\xc2\x80"), "a comma": GOOD + b",",
        "a word": b"null", "undefined": b"undefined",
        "a colon": b":" + GOOD,
    }.items():
        yield case(f"form: {name}", form, FORMAT)
    nested = token({"alg": "HS256", "cty": "JWT"}, GOOD, hs256())
    yield case("form: nested", nested, FORMAT)


def odd_lines() -> Iterator[Case]:
    def lines(name: str, expected: tuple[int, str | None], *lines: bytes, **more) -> Case:
        return Case(name, lines, expected, **more)

    yield lines("no header", NO_HEADER)
    for scheme in [b"bearer ", b"BEARER ", b"bEaReR ", b"Bearer  ", b"Bearer     "]:
        yield lines(f"scheme {scheme.decode()!r}", USER_IS_IN, b"Authorization: " + scheme + GOOD)
    yield lines("blanks behind it", USER_IS_IN, b"Authorization:Bearer " + GOOD + b" \t ")
    for scheme in [b"", b"Basic ", b"Token ", b"JWT ", b"Bearer", b"Bearer:", b"Bearer: ", b"Bearer,", b"Bearer\t",
        b"Bearer=", b"Bear ", b"Bearers ",
                   b"Bearer Bearer ", "Ｂearer ".encode(), b"Digest token=", b"Bearer token=", b"\"Bearer\" ",
                   b"Bearer\xa0"]:
        yield lines(f"scheme {scheme.decode('latin-1')!r}", FORMAT, b"Authorization: " + scheme + GOOD)
    for value in [b"", b" ", b"Bearer", b"Bearer ", b"Bearer .", b"Basic dXNlcjpwYXNz", b"Bearer null"]:
        yield lines(f"value {value.decode()!r}", FORMAT, b"Authorization:" + b" " + value)
    authorization = b"Authorization: Bearer " + GOOD
    yield lines("two tokens", FORMAT, authorization + b" " + GOOD)
    yield lines("two tokens and a comma", FORMAT, authorization + b", Bearer " + GOOD)
    yield lines("two headers", FORMAT, authorization, authorization)
    yield lines("two headers, one bad", FORMAT, authorization, b"authorization: Bearer x")
    yield lines("two headers, one empty", FORMAT, b"Authorization:", authorization)
    for name in [b"Proxy-Authorization", b"X-Authorization", b"Authorization2", b"X-Forwarded-Authorization",
        b"Authorisation", b"access_token", b"token",
                 b"apikey", b"x-supabase-auth", b"X-JWT-Claims"]:
        yield lines(f"a header {name.decode()}", NO_HEADER, name + b": Bearer " + GOOD,
            b"Cookie: sb-access-token=" + GOOD)
    yield lines("a token in apikey", NO_HEADER, b"apikey: " + GOOD)
    yield lines("a role in headers", NO_HEADER, b"X-Role: service_role", b"X-Hasura-Role: admin",
        b"role: service_role", b"X-User-Id: " + USER.encode())


def api_keys() -> Iterator[Case]:
    secret, publishable = SECRET_KEY.encode(), PUBLISHABLE_KEY.encode()
    bearer = b"Authorization: Bearer "
    for name, lines in {"as bearer": (bearer + secret,), "as apikey": (b"apikey: " + secret,),
        "as APIKEY": (b"APIKEY: " + secret,),
                        "as both": (bearer + secret, b"apikey: " + secret),
                        "beside a publishable bearer": (bearer + b"sb_x", b"apikey: " + secret)}.items():
        yield Case(f"secret key {name}", lines, NO_USER, is_service=True)
    yield Case("publishable key", (bearer + publishable,), NO_USER)
    yield Case("publishable key as apikey", (b"apikey: " + publishable,), NO_USER)
    yield Case("publishable bearer, secret apikey", (bearer + publishable, b"apikey: " + secret), NO_USER)
    for name, key in {"half": secret[:20], "one sign less": secret[:-1], "one more": secret + b"q",
        "in capitals": secret.upper(), "its prefix": b"sb_",
                      "its kind": b"sb_secret_", "another end": secret[:-1] + b"8",
                      "of two halves": secret[:18] + publishable[18:],
                      "in quotes": b'sb_"' + secret + b'"', "with a NUL's code": secret + b"%00",
                      "SQL": b"sb_'OR'1'='1", "long": b"sb_" + b"x" * 20_000,
                      "with both": secret + b"," + publishable, "of its name": b"sb_default"}.items():
        yield Case(f"key {name} as bearer", (bearer + key,), FORMAT)
        yield Case(f"key {name} as apikey", (b"apikey: " + key,), NO_HEADER)
    yield Case("key without its sb_ as bearer", (bearer + secret[3:],), FORMAT)
    yield Case("two apikeys", (b"apikey: " + secret, b"apikey: " + secret), NO_HEADER)
    yield Case("an empty apikey", (b"apikey:",), NO_HEADER)
    yield Case("a bad token beside a good key", (bearer + b"x", b"apikey: " + secret), FORMAT)
    yield Case("an expired token beside a good key", (bearer + signed(claims(exp=1)), b"apikey: " + secret), LEGACY)
    yield Case("a user's token beside a good key", (bearer + GOOD, b"apikey: " + secret), USER_IS_IN)
