"""Answers as mail programs send them, which quote our mail with the address that it came from."""

from email.message import EmailMessage
from typing import Any

import pytest

from app.kernel.db.session import transaction
from app.kernel.mail import incoming
from tests.conftest import drain_now
from tests.factories.moderation import make_complaint
from tests.fixture_types import MakeMember
from tests.moderation.test_mail_replies import address_of, letter, newest_of, take
from tests.notifications.conftest import Postman, postman

__all__ = ["postman"]

OWN = "It was in May.\n\nThe second payment is missing."
# Without a mark on each line, below one line that leads to it.
LEADS = [
    "    On Thursday, November 26, 2026 at 09:12:00 AM GMT+1, {author} wrote:  ",
    "    Le jeudi 26 novembre 2026 à 09:12:00 UTC+1, {author} a écrit :  ",
    "    Am Donnerstag, 26. November 2026 um 09:12:00 MEZ hat {author} Folgendes geschrieben:  ",
    "Il 26/11/2026 09:12 CET {author} ha scritto:",
    "-------- Original Message --------\nOn Thursday, 11/26/26 at 09:12 {author} wrote:",
    "---- On Thu, 26 Nov 2026 09:12:00 +0100 {author} wrote ---",
    "---- On Thu, 26 Nov 2026 09:12:00 +0100 {address} wrote ----",
    "Dnia 26 listopada 2026 09:12 Hearthside &lt;{address}&gt; napisał(a):",
    "Gesendet: \nDonnerstag, 26. November 2026 um 09:12\nVon: \n{author}\nAn: \nRobin\nBetreff: \n1042",
    "-----Original-Nachricht-----\n\nBetreff: 1042\n\nDatum: 2026-11-26T09:12:00+0100\n\nVon: {author}\n\nAn: Robin",
]
PAGES = {
    "Outlook": "<div><p><b>Von:</b> {author} <br>\n<b>Gesendet:</b> Donnerstag, 26. November 2026 09:12<br>\n"
    "<b>An:</b> Robin<br>\n<b>Betreff:</b> 1042</p></div>\n<p>&nbsp;</p>\n<p>quoted</p>",
    "GMX": '<div name="quote"><div><b>Gesendet:</b>&nbsp;Donnerstag, 26. November 2026 um 09:12 Uhr<br/>\n'
    "<b>Von:</b>&nbsp;{author}<br/>\n<b>An:</b>&nbsp;Robin<br/>\n<b>Betreff:</b>&nbsp;1042</div>\n"
    '<div name="quoted-content">quoted</div></div>',
    "Yahoo": "<div><div>On Thursday, November 26, 2026 at 09:12 AM, {author} wrote:</div><div><br></div>quoted</div>",
}

OWN_WORDS = [
    "I wrote to {address} at 21:40:\n\nNobody answered.",
    "From: {author}\nIs it real?",
    "From:\n{author}\nTo:\nRobin\nIs it real?",
    "From:\nmy bank\nTo:\nyou\nSubject:\nmoney\n\nIs it real?",
    "--- your mail from {address} ---\nIs it real?",
    "It came from &lt;{address}&gt; at 21:40:\nIs it real?",
]


def address_in(author: str) -> str:
    return author.partition("<")[2].rstrip(">")


@pytest.fixture
def asked(replies: None, make_member: MakeMember, postman: Postman) -> tuple[Any, str]:
    """A complaint, and who wrote the mail about it, as mail programs show it."""
    member = make_member(language="en")
    with transaction() as session:
        made = make_complaint(session, member)
    drain_now()
    return made, str(postman.to(member.email)[-1]["From"])


def page(to: str, html: str) -> bytes:
    message = EmailMessage()
    message["To"], message["Message-ID"] = to, "<1@example.org>"
    message.set_content(html, subtype="html")
    return message.as_bytes()


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("lead", LEADS)
def test_what_leads_to_a_quote_names_the_address_that_our_mail_came_from(asked: tuple[Any, str], lead: str) -> None:
    made, author = asked
    lead = lead.format(author=author, address=address_in(author))
    quote = f"{lead}\n \n Hello Robin,\n\n we looked at your payments.\n"
    assert take(letter(address_of(made), f"{OWN}\n\n{quote}")) == "taken"
    assert newest_of(made) == OWN


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("words", OWN_WORDS)
def test_own_words_that_name_the_address_that_our_mail_came_from_are_kept(asked: tuple[Any, str], words: str) -> None:
    made, author = asked
    own = words.format(author=author, address=address_in(author))
    assert take(letter(address_of(made), own)) == "taken"
    assert newest_of(made) == own


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("name", PAGES)
def test_of_a_page_without_marks_the_own_words_arrive_alone(asked: tuple[Any, str], name: str) -> None:
    made, author = asked
    quote = PAGES[name].format(author=author.replace("<", "&lt;").replace(">", "&gt;"))
    assert take(page(address_of(made), f"<body><p>It was\nin <b>May</b>.</p>\n{quote}</body>")) == "taken"
    assert newest_of(made) == "It was in May."


@pytest.mark.spec("10.6")
def test_lines_and_cells_of_a_page_stay_apart(asked: tuple[Any, str]) -> None:
    to = address_of(asked[0])
    assert take(page(to, "<table><tr><td>May</td><td>9.99</td></tr></table><pre>one\ntwo</pre>")) == "taken"
    assert newest_of(asked[0]).split("\n") == ["May 9.99", "one", "two"]


@pytest.mark.spec("10.6")
@pytest.mark.parametrize(
    ("size", "below"), [(1_000, "The second line is yours."), (incoming.MAX_READ_BYTES, "[…]")], ids=["small", "large"]
)
def test_words_below_a_picture_arrive_too_or_it_is_seen_that_there_may_be_more(
    size: int, below: str, asked: tuple[Any, str]
) -> None:
    message = EmailMessage()
    message["To"], message["Message-ID"] = address_of(asked[0]), "<1@example.org>"
    message.set_content("This is my statement:")
    picture = b"\x89PNG" + bytes(size)
    message.add_attachment(picture, maintype="image", subtype="png", disposition="inline", filename="it.png")
    message.add_attachment("The second line is yours.\n\n> Hello Robin,\n", disposition="inline")
    message.add_attachment("A file.", disposition="inline", filename="file.txt")
    assert take(message.as_bytes()) == "taken"
    assert newest_of(asked[0]).split("\n\n") == ["This is my statement:", below]
