"""JSON texts for the fuzzer: random values in odd spellings, then damaged; and what they mean by Python's parser."""

import json
import random
import re
import sys
import unicodedata

# Numbers of any length are read; the texts are short.
sys.set_int_max_str_digits(0)

MAXIMUM_DEPTH = 128

NUMBERS = ["0", "-0", "1", "-1", "7", "1.5", "-0.0", "0.1", "1e2", "1E+2", "1e-2", "10e-1", "1.0", "5e-324", "4e-324",
    "2e-324",
           "1e-400", "-1e-400", "1.7976931348623157e308", "1.7976931348623159e308", "1e308", "1e309", "-1e309",
           "1e999999999",
           "1e-999999999", "0e999999999", "0.0e-999999999", "9007199254740991", "9007199254740992", "9007199254740993",
           "-9007199254740993", "9007199254740993.0", "9223372036854775807", "9223372036854775808",
           "-9223372036854775808",
           "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1.9999999999999999999999",
           "0.99999999999999999999999999", "123456789012345678901234567890", "1" + "0" * 400, "0." + "0" * 400 + "1",
           "1" + "0" * 308, "1.5e300", "100000000000000000000000e-23", "0.1e1", "12345678901234567.0", "-1.0e-0",
           "2.5e-1",
           "3.141592653589793238462643383279", "2.2250738585072011e-308", "2.2250738585072014e-308", "9" * 400]
ODD_NUMBERS = ["01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "1_000", "--1", "NaN", "Infinity", "-Infinity", "1,5",
    "00",
               "-01", "1.e5", "1e5.5", "\u0661", "1f", "1e5e5", "inf", "-.5", "1 2", "0b1", "1\u00a0", "\uff11"]
STRINGS = ['""', '"a"', '"\u00e9"', '"e\u0301"', r'"\u00e9"', r'"\u0065"', r'"\ud83d\ude00"', '"\U0001f600"',
    r'"\u0000"', r'"\"\\\/"',
           r'"\b\f\n\r\t"', '"\u2028"', '"\u007f"', '"\u202e"', r'"\uFFFF"', '"\ufeff"', r'"\uDBFF\uDFFF"',
           '"%s"' % ("x" * 100),
           r'"\u212b"', '"\u00c5"', '"\ud55c"', '"\u1112\u1161\u11ab"', '"__proto__"', '"1"', '"\x7f"']
ODD_STRINGS = [r'"\ud800"', r'"\udc00"', r'"\ud800\ud800"', r'"\udc00\ud800"', r'"\ud800x"', r'"\ud83d\u0041"',
    r'"\x41"', r'"\u12"',
               r'"\u12g4"', r'"\U0001F600"', '"\n"', '"\t"', '"\0"', '"\x1f"', "'a'", '"a', 'a"', r'"\"', r'"\u"',
               r'"\ud83d\ude0"',
               r'"\u+041"', r'"\u 041"', r'"\a"', '"\\\n"', '"a""b"', "`a`", r'"\ud800\\udc00"']
WORDS = ["true", "false", "null"]
ODD_WORDS = ["True", "nul", "nulll", "undefined", "TRUE", "none", "tru e", "true1", "\u03b1", "//x", "/*x*/1", "",
    "\ufeff1"]
BLANKS = ["", "", "", "", " ", "\n", "\r\n\t "]
ODD_BLANKS = ["\u00a0", "\x0b", "\x0c", "\u2028", "\ufeff", "\x00", "//\n", "/**/", "\x85", "\x1f"]
TOKENS = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"0", b"-", b".", b"e", b" ", b"\x00", b"\xff", b"\xc3",
    b"\xed\xa0\x80", b"\xc0\x80",
          b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"null", b"\\u", b'"a":', b"1", b"\xe2\x82", b"\xf0\x9f\x98\x80",
          b",,", b"\xcc\x81"]


class Refused(Exception):
    """The text is no JSON that the host may take."""


