"""What a forger does with algorithms, keys and signatures."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, utils

from forgeries.cases import ALGORITHM, ASYMMETRIC, FORMAT, LEGACY, NO_USER, TOO_LARGE, USER_IS_IN, Case, case
from forgeries.keys import (
    EC_KEY, EC_ORDER, GOOD, GOOD_EC, GOOD_RSA, LATER, OCT_KEY, OTHER_EC_KEY, OTHER_RSA_KEY, P384_KEY, RSA_KEY,
    SMALL_RSA_KEY, Sign, claims, encode, es256, hs256, jwk, rs256, signed, token,
)
from host import SECRET


def let_in() -> Iterator[Case]:
    """The good ones: without them a host that refuses all would pass."""
    yield case("HS256", GOOD, USER_IS_IN)
    yield case("ES256", GOOD_EC, USER_IS_IN)
    yield case("RS256", GOOD_RSA, USER_IS_IN)
    yield case("ES256 without kid", token({"alg": "ES256"}, claims(), es256()), USER_IS_IN)
    yield case("HS256 by the key of its kid", token({"alg": "HS256", "kid": "oct"}, claims(), hs256(OCT_KEY)),
        USER_IS_IN)
    yield case("HS256 by the secret, whatever its kid", signed(claims(), kid="rsa"), USER_IS_IN)
    yield case("the service role", signed({"role": "service_role", "exp": LATER}), NO_USER, is_service=True)
    yield case("the anon role", signed({"role": "anon", "exp": LATER}), NO_USER)
    yield case("a long one", signed(claims(more="x" * 20_000)), USER_IS_IN)
    yield case("one too long for a head", signed(claims(more="x" * 40_000)), TOO_LARGE)


def other_algorithms() -> Iterator[Case]:
    for name in ["none", "None", "NONE", "nOnE", "none ", "", "null", "hs256", "HS256 ", " HS256", "HS-256", "HS257",
        "HS384", "HS512",
                 "ES384", "ES512", "ES256K", "RS384", "RS512", "PS256", "PS512", "EdDSA", "Ed25519", "dir", "A256KW",
                 "RSA-OAEP", "HMAC",
                 "es256", "rs256", "HS256\0", "ＨＳ２５６", "HЅ256", "none\r\nX-Role: service_role", "x" * 5000, "😀"]:
        header = {"alg": name, "typ": "JWT"}
        yield case(f"alg {name[:30]!r}, unsigned", token(header, claims(), lambda _: b""), ALGORITHM)
        if name.strip().lower() in ("none", "hs256"):
            yield case(f"alg {name[:30]!r}, signed", token(header, claims(), hs256()), ALGORITHM)
    for value in [None, 5, True, ["HS256"], {"HS256": 1}]:
        yield case(f"alg {value!r}", token({"alg": value}, claims(), hs256()), FORMAT)
    yield case("no alg", token({"typ": "JWT"}, claims(), hs256()), FORMAT)
    yield case("two algs", token(b'{"alg":"none","alg":"HS256"}', claims(), hs256()), FORMAT)
    yield case("two algs, one escaped", token(rb'{"alg":"HS256","\u0061lg":"none"}', claims(), hs256()), FORMAT)
    yield case("Alg", token({"Alg": "HS256"}, claims(), hs256()), FORMAT)


def confused_keys() -> Iterator[Case]:
    """The public key taken for a shared secret, and one kind of key for another."""
    form, spki = serialization.Encoding, serialization.PublicFormat.SubjectPublicKeyInfo
    for name, key in (("rsa", RSA_KEY), ("ec", EC_KEY)):
        pem = key.public_key().public_bytes(form.PEM, spki)
        numbers = jwk(key)
        secrets = {
            "PEM": pem, "PEM without its end": pem.rstrip(), "DER": key.public_key().public_bytes(form.DER, spki),
            "JWK": json.dumps(numbers).encode(), "first number": numbers.get("n", numbers.get("x")).encode(),
            "first number's bytes": base64.urlsafe_b64decode(numbers.get("n", numbers.get("x")) + "=="),
        }
        for spelling, secret in secrets.items():
            yield case(f"HS256 by the {name} key as {spelling}", token({"alg": "HS256", "kid": name}, claims(),
                hs256(secret)), LEGACY)
    yield case("ES256 by kid of RSA", token({"alg": "ES256", "kid": "rsa"}, claims(), es256()), ASYMMETRIC)
    yield case("RS256 by kid of EC", token({"alg": "RS256", "kid": "ec"}, claims(), rs256()), ASYMMETRIC)
    yield case("ES256 by kid of oct", token({"alg": "ES256", "kid": "oct"}, claims(), hs256(OCT_KEY)), ASYMMETRIC)
    yield case("RS256 signed as HS256", token({"alg": "RS256", "kid": "rsa"}, claims(), hs256()), ASYMMETRIC)
    yield case("HS256 by the oct key of no kid", token({"alg": "HS256"}, claims(), hs256(OCT_KEY)), LEGACY)
    yield case("HS256 by the oct key of another kid", token({"alg": "HS256", "kid": "ec"}, claims(), hs256(OCT_KEY)),
        LEGACY)


def own_keys() -> Iterator[Case]:
    """The forger's own key, brought along or named."""
    brought = jwk(OTHER_EC_KEY, kid="ec")
    der = base64.b64encode(b"0\x82\x01\x0a" + bytes(200)).decode()
    for name, header in {
        "jwk": {"jwk": brought}, "jku": {"jku": "http://127.0.0.1:1/keys.json"},
        "x5u": {"x5u": "http://127.0.0.1:1/certificate"},
        "x5c": {"x5c": [der]}, "x5t": {"x5t": "AAAA"}, "x5t#S256": {"x5t#S256": "AAAA"},
        "jku of the kid": {"jku": "file:///dev/null"},
    }.items():
        for kid in ({}, {"kid": "ec"}):
            named = f"{name} with{'' if kid else 'out'} kid"
            yield case(named, token({"alg": "ES256", **kid, **header}, claims(), es256(OTHER_EC_KEY)), ASYMMETRIC)
    yield case("jwk of HS256", token({"alg": "HS256", "jwk": {"kty": "oct", "k": "QUFB"}}, claims(), hs256(b"AAA")),
        LEGACY)
    yield case("another RSA key", token({"alg": "RS256", "kid": "rsa"}, claims(), rs256(OTHER_RSA_KEY)), ASYMMETRIC)
    yield case("a small RSA key of the set", token({"alg": "RS256", "kid": "small"}, claims(), rs256(SMALL_RSA_KEY)),
        ASYMMETRIC)
    yield case("a key of the set for encryption", token(
        {"alg": "ES256", "kid": "encryption"}, claims(), es256(OTHER_EC_KEY)), ASYMMETRIC)
    yield case("a short oct key of the set", token({"alg": "HS256", "kid": "short"}, claims(), hs256(b"short")), LEGACY)
    for kid in ["unknown", "", "EC", "ec ", "../../../dev/null", "' OR '1'='1", "ec\0", "x" * 8000, "rsa,ec", "*"]:
        yield case(f"kid {kid[:20]!r}", token({"alg": "ES256", "kid": kid}, claims(), es256()), ASYMMETRIC)
    yield case("kid of an empty file", token({"alg": "HS256", "kid": "/dev/null"}, claims(), hs256(b"")), LEGACY)
    yield case("two kids", token(b'{"alg":"ES256","kid":"x","kid":"ec"}', claims(), es256()), FORMAT)


