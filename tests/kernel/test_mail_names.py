"""What somebody chose or wrote stands in the head of our mails, and no sign in it reaches further."""

import binascii
import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.mail.smtp import POLICY, AttachedFile, HeaderText, Mailbox

HOSTILE = [
    'é" <e@evil.example>, "x',
    "evil@evil.example",
    "a: é evil@evil.example",
    "é, <b@c.example>",
    '"é" (x) ; : @ [1.2.3.4]',
    "=?utf-8?q?=3Cevil=40evil=2Eexample=3E?=",
    "=?utf-8?b?PGV2aWxAZXZpbC5leGFtcGxlPg==?= x",
    "=?utf-8?q?=0D=0A=0D=0AHi?= a",
    "=?utf-8?q?=0D=0ABcc:_b@c.example?= a",
    'x\\" <b@c.example>',
    "Robin\r\nBcc: b@c.example",
    "Robin\n\nHi",
    'a"; x="../../b',
    "utf-8''%0d%0aBcc:",
    "Zoë " * 20,
    "x" * 70,
    "Nguyễn Hữu Thọ",
    "محمد علي",
    "\U0001f1f3\U0001f1f1\u200d\ufe0f",
    "Robin Day",
    "Robin  Day ",
]
# What the protocol itself is made of, beside all characters that there are.
SPECIAL = st.sampled_from(["=?utf-8?q?=0D=0A?=", "=?utf-8?b?DQo=?=", "=?", "?=", "\r\n", "\n", " ", '"', "\\", "<", ">",
                           ";", "''", "%0D%0A", "@", ",", ":", "(", "/", "\u2028", "\x00", "=0D=0A"])  # fmt: skip
WRITTEN = st.lists(st.one_of(SPECIAL, st.text(max_size=12)), max_size=12).map("".join)
HEADS = ["From", "To", "Reply-To", "Subject", "MIME-Version", "Content-Type"]


def mail_with(text: str) -> bytes:
    """A mail that has one text in every header that can hold a person's words."""
    message = EmailMessage(policy=POLICY)
    message["From"] = Mailbox(text, "hello@hearthside.example")
    message["To"] = Mailbox(text, "me@example.org")
    message["Reply-To"] = Mailbox(text, "help@hearthside.example")
    message["Subject"] = HeaderText(text)
    message.set_content("Hello")
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf")
    message.get_payload()[-1].replace_header("Content-Disposition", AttachedFile(text))
    return message.as_bytes()


def words_of(value: str) -> str:
    """Read the words of a header by RFC 2047 and nothing else, as they came through the wire."""
    if not value.startswith("=?"):
        return value
    coded = [re.fullmatch(r"=\?utf-8\?b\?([A-Za-z0-9+/=]+)\?=", word) for word in value.split(" ")]
    return b"".join(binascii.a2b_base64(word[1]) for word in coded if word).decode()


def file_name_of(value: str) -> str:
    """Read a file's name by RFC 2231 and nothing else."""
    plain = re.fullmatch(r'attachment; filename="([^"]*)"', value)
    if plain:
        return plain[1]
    parts = re.findall(r"; filename\*(\d+)\*=([^;]*)", value)
    assert "".join(f"; filename*{n}*={part}" for n, part in parts) == value.removeprefix("attachment")
    assert [int(number) for number, _ in parts] == list(range(len(parts)))
    return unquote("".join(part for _, part in parts).removeprefix("utf-8''"), errors="strict")


def check(text: str) -> None:
    content = mail_with(text)
    head, _, body = content.partition(b"\r\n\r\n")
    for line in content.split(b"\r\n"):
        assert len(line) <= 78, line
        assert line.isascii(), line
    unfolded = [line.partition(": ") for line in head.decode().replace("\r\n ", " ").split("\r\n")]
    values = {name: value for name, _, value in unfolded}
    assert [name for name, _, _ in unfolded] == HEADS
    kept = re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text.encode(errors="replace").decode())
    for name, address in (("From", "hello@h"), ("To", "me@e"), ("Reply-To", "help@h")):
        phrase, _, route = values[name].rpartition("<")
        assert route.startswith(address)
        assert "@" not in phrase
        assert words_of(phrase.rstrip(" ")) == kept
    assert words_of(values["Subject"]) == kept
    assert str(make_header(decode_header(values["Subject"]))) == kept
    told = re.search(r"^Content-Disposition: ([^\r\n]*(?:\r\n [^\r\n]*)*)", body.decode(), re.MULTILINE)
    assert told is not None
    assert file_name_of(told[1].replace("\r\n ", " ")) == re.sub(r"[/\\]", "_", kept)
    # What another reader, which takes encoded words as it takes others, makes of it.
    strict: Any = message_from_bytes(content, policy=policy.default)
    assert [one.addr_spec for one in strict["To"].addresses] == ["me@example.org"]
    assert strict.get_body().get_content() == "Hello\r\n"
    assert [part.get_content() for part in strict.iter_attachments()] == [b"%PDF"]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_was_chosen_is_read_as_it_was_chosen(text: str) -> None:
    check(text)


@given(WRITTEN)
def test_every_text_stays_in_its_header(text: str) -> None:
    check(text)


@pytest.mark.parametrize("value", ["Zoë", "=?utf-8?q?=0D=0A?=", "a\r\nBcc: b@c.example", "a\tb"])
def test_a_header_for_programs_takes_no_words_of_people(value: str) -> None:
    message = EmailMessage(policy=POLICY)
    for name in ("Subject", "X-Sender", "Message-ID", "Comments"):
        with pytest.raises(ValueError, match=r"more than plain ASCII|linefeed"):
            message[name] = value
    assert message.keys() == []


@pytest.mark.parametrize("address", ["a@b.example>\r\nBcc: c", "a b@c.example", "a@b.example, c@d.example", ""])
def test_an_address_ends_where_it_ends(address: str) -> None:
    with pytest.raises(ValueError, match="would end it"):
        Mailbox("Robin", address)