class Texts:
    """Makes one text from one seed: the same text for the same seed, on every machine."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)
        self.oddness = self.chance.choice([0, 0, 0.03, 0.1])

    def text(self) -> bytes:
        value = self._value(0) if self.chance.random() < 0.95 else self._large_object()
        data = (self._blank() + value + self._blank()).encode("utf-8", "surrogatepass")
        if self.chance.random() < 0.02:
            depth = self.chance.choice([1, 60, 126, 127, 128, 129, 130, 600])
            opening, closing = self.chance.choice([(b"[", b"]"), (b'{"a":', b"}")])
            data = opening * depth + data + closing * depth
        for _ in range(self.chance.choice([0, 0, 1, 2])):
            data = self._damaged(data)
        return data

    def numbers(self) -> list[str]:
        """Spellings of numbers, each of them JSON."""
        return [self._number() for _ in range(self.chance.randrange(1, 4))]

    def _either(self, usual: list[str], odd: list[str]) -> str:
        return self.chance.choice(odd if self.chance.random() < self.oddness else usual)

    def _blank(self) -> str:
        return self._either(BLANKS, ODD_BLANKS)

    def _value(self, depth: int) -> str:
        match self.chance.randrange(6 if depth < 5 else 4):
            case 0:
                return self._either(STRINGS, ODD_STRINGS)
            case 1 | 2:
                return self._number() if self.chance.random() >= self.oddness else self.chance.choice(ODD_NUMBERS)
            case 3:
                return self._either(WORDS, ODD_WORDS)
            case 4:
                return "[" + self._list(depth, lambda: self._value(depth + 1)) + "]"
            case _:
                return "{" + self._list(depth, lambda: self._key() + self._colon() + self._value(depth + 1)) + "}"

    def _large_object(self) -> str:
        """Of many keys, which a reader looks up in a table; sometimes one of them is there twice, or spelled twice."""
        count, stem = self.chance.choice([8, 9, 17, 40, 300]), self.chance.choice(["k", "k\u00e9", ""])
        keys = [json.dumps(f"{stem}{number}", ensure_ascii=self.chance.random() < 0.5) for number in range(count)]
        self.chance.shuffle(keys)
        if self.chance.random() < 0.3:
            again = self.chance.choice(keys)
            keys.insert(self.chance.randrange(len(keys)), self.chance.choice([again, again.replace("k", "\\u006b")]))
        return "{" + ",".join(key + ":" + self._value(4) for key in keys) + "}"

    def _key(self) -> str:
        if self.chance.random() < 0.2:
            return self._either(STRINGS, ODD_STRINGS)
        return json.dumps("".join(self.chance.choices("abcdefgh\u00e9\n", k=self.chance.randrange(1, 5))))

    def _colon(self) -> str:
        return self._blank() + self._either([":"], ["", "::", "=", ","]) + self._blank()

    def _list(self, depth: int, element) -> str:
        count = self.chance.choice([0, 1, 2, 4, 20 if depth == 0 else 3])
        comma = self._either([","], [",,", "", ";", ", ,"])
        parts = [self._blank() + element() + self._blank() for _ in range(count)]
        return comma.join(parts) + self._either([""], [",", " ,"])

    def _number(self) -> str:
        if self.chance.random() < 0.5:
            return self.chance.choice(NUMBERS)
        digits = "".join(self.chance.choices("0123456789", k=self.chance.choice([1, 2, 8, 17, 18, 19, 20, 40])))
        text = (digits.lstrip("0") or "0") if self.chance.random() < 0.9 else "0"
        if self.chance.random() < 0.4:
            text += "." + "".join(self.chance.choices("0123456789", weights=[8, 1, 1, 1, 1, 1, 1, 1, 1, 8],
                                                      k=self.chance.choice([1, 2, 16, 22, 40])))
        if self.chance.random() < 0.3:
            text += self.chance.choice("eE") + self.chance.choice(["", "+",
                "-"]) + str(self.chance.choice([0, 1, 2, 15, 18, 22, 300, 330]))
        return self.chance.choice(["", "", "-"]) + text

    def _damaged(self, data: bytes) -> bytes:
        place, length = self.chance.randrange(len(data) + 1), self.chance.choice([1, 1, 2, 6])
        match self.chance.randrange(5):
            case 0:
                return data[:place] + self.chance.choice(TOKENS) + data[place:]
            case 1:
                return data[:place] + data[place + length:]
            case 2:
                return data[:place] + bytes([self.chance.randrange(256)]) + data[place + 1:]
            case 3:
                return data[:place] + data[place:place + length] + data[place:]
            case _:
                return data[:place] + self.chance.choice(TOKENS) + data[place + length:]


def meaning(data: bytes) -> object:
    """The value of a text, or `Refused`: as Python reads it, but for duplicate keys, surrogates without their pair,
    numbers that no double holds, and depth. A byte order mark before it is skipped."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("it is not UTF-8") from error
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise Refused(str(error)) from error
    return comparable(value)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    # As Swift compares strings: two spellings of one character are one key.
    if len({unicodedata.normalize("NFC", key) for key, _ in pairs}) < len(pairs):
        raise Refused("a key is there twice")
    return dict(pairs)


def _constant(name: str) -> None:
    raise Refused(f"{name} is no number of JSON")


def comparable(value: object, depth: int = 0) -> object:
    """The value as the wire carries it: whole numbers of 64 bits as they are, all others as doubles."""
    if isinstance(value, (dict, list)) and depth == MAXIMUM_DEPTH:
        raise Refused("it is too deep")
    match value:
        case dict():
            return {comparable(key): comparable(member, depth + 1) for key, member in value.items()}
        case list():
            return [comparable(element, depth + 1) for element in value]
        case str():
            if re.search("[\ud800-\udfff]", value):
                raise Refused("a surrogate is alone")
        case bool() | None:
            pass
        case int() if not -2**63 <= value < 2**63:
            return comparable(_double(value))
        case float():
            if value in (float("inf"), float("-inf")):
                raise Refused("a number is too large")
            return int(value) if value == int(value) and abs(value) < 2**63 else value
    return value


def _double(value: int) -> float:
    try:
        return float(value)
    except OverflowError as error:
        raise Refused("a number is too large") from error


def whole(number: str) -> int | None:
    """The whole number of 64 bits that a spelling means exactly, told from its digits: nothing here can round."""
    sign, integer, fraction, exponent = re.fullmatch(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?", number).groups()
    digits = (integer + (fraction or "")).lstrip("0")
    significant = digits.rstrip("0")
    zeros = int(exponent or 0) - len(fraction or "") + len(digits) - len(significant)
    if not significant:
        return 0
    if zeros < 0 or len(significant) + zeros > 19:
        return None
    value = int(sign + significant + "0" * zeros)
    return value if -2**63 <= value < 2**63 else None