def wrong_signatures() -> Iterator[Case]:
    head, payload, signature = GOOD.split(b".")
    unsigned = head + b"." + payload + b"."
    other = signed(claims(role="service_role")).split(b".")[2]
    yield case("no signature", unsigned, LEGACY)
    yield case("half a signature", unsigned + signature[:20], LEGACY)
    yield case("a signature and more", unsigned + encode(hs256()(head + b"." + payload) + b"x"), LEGACY)
    yield case("a zero signature", unsigned + encode(bytes(32)), LEGACY)
    yield case("another token's signature", unsigned + other, LEGACY)
    flipped = bytearray(hs256()(head + b"." + payload))
    flipped[31] ^= 1
    yield case("a bit of the signature", unsigned + encode(bytes(flipped)), LEGACY)
    yield case("another payload", b".".join([head, encode(json.dumps(claims(role="service_role")).encode()),
        signature]), LEGACY)
    yield case("another header", b".".join([encode(b'{"alg":"HS256"}'), payload, signature]), LEGACY)
    for name, secret in {"no secret": b"", "another secret": b"another secret, as long as it has to be",
        "the secret and a line's end":
                         SECRET.encode() + b"\n", "the secret in capitals": SECRET.upper().encode(),
                         "Supabase's local secret":
                         b"super-secret-jwt-token-with-at-least-32-characters-long",
                         "the secret twice": SECRET.encode() * 2}.items():
        yield case(f"signed with {name}", token({"alg": "HS256"}, claims(), hs256(secret)), LEGACY)
    yield case("HMAC of SHA-512", token({"alg": "HS256"}, claims(), lambda s: hmac.new(SECRET.encode(), s,
        "sha512").digest()), LEGACY)
    yield case("a plain hash",
        token({"alg": "HS256"}, claims(), lambda s: hashlib.sha256(SECRET.encode() + s).digest()), LEGACY)
    yield case("the secret itself", token({"alg": "HS256"}, claims(), lambda _: SECRET.encode()), LEGACY)


