"""What people choose and write never reaches the head of a mail, or another part of it, as anything but words.

Each mail goes through a real SMTP server, and its bytes are read by RFC 5322 and RFC 2047 alone.
"""

import re
from base64 import b64decode
from email import message_from_bytes, policy
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

import dkim
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.kernel.mail import smtp
from modules.billing.contracts.payments import File
from modules.notifications.contracts import Letter, MailType
from modules.notifications.service.composing import compose
from modules.sites.contracts import Site
from tests.factories.sites import set_site
from tests.fixture_types import MakeMember
from tests.notifications.conftest import Postman, postman  # noqa: F401
from tests.notifications.notifying import send
from tests.notifications.test_signed_mails import keys  # noqa: F401

# Each is short enough for a name, and would be let in as one.
NAMES = [
    "=?utf-8?q?=0D=0A=0D=0AHi?= a",
    "=?utf-8?q?=0ABcc:_x@y.example?=",
    "=?utf-8?b?DQpTdWJqZWN0OiB4?= a",
    '"a" <evil@evil.example>, "b',
    "a: evil; (x) \\",
    "<img src=x onerror=alert(1)>",
    "</p><h1>Win 500</h1>",
    "&lt;b&gt; {{ site.key }}",
    "é=0D=0ABcc: x",
]
KNOWN = {"Subject", "From", "To", "Reply-To", "Date", "Message-ID", "Auto-Submitted", "Content-Language", "List-Id",
         "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version", "Content-Type", "DKIM-Signature"}  # fmt: skip
SPECIAL = st.sampled_from(
    ["=?utf-8?q?=0D=0A=0D=0A?=", "\r\n", "\r\n.\r\n", "<", ">", "&", '"', "'", "=0D=0A", "{{", "--"]
)
WORDS = st.lists(st.one_of(SPECIAL, st.text(max_size=8)), max_size=8).map("".join)


class Page(HTMLParser):
    """A page as its elements and its words."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.words = ""
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def heads_of(raw: bytes) -> dict[str, str]:
    """Return the headers of a mail, each of which is there once and known to us, with encoded words read."""
    unfolded = raw.partition(b"\r\n\r\n")[0].decode("ascii").replace("\r\n ", " ").split("\r\n")
    heads = [line.partition(":") for line in unfolded]
    assert len({name for name, _, _ in heads}) == len(heads)
    assert {name for name, _, _ in heads} <= KNOWN
    return {name: _read(value.strip(" ")) for name, _, value in heads}


def _read(value: str) -> str:
    words = re.findall(r"=\?utf-8\?b\?([A-Za-z0-9+/=]+)\?=", value)
    rest = re.sub(r"=\?utf-8\?b\?[A-Za-z0-9+/=]+\?= ?", "", value)
    assert not words or "=?" not in rest, value
    return b"".join(map(b64decode, words)).decode() + rest


def parts_of(raw: bytes) -> tuple[str, Page, list[str]]:
    """Return the plain text, the page and the names of the files of a mail."""
    message: Any = message_from_bytes(raw, policy=policy.default)
    plain, page = (message.get_body((kind,)).get_content() for kind in ("plain", "html"))
    return plain, Page(page), [part.get_filename() for part in message.iter_attachments()]


def phrase_of(mailbox: str) -> str:
    return mailbox.rpartition("<")[0].rstrip(" ")


@pytest.mark.spec("8.1")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_adds_no_header_no_body_and_no_element(name: str, make_member: MakeMember, postman: Postman) -> None:
    reader = make_member(name=name, language="en")
    for writer in ("Alma", name):
        send(make_member(name=writer), reader)
    [(_, plain_page, _), (words, page, _)] = [parts_of(raw) for raw in postman.raw]
    heads = heads_of(postman.raw[1])
    assert heads["Subject"] == f"{name} sent you a message"
    assert phrase_of(heads["To"]) == name
    assert page.elements == plain_page.elements
    assert f"{name} sent you a message on" in words
    assert f"{name} sent you a message on" in page.words


@pytest.mark.parametrize(
    "name", ['=?utf-8?q?=0D=0ABcc:_x@y.example?= "a" <b@c.example>, x', "</title><h1>Win 500</h1>"]
)
def test_nor_does_the_name_of_a_site(name: str, site: Site, make_member: MakeMember, postman: Postman) -> None:
    set_site(site, name=name)
    send(make_member(name="Alma"), make_member(language="en"))
    heads = heads_of(postman.raw[0])
    assert phrase_of(heads["From"]) == name
    assert parts_of(postman.raw[0])[1].elements.count("h1") == 1


@pytest.mark.parametrize("support", ["help@x.example>\r\nBcc: <y@z.example", "no address", "a@b.example, c@d.example"])
def test_nor_does_the_address_for_answers(support: str, site: Site, make_member: MakeMember, postman: Postman) -> None:
    set_site(site, support_email=support)
    send(make_member(name="Alma"), make_member(language="en"))
    assert "Reply-To" not in heads_of(postman.raw[0])


def test_nor_does_anything_that_can_be_written(
    site: Site, make_member: MakeMember, postman: Postman, keys: Any
) -> None:
    """One text in every place of a mail that has room for it, signed as it goes out."""
    record, member = keys(site.domain), make_member(language="en")

    def deliver(text: str) -> bytes:
        file = File(f"{text}.pdf", b"%PDF")
        letter = Letter(
            text, text, (text, text), text, "https://x.example/", text, facts=((text, text),), files=(file,)
        )
        smtp.send(compose(site, member, MailType.NEW_MESSAGE, letter, mail_id=uuid4()))
        return postman.raw.pop()

    usual = parts_of(deliver("Robin"))[1]

    @settings(max_examples=50)
    @given(WORDS)
    def check(text: str) -> None:
        raw = deliver(text)
        kept = re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text)
        assert heads_of(raw)["Subject"] == kept
        _, page, files = parts_of(raw)
        assert files == [re.sub(r"[/\\]", "_", f"{kept}.pdf").strip()]
        assert not text or page.elements == usual.elements
        assert dkim.verify(raw, dnsfunc=lambda *_, **__: record.encode())

    check()
