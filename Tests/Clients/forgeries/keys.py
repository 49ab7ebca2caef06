"""Keys, and tokens signed with them: the project's own, and the forger's."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from host import SECRET

USER = "6f0fd94f-5f5c-4f0e-9d0e-3b8a3c7c2a11"
NOW = int(time.time())
# An instant after the tests. They begin when pytest has collected and run all others before them, which may take hours.
LATER = NOW + 7 * 86_400

# The keys of the project's JWKS, and some that are not in it.
EC_KEY, OTHER_EC_KEY = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
RSA_KEY, OTHER_RSA_KEY = rsa.generate_private_key(65537, 2048), rsa.generate_private_key(65537, 2048)
SMALL_RSA_KEY = rsa.generate_private_key(65537, 1024)
P384_KEY = ec.generate_private_key(ec.SECP384R1())
OCT_KEY = b"a symmetric key of the key set, with a name"
SECRET_KEY, PUBLISHABLE_KEY = "sb_secret_" + "Kq7" * 9, "sb_publishable_" + "Vt4" * 9
EC_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def encode(part: bytes) -> bytes:
    return base64.urlsafe_b64encode(part).rstrip(b"=")


def number(value: int) -> str:
    return encode(value.to_bytes((value.bit_length() + 7) // 8 or 1)).decode()


def jwk(key, **more) -> dict:
    """The public key as an entry of a key set."""
    public = key.public_key().public_numbers()
    if isinstance(public, rsa.RSAPublicNumbers):
        return {"kty": "RSA", "n": number(public.n), "e": number(public.e), **more}
    size = (public.curve.key_size + 7) // 8
    x, y = (encode(value.to_bytes(size)).decode() for value in (public.x, public.y))
    return {"kty": "EC", "crv": {256: "P-256", 384: "P-384"}[public.curve.key_size], "x": x, "y": y, **more}


KEY_SET = {"keys": [
    jwk(EC_KEY, kid="ec", alg="ES256", use="sig"), jwk(RSA_KEY, kid="rsa", alg="RS256"),
    # These must not count.
    jwk(SMALL_RSA_KEY, kid="small"), {**jwk(OTHER_RSA_KEY, kid="one"), "e": "AQ"}, jwk(P384_KEY, kid="p384"),
    jwk(OTHER_EC_KEY, kid="encryption", use="enc"), {"kty": "oct", "kid": "short", "k": "c2hvcnQ"}, {"kty": "none"}, 5,
    {"kty": "oct", "kid": "oct", "alg": "HS256", "k": encode(OCT_KEY).decode()},
]}

SETTINGS = {
    "SUPABASE_JWKS": json.dumps(KEY_SET), "SUPABASE_SECRET_KEYS": json.dumps({"default": SECRET_KEY}),
    "SUPABASE_PUBLISHABLE_KEYS": json.dumps({"default": PUBLISHABLE_KEY}),
}


Sign = Callable[[bytes], bytes]


def hs256(key: bytes = SECRET.encode()) -> Sign:
    return lambda signed: hmac.new(key, signed, hashlib.sha256).digest()


def es256(key: ec.EllipticCurvePrivateKey = EC_KEY) -> Sign:
    def sign(signed: bytes) -> bytes:
        r, s = decode_dss_signature(key.sign(signed, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32) + s.to_bytes(32)
    return sign


def rs256(key: rsa.RSAPrivateKey = RSA_KEY, pad=padding.PKCS1v15(), digest=hashes.SHA256()) -> Sign:
    return lambda signed: key.sign(signed, pad, digest)


def claims(**more) -> dict:
    return {"sub": USER, "role": "authenticated", "exp": LATER, **more}


def token(header: dict | bytes, payload: dict | bytes, sign: Sign) -> bytes:
    parts = [part if isinstance(part, bytes) else json.dumps(part).encode() for part in (header, payload)]
    signed = b".".join(map(encode, parts))
    return signed + b"." + encode(sign(signed))


def signed(payload: dict | bytes, **header) -> bytes:
    """With the project's secret: only its claims may be odd."""
    return token({"alg": "HS256", "typ": "JWT", **header}, payload, hs256())


def with_claims(text: str) -> bytes:
    """Signed with the project's secret, the claims as they are written."""
    return signed(text.encode("utf-8", "surrogatepass"))


GOOD = signed(claims())
GOOD_EC = token({"alg": "ES256", "kid": "ec"}, claims(), es256())
GOOD_RSA = token({"alg": "RS256", "kid": "rsa"}, claims(), rs256())