def wrong_curve_signatures() -> Iterator[Case]:
    def made(sign: Sign) -> bytes:
        return token({"alg": "ES256", "kid": "ec"}, claims(), sign)

    def pair(r: int, s: int) -> Sign:
        return lambda _: r.to_bytes(32) + s.to_bytes(32)

    def swapped(signed: bytes) -> bytes:
        signature = es256()(signed)
        return signature[32:] + signature[:32]

    largest = (1 << 256) - 1
    for name, (r, s) in {"r = s = 0": (0, 0), "r = 0": (0, 1), "s = 0": (1, 0), "r = s = 1": (1, 1),
        "r = order": (EC_ORDER, 1),
                         "s = order": (1, EC_ORDER), "both orders": (EC_ORDER, EC_ORDER),
                         "both largest": (largest, largest)}.items():
        yield case(f"ES256 {name}", made(pair(r, s)), ASYMMETRIC)
    yield case("ES256 r and s swapped", made(swapped), ASYMMETRIC)
    yield case("ES256 in DER", made(lambda signed: EC_KEY.sign(signed, ec.ECDSA(hashes.SHA256()))), ASYMMETRIC)
    yield case("ES256 zeros in DER", made(lambda _: utils.encode_dss_signature(0, 0)), ASYMMETRIC)
    yield case("ES256 of 63 bytes", made(lambda signed: es256()(signed)[:63]), ASYMMETRIC)
    yield case("ES256 of 65 bytes", made(lambda signed: b"\0" + es256()(signed)), ASYMMETRIC)
    yield case("ES256 of no byte", made(lambda _: b""), ASYMMETRIC)
    yield case("ES256 of SHA-384", made(lambda signed: es256()(hashlib.sha384(signed).digest())), ASYMMETRIC)
    yield case("ES256 on another curve", made(lambda s: P384_KEY.sign(s, ec.ECDSA(hashes.SHA256()))), ASYMMETRIC)
    yield case("ES256 with another payload", b".".join(
        [GOOD_EC.split(b".")[0], encode(json.dumps(claims(role="service_role")).encode()), GOOD_EC.split(b".")[2]]),
        ASYMMETRIC)


def wrong_rsa_signatures() -> Iterator[Case]:
    def made(sign: Sign, kid: str = "rsa") -> bytes:
        return token({"alg": "RS256", "kid": kid}, claims(), sign)

    def unencrypted(signed: bytes) -> bytes:
        """What a key with the exponent 1 takes for a signature: the padded digest as it is (RFC 8017, section 9.2)."""
        prefix = bytes.fromhex("3031300d060960864801650304020105000420")
        digest = prefix + hashlib.sha256(signed).digest()
        return b"\0\1" + b"\xff" * (256 - 3 - len(digest)) + b"\0" + digest

    modulus = RSA_KEY.public_key().public_numbers().n.to_bytes(256)
    pss = padding.PSS(padding.MGF1(hashes.SHA256()), 32)
    yield case("RS256 padded as PSS", made(rs256(pad=pss)), ASYMMETRIC)
    yield case("RS256 of SHA-512", made(rs256(digest=hashes.SHA512())), ASYMMETRIC)
    yield case("RS256 of SHA-1", made(rs256(digest=hashes.SHA1())), ASYMMETRIC)
    yield case("RS256 of zeros", made(lambda _: bytes(256)), ASYMMETRIC)
    yield case("RS256 of one", made(lambda _: bytes(255) + b"\1"), ASYMMETRIC)
    yield case("RS256 of the modulus", made(lambda _: modulus), ASYMMETRIC)
    yield case("RS256 of the largest", made(lambda _: b"\xff" * 256), ASYMMETRIC)
    yield case("RS256 and a zero before it", made(lambda signed: b"\0" + rs256()(signed)), ASYMMETRIC)
    yield case("RS256 of 255 bytes", made(lambda signed: rs256()(signed)[1:]), ASYMMETRIC)
    yield case("RS256 of no byte", made(lambda _: b""), ASYMMETRIC)
    yield case("RS256 unencrypted", made(unencrypted), ASYMMETRIC)
    yield case("RS256 by a key with exponent 1", made(unencrypted, "one"), ASYMMETRIC)
