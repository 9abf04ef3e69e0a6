"""A push service on this machine: it checks who sends it messages, and decrypts them (RFC 8030, 8188, 8291, 8292)."""

import json
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

HOST = "localhost"


def text_of(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Device:
    """A browser with a subscription: what it shows to the server, and what it keeps to decrypt."""

    origin: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: uuid4().bytes)
    path: str = field(default_factory=lambda: f"/send/{uuid4().hex}")
    received: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    # The next answers; 201 when there are none left.
    answers: list[int] = field(default_factory=list)
    answer_headers: dict[str, str] = field(default_factory=dict)

    @property
    def endpoint(self) -> str:
        return self.origin + self.path

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": text_of(point), "auth": text_of(self.auth)}}

    def titles(self) -> list[str]:
        return [one["title"] for one in self.received]


class PushService:
    """Takes what is pushed to its devices; `tries` counts every request, and while not `awake` it answers none."""

    def __init__(self, folder: Path, *, push_key: str) -> None:
        self.push_key = push_key
        self.devices: dict[str, Device] = {}
        self.tries: list[str] = []
        self.awake = threading.Event()
        self.awake.set()
        self.authority = folder / "authority.pem"
        certificate = folder / "service.pem"
        make_certificates(self.authority, certificate)
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.take(self, body)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        self.origin = f"https://{HOST}:{self.port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self.awake.set()
        self.server.shutdown()
        self.server.server_close()

    def device(self) -> Device:
        """Return a new browser's subscription."""
        made = Device(self.origin)
        self.devices[made.path] = made
        return made

    def take(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        """Answer one message; what is wrong with it answers 400, so that a test sees that nothing arrived."""
        self.tries.append(handler.path)
        if not self.awake.is_set():
            self.awake.wait()
            handler.close_connection = True
            return
        device = self.devices.get(handler.path)
        if device is None:
            reply(handler, 404)
            return
        status = device.answers.pop(0) if device.answers else 201
        if status < 300:
            try:
                device.received.append(self.read(device, dict(handler.headers), body))
                device.headers.append(dict(handler.headers))
            except Exception as error:
                device.headers.append({"Wrong": repr(error)})
                status = 400
        reply(handler, status, device.answer_headers)

    def read(self, device: Device, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        """Check a message as push services and browsers do, and return what it says."""
        assert headers["Content-Encoding"] == "aes128gcm"
        assert len(body) <= 4096
        assert int(headers["TTL"]) > 0
        assert headers["Urgency"] in ("very-low", "low", "normal", "high")
        assert len(headers["Topic"]) <= 32
        self.check_sender(headers["Authorization"])
        plain = http_ece.decrypt(body, private_key=device.key, auth_secret=device.auth, version="aes128gcm")
        said: dict[str, Any] = json.loads(plain)
        return said

    def check_sender(self, authorization: str) -> dict[str, Any]:
        """Check a VAPID token (RFC 8292): whom it is for, how long it holds, who signed it, and how to reach them."""
        scheme, _, rest = authorization.partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid"
        assert parts["k"] == self.push_key, "the key that browsers subscribed with"
        head, claims, signature = parts["t"].split(".")
        assert json.loads(bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
        raw = bytes_of(signature)
        der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(parts["k"]))
        public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        told: dict[str, Any] = json.loads(bytes_of(claims))
        now = time.time()
        assert told["aud"] == self.origin
        assert now < told["exp"] <= now + 24 * 3600
        assert told["sub"].startswith("mailto:")
        assert "@" in told["sub"]
        return told


def reply(handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str] | None = None) -> None:
    handler.send_response(status)
    for name, value in (headers or {}).items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def make_certificates(authority: Path, certificate: Path) -> None:
    """Write an authority of our own, and a certificate with its key for the service."""
    now = datetime.now(UTC)

    def build(name: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        issuer = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Hearthside test authority")])
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=2))
        )

    root, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    signing = x509.KeyUsage(True, False, False, False, False, True, True, False, False)
    top = build("Hearthside test authority", root)
    top = top.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    top = top.add_extension(signing, critical=True)
    top = top.add_extension(x509.SubjectKeyIdentifier.from_public_key(root.public_key()), critical=False)
    leaf = build(HOST, own).add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(root.public_key())
    leaf = leaf.add_extension(issuer, critical=False)
    authority.write_bytes(top.sign(root, hashes.SHA256()).public_bytes(Encoding.PEM))
    secret = own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    certificate.write_bytes(secret + leaf.sign(root, hashes.SHA256()).public_bytes(Encoding.PEM))
