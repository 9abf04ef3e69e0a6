"""DKIM: every mail is signed where there is a key, over all that mail programs act on."""

import hashlib
import re
from base64 import b64decode
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import dkim
import pytest
from click.testing import CliRunner
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from app.kernel.config import ConfigError, config
from app.kernel.mail import signature as mail_signature
from app.kernel.mail import smtp
from cli.mail import mail as command
from modules.sites.contracts import Site
from tests.fixture_types import MakeMember, Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import send
from tests.settings import SetEnv

Keys = Callable[..., str]


@pytest.fixture
def keys(tmp_path: Path, set_env: SetEnv) -> Any:
    """Make a key of a domain by the command, as an operator does; returns what the DNS would answer."""

    def run(domain: str) -> str:
        arguments = ["dkim", domain, "--selector", "s1", "--folder", str(tmp_path)]
        first, again = (CliRunner().invoke(command, arguments, catch_exceptions=False) for _ in range(2))
        assert first.output == again.output, "a key that is there stays"
        set_env(HEARTH_DKIM_FILE=str(tmp_path), HEARTH_DKIM_SELECTOR="s1")
        mail_signature.forget_keys()
        (path,) = tmp_path.glob(f"{domain}.pem")
        assert path.stat().st_mode & 0o077 == 0, "nobody else reads it"
        assert f"s1._domainkey.{domain}. IN TXT ( " in first.output
        parts = re.findall(r'"([^"]*)"', first.output)
        assert all(len(part) <= 255 for part in parts)
        return "".join(parts)

    yield run
    mail_signature.forget_keys()


def own_domain(message: Any) -> str:
    return str(message["From"].addresses[0].domain)


def tags(raw: bytes) -> dict[str, str]:
    """The tags of the first DKIM-Signature header."""
    found = re.match(rb"DKIM-Signature:((?:[^\r]|\r\n[ \t])+)\r\n", raw)
    assert found is not None
    pairs = (part.partition("=") for part in re.sub(r"\s+", "", found[1].decode()).split(";") if part)
    return {name: value for name, _, value in pairs}


def test_a_mail_is_signed_over_what_programs_act_on(pair: Pair, postman: Postman, keys: Keys, site: Site) -> None:
    writer, reader = pair
    domain = config().mail_from_domain or site.domain
    record = keys(domain)
    send(writer, reader)
    (raw,) = postman.raw
    (message,) = postman.to(reader.email)
    assert own_domain(message) == domain
    assert dkim.verify(raw, dnsfunc=lambda name, **_: record.encode() if name.startswith(b"s1._domainkey.") else b"")
    for old, new in ((b"Subject: ", b"Subject: Re: "), (b"/unsubscribe/new-message~", b"/unsubscribe/new-like~")):
        assert old in raw
        forged = raw.replace(old, new, 1)
        assert not dkim.verify(forged, dnsfunc=lambda *_, **__: record.encode())
    # Once more without the library: the body's hash and the signature over the headers, as RFC 6376 has them.
    told = tags(raw)
    assert (told["a"], told["c"], told["d"], told["s"]) == ("rsa-sha256", "relaxed/relaxed", domain, "s1")
    body = raw.partition(b"\r\n\r\n")[2]
    lines = [re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in body.split(b"\r\n")]
    canonical = re.sub(rb"(\r\n)*$", b"", b"\r\n".join(lines)) + b"\r\n"
    assert b64decode(told["bh"]) == hashlib.sha256(canonical).digest()
    signed = told["h"].split(":")
    assert {"list-unsubscribe", "list-unsubscribe-post", "list-id", "from", "subject", "to", "date"} <= set(signed)
    assert signed.count("from") == 2, "a second sender cannot be put in front"
    key = serialization.load_der_public_key(b64decode(record.partition("p=")[2]))
    assert isinstance(key, rsa.RSAPublicKey)
    key.verify(b64decode(told["b"]), signed_headers(raw, signed), padding.PKCS1v15(), hashes.SHA256())
    with pytest.raises(InvalidSignature):
        key.verify(b64decode(told["b"]), b"something else", padding.PKCS1v15(), hashes.SHA256())


def signed_headers(raw: bytes, names: list[str]) -> bytes:
    """What the signature is over, in relaxed form: each name takes the last such header that is left."""
    head = re.sub(rb"\r\n[ \t]+", b" ", raw.partition(b"\r\n\r\n")[0])
    found = [line.partition(b":") for line in head.split(b"\r\n")]
    headers = [(name.decode().lower(), re.sub(rb"[ \t]+", b" ", value).strip(b" ")) for name, _, value in found]
    (own,) = (value for name, value in headers if name == "dkim-signature")
    left, lines = headers[1:], []
    for name in names:
        at = next((at for at in range(len(left) - 1, -1, -1) if left[at][0] == name), None)
        if at is not None:
            lines.append(f"{name}:".encode() + left.pop(at)[1])
    return b"\r\n".join([*lines, b"dkim-signature:" + re.sub(rb"(b=)[^;]+$", rb"\1", own)])


def test_the_headers_of_unsubscribing_stand_whole_on_the_wire(pair: Pair, postman: Postman, site: Site) -> None:
    writer, reader = pair
    send(writer, reader)
    (raw,) = postman.raw
    assert re.search(rb"\r\nList-Unsubscribe: <http\S+/api/v1/unsubscribe/new-message~[\w-]+>\r\n", raw)
    assert f"\r\nList-Id: <new-message.{site.key}.".encode() in raw
    assert raw.isascii()
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998
    assert b"Precedence" not in raw
    assert b"DKIM-Signature" not in raw, "no key, no signature"


def test_a_domain_signs_with_the_key_of_the_domain_above_it_and_never_with_anothers(
    keys: Keys, make_member: MakeMember
) -> None:
    keys("example.org")
    content = b"From: hello@mail.example.org\r\nSubject: Hello\r\n\r\nHello\r\n"
    assert tags(mail_signature.sign_mail(content, domain="mail.example.org"))["d"] == "example.org"
    for other in ("example.com", "notexample.org", "org"):
        assert mail_signature.sign_mail(content, domain=other) == content


def test_one_key_may_sign_for_every_domain(keys: Keys, tmp_path: Path, set_env: SetEnv) -> None:
    keys("example.org")
    set_env(HEARTH_DKIM_FILE=str(tmp_path / "example.org.pem"))
    message = EmailMessage(policy=smtp.POLICY)
    message["From"] = smtp.Mailbox("", "hello@warm.example")
    message.set_content("Hello")
    assert tags(smtp.content_of(message))["d"] == "warm.example"


@pytest.mark.parametrize("settings", [{"FILE": "/nowhere", "SELECTOR": "s1"}, {"SELECTOR": "s1"}, {"FILE": "/tmp"}])
def test_half_a_setting_is_refused(settings: dict[str, str], set_env: SetEnv) -> None:
    set_env(**{f"HEARTH_DKIM_{name}": value for name, value in settings.items()})
    with pytest.raises(ConfigError, match="HEARTH_DKIM_FILE"):
        config()
