"""Answers by mail to what the house said of a complaint: into its thread, once, and nothing that a machine wrote."""

import hashlib
import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from enum import StrEnum
from html.parser import HTMLParser
from uuid import UUID

from sqlalchemy.orm import Session

from app.kernel import mail_in
from modules.moderation import policies, queries
from modules.moderation.errors import ComplaintOver
from modules.moderation.service import complaints

_QUOTED = re.compile(r"^\s*(>|-{3,}\s*\S.*-{3,}\s*$|_{10,})")
# The first line of what some mail programs put above the mail they quote, and the lines after it ("Sent: Monday").
_FROM = re.compile(r"^\s*\*?(From|Von|De|Da|Van|Fra|Från|Lähettäjä|Od|Od kogo)\*?\s?:\*?\s", re.IGNORECASE)
_HEADER = re.compile(r"^\s*\*?[^\W\d][^\W\d ]*\*?\s?:\*?\s")
_NO_LETTER = ("auto-generated", "auto-replied", "auto-notified")
BODY_MOST = 5000


class Outcome(StrEnum):
    """What became of an answer by mail. All but `taken` and `known` are refused, and counted."""

    TAKEN = "taken"
    KNOWN = "known"
    FORGED = "forged"
    TOO_LARGE = "too-large"
    AUTOMATIC = "automatic"
    EMPTY = "empty"
    TOO_MANY = "too-many"
    OVER = "over"


def take_mail(session: Session, content: bytes) -> Outcome | None:
    """Add an answer by mail to its complaint; None for a mail that is for no complaint."""
    headers = message_from_bytes(content[: mail_in.LARGEST], policy=policy.default)
    if not isinstance(headers, EmailMessage) or not mail_in.is_answer(headers):
        return None
    if len(content) > mail_in.LARGEST:
        return Outcome.TOO_LARGE
    complaint_id = mail_in.case_of(headers)
    if complaint_id is None:
        return Outcome.FORGED
    if _is_automatic(headers):
        return Outcome.AUTOMATIC
    words = _words_of(headers)
    return _add(session, complaint_id, words, origin=_origin(headers, words)) if words else Outcome.EMPTY


def _add(session: Session, complaint_id: UUID, words: str, *, origin: bytes) -> Outcome:
    row = queries.find_complaint_row(session, complaint_id, lock=True)
    if row is None:
        return Outcome.FORGED
    if queries.knows_origin(session, complaint_id, origin):
        return Outcome.KNOWN
    if queries.count_replies_of_today(session, complaint_id) >= policies.MAILED_REPLIES_A_DAY:
        return Outcome.TOO_MANY
    try:
        complaints.add_reply(session, row=row, text=words, origin=origin)
    except ComplaintOver:
        return Outcome.OVER
    return Outcome.TAKEN


def _is_automatic(message: EmailMessage) -> bool:
    """Tell whether a machine answered (RFC 3834); with it, two machines would write to each other for ever."""
    is_told = str(message.get("Auto-Submitted", "no")).strip().lower().startswith(_NO_LETTER)
    return is_told or str(message.get("Precedence", "")).strip().lower() in ("bulk", "auto_reply", "junk")


def _words_of(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    try:
        text = str(part.get_content())
    except (LookupError, ValueError):
        return ""  # in no alphabet that anybody knows
    if part.get_content_subtype() == "html":
        text = _Words(text).text
    return _without_quote(text.replace("\x00", ""))[:BODY_MOST].strip()


def _without_quote(text: str) -> str:
    """Return what was written above the quoted mail, without the line that leads to it."""
    lines = text.replace("\r\n", "\n").split("\n")
    first = next((at for at, line in enumerate(lines) if _is_quoted(line, lines[at + 1 : at + 2])), len(lines))
    own = lines[:first]
    if first < len(lines):
        while own and (not own[-1].strip() or own[-1].rstrip().endswith(":")):
            own.pop()
    return "\n".join(own).strip()


def _is_quoted(line: str, after: list[str]) -> bool:
    """Tell whether a mail program's quote begins with a line; the one that leads to it may name our address."""
    has_headers = bool(_FROM.match(line) and after and _HEADER.match(after[0]))
    return has_headers or bool(_QUOTED.match(line)) or mail_in.names_case(line)


def _origin(message: EmailMessage, words: str) -> bytes:
    """Return what tells a mail again that comes by the door twice."""
    return hashlib.sha256(f"{message.get('Message-ID', '')}\0{words}".encode()).digest()


class _Words(HTMLParser):
    """The words of a page, a line for each block; quotes of a mail program are left out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._hidden = 0
        self.feed(page)

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("style", "script", "head", "blockquote"):
            self._hidden += 1
        elif tag in ("p", "div", "br", "li", "tr"):
            self._parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script", "head", "blockquote") and self._hidden:
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._parts.append(data)
