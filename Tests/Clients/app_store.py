"""An App Store for tests: a chain of three certificates like Apple's, and the notices that it signs."""

import base64
import datetime
import uuid

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

SIGNER = "1.2.840.113635.100.6.11.1"
INTERMEDIATE = "1.2.840.113635.100.6.2.1"
BUNDLE = "com.leftova"
MONTHLY = "com.leftova.premium.monthly"
DAY = 86_400_000


def now() -> int:
    """The milliseconds since 1970."""
    return int(datetime.datetime.now(datetime.UTC).timestamp() * 1000)


class Issuer:
    """A certificate with its key."""

    def __init__(self, name: str, by: "Issuer | None" = None, authority: bool = True, marker: str | None = None):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        issuer = by or self
        today = datetime.datetime.now(datetime.UTC)
        usage = dict.fromkeys(
            ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
             "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"), False)
        usage["key_cert_sign" if authority else "digital_signature"] = True
        builder = (
            x509.CertificateBuilder()
            .subject_name(self.name).issuer_name(issuer.name).public_key(self.key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(today - datetime.timedelta(days=1)).not_valid_after(today + datetime.timedelta(days=30))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
            .add_extension(x509.KeyUsage(**usage), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer.key.public_key()), critical=False))
        if marker:
            null = x509.UnrecognizedExtension(x509.ObjectIdentifier(marker), b"\x05\x00")
            builder = builder.add_extension(null, critical=False)
        self.certificate = builder.sign(issuer.key, hashes.SHA256())

    @property
    def base64(self) -> str:
        return base64.b64encode(self.certificate.public_bytes(serialization.Encoding.DER)).decode()


class AppStore:
    def __init__(self):
        self.root = Issuer("Test Root")
        intermediate = Issuer("Test Authority", by=self.root, marker=INTERMEDIATE)
        self.signer = Issuer("Test Signer", by=intermediate, authority=False, marker=SIGNER)
        self.chain = [self.signer.base64, intermediate.base64, self.root.base64]

    def settings(self) -> dict[str, str]:
        """The environment of a host that takes the notices."""
        pem = self.root.certificate.public_bytes(serialization.Encoding.PEM).decode()
        return {"APP_STORE_ROOT_CERTIFICATE": pem, "APP_STORE_BUNDLE_ID": BUNDLE}

    def sign(self, payload: dict, **header) -> str:
        return jwt.encode(payload, self.signer.key, algorithm="ES256", headers={"x5c": self.chain, **header})

    def notice(self, kind: str, user: str, signed: int | None = None, number: str = "1", **transaction) -> dict:
        """The body of a notice on a transaction that began just now and lasts for 30 days."""
        signed = signed or now()
        info = {
            "bundleId": BUNDLE, "environment": "Production", "originalTransactionId": f"original-{user}",
            "transactionId": f"{number}-{user}", "productId": MONTHLY, "purchaseDate": signed, "signedDate": signed,
            "expiresDate": signed + 30 * DAY, "appAccountToken": user, **transaction,
        }
        data = {"bundleId": BUNDLE, "environment": "Production", "signedTransactionInfo": self.sign(info)}
        payload = {
            "notificationType": kind, "notificationUUID": str(uuid.uuid4()), "version": "2.0", "signedDate": signed,
            "data": data,
        }
        return {"signedPayload": self.sign(payload)}
