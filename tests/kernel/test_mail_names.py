"""The name that somebody chose stands in the head of our mails, and no sign in it reaches further."""

import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.mail import POLICY, Mailbox

NAMES = [
    'é" <e@evil.example>, "x',
    "a: é evil@evil.example",
    "é, <b@c.example>",
    '"é" (x) ; : @ [1.2.3.4]',
    "=?utf-8?q?=3Cevil=40evil=2Eexample=3E?=",
    "=?utf-8?b?PGV2aWxAZXZpbC5leGFtcGxlPg==?= x",
    'x\\" <b@c.example>',
    "Robin\r\nBcc: b@c.example",
    "Zoë " * 20,
    "x" * 70,
    "Nguyễn Hữu Thọ",
    "محمد علي",
    "\U0001f1f3\U0001f1f1\u200d\ufe0f",
    "Robin Day",
]


def written(name: str) -> bytes:
    message = EmailMessage(policy=POLICY)
    message["From"] = Mailbox("Hearthside", "hello@hearthside.example")
    message["To"] = Mailbox(name, "me@example.org")
    message["Subject"] = "Welcome"
    message.set_content("Hello")
    return message.as_bytes()


def lines_of(content: bytes) -> list[bytes]:
    head = content.partition(b"\r\n\r\n")[0]
    return head.split(b"\r\n")


def check(name: str) -> None:
    content = written(name)
    assert all(len(line) <= 78 and line.isascii() for line in lines_of(content))
    read = message_from_bytes(content)
    assert [key for key in read if key in ("To", "Cc", "Bcc", "From", "Subject")] == ["From", "To", "Subject"]
    phrase, _, address = str(read["To"]).rpartition("<")
    assert address == "me@example.org>"
    assert "@" not in phrase
    assert str(make_header(decode_header(phrase.strip()))) == re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", name)
    # What another reader, which takes encoded words as it takes others, makes of it.
    strict: Any = message_from_bytes(content, policy=policy.default)["To"]
    assert [one.addr_spec for one in strict.addresses] == ["me@example.org"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_as_it_was_chosen(name: str) -> None:
    check(name)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=120))
def test_every_name_stays_a_name(name: str) -> None:
    check(name)
