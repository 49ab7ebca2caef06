"""A certificate authority of the tests, and hosts that trust it."""

import os
import pathlib
import ssl
import subprocess

import pytest

# The system's certificates, which the host's libcurl reads.
SYSTEM = "/etc/ssl/certs/ca-certificates.crt"
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")


class Authority:
    """Issues certificates for servers. `prefix` runs a host where the system's certificates are those of this authority alone:
    in a mount namespace of its own."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self._openssl(*CURVE, "-subj", "/CN=Authority of the tests", "-keyout", "authority.key", "-out", "authority.pem")
        command = f'mount --bind "$0" {SYSTEM} && exec "$@"'
        self.prefix = ("unshare", "--map-root-user", "--mount", "sh", "-c", command, str(folder / "authority.pem"))
        tried = subprocess.run([*self.prefix, "true"], capture_output=True, text=True, check=False)
        if tried.returncode:
            # A run that counts must not be without these tests.
            assert "CI" not in os.environ, tried.stderr
            pytest.skip(f"this machine allows no mount namespace: {tried.stderr.strip()}")

    def context(self, name: str, protocols: tuple[str, ...] = ()) -> ssl.SSLContext:
        """A server's settings of TLS, with a certificate for a name such as `IP:127.0.0.1`."""
        self._openssl(
            *CURVE, "-CA", "authority.pem", "-CAkey", "authority.key", "-subj", "/CN=A server of the tests",
            "-addext", f"subjectAltName={name}", "-addext", "basicConstraints=critical,CA:FALSE",
            "-keyout", "server.key", "-out", "server.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "server.pem", self.folder / "server.key")
        if protocols:
            context.set_alpn_protocols(list(protocols))
        return context

    def _openssl(self, *options: str) -> None:
        subprocess.run(["openssl", "req", "-x509", *options], cwd=self.folder, capture_output=True, check=True)
