"""Answers by mail to what the house said of a complaint: into its thread, once, and nothing that a machine wrote.

Whoever wrote to an address that only they were sent, and whose words could not be taken, is told so.
"""

import hashlib
import re
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from enum import StrEnum
from html.parser import HTMLParser

from app.kernel import clock, mail_in
from app.kernel.db import Session
from app.kernel.outbox import publish
from modules.moderation import policies, queries
from modules.moderation.errors import ComplaintOver
from modules.moderation.events import ReplyLost
from modules.moderation.queries import AnyRow
from modules.moderation.service import complaints

_MARKED = re.compile(r"^\s*>")
_LINE = re.compile(r"^\s*(-{3,}\s*\S.*-{3,}\s*$|_{10,})")
# The first line of what some mail programs put above the mail they quote, and the lines after it ("Sent: Monday").
_FROM = re.compile(r"^\s*\*?(From|Von|De|Da|Van|Fra|Från|Lähettäjä|Od|Od kogo)\*?\s?:\*?\s", re.IGNORECASE)
_HEADER = re.compile(r"^\s*\*?[^\W\d][^\W\d ]*\*?\s?:\*?\s")
_NO_LETTER = ("auto-generated", "auto-replied", "auto-notified")
# The words of a mail, in characters; what is cut off ends with this sign, so that whoever reads it asks for the rest.
BODY_MOST = 5000
CUT = " […]"


class Outcome(StrEnum):
    """What became of an answer by mail. All but `taken` and `known` are refused, and counted."""

    TAKEN = "taken"
    KNOWN = "known"
    FORGED = "forged"
    AUTOMATIC = "automatic"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    TOO_MANY = "too-many"
    OVER = "over"


# After these, somebody thinks that they have answered, and nobody has read it.
LOST = (Outcome.UNREADABLE, Outcome.EMPTY, Outcome.OVER)


def take_mail(session: Session, content: bytes) -> Outcome | None:
    """Add an answer by mail to its complaint; None for a mail that is for no complaint."""
    headers = mail_in.headers_of(content)
    if not mail_in.is_answer(headers):
        return None
    complaint_id = mail_in.case_of(headers)
    row = complaint_id and queries.find_complaint_row(session, complaint_id, lock=True)
    if not row:
        return Outcome.FORGED
    outcome = _take(session, row, headers, content)
    if outcome in LOST:
        # Once a day: whatever writes at the other end, two machines never write to each other for ever.
        told = {"day": clock.now().date().isoformat(), "member_id": row.member_id, "contact_id": row.contact_id}
        publish(session, ReplyLost(complaint_id=row.id, number=row.number, is_over=outcome is Outcome.OVER, **told))
    return outcome


def _take(session: Session, row: AnyRow, headers: Message, content: bytes) -> Outcome:
    if _is_automatic(headers):
        return Outcome.AUTOMATIC
    words = _words_of(content)
    if not words:
        return Outcome.UNREADABLE if words is None else Outcome.EMPTY
    origin = hashlib.sha256(f"{headers.get('Message-ID', '')}\0{words}".encode()).digest()
    if queries.knows_origin(session, row.id, origin):
        return Outcome.KNOWN
    if queries.count_replies_of_today(session, row.id) >= policies.MAILED_REPLIES_A_DAY:
        return Outcome.TOO_MANY
    try:
        complaints.add_reply(session, row=row, text=words, origin=origin)
    except ComplaintOver:
        return Outcome.OVER
    return Outcome.TAKEN


def _is_automatic(headers: Message) -> bool:
    """Tell whether a machine answered (RFC 3834); with it, two machines would write to each other for ever."""
    is_told = str(headers.get("Auto-Submitted", "no")).strip().lower().startswith(_NO_LETTER)
    return is_told or str(headers.get("Precedence", "")).strip().lower() in ("bulk", "auto_reply", "junk")


def _words_of(content: bytes) -> str | None:
    """Return what somebody wrote of their own; None where a mail cannot be read."""
    try:
        text = _text_of(message_from_bytes(content[: mail_in.READ_MOST], policy=policy.default))
    except Exception:  # the library raises what it likes at what no mail may hold
        return None
    # What no alphabet has becomes a question mark; a NUL no database takes.
    text = text.replace("\x00", "").encode(errors="replace").decode()
    words = _own_words(text.replace("\r\n", "\n").split("\n"))
    return words if len(words) <= BODY_MOST else words[: BODY_MOST - len(CUT)] + CUT


def _text_of(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    text = str(part.get_content())
    return _Words(text).text if part.get_content_subtype() == "html" else text


def _own_words(lines: list[str]) -> str:
    """Return what stands above, between and below the lines that were quoted, without the one that leads to them."""
    own: list[str] = []
    is_first, is_leading = True, False
    for at, line in enumerate(lines):
        after = lines[at + 1 :]
        if _MARKED.match(line):
            if is_first:
                _drop_lead_in(own)
            is_first = is_leading = False
        elif is_leading or (mail_in.names_case(line) and _leads_to_marked(after)):
            is_leading = True
        elif _is_end(line, after) or mail_in.names_case(line):
            _drop_lead_in(own)
            break
        else:
            own.append(line)
    return "\n".join(own).strip()


def _leads_to_marked(lines: list[str]) -> bool:
    """Tell whether marked lines follow, at most after the rest of the sentence that leads to them."""
    first = next((line for line in lines if line.strip() and not line.rstrip().endswith(":")), "")
    return bool(_MARKED.match(first))


def _is_end(line: str, after: list[str]) -> bool:
    """Tell whether all that follows is quoted, without a mark on each line."""
    has_headers = bool(_FROM.match(line) and after and _HEADER.match(after[0]))
    return has_headers or bool(_LINE.match(line))


def _drop_lead_in(lines: list[str]) -> None:
    while lines and (not lines[-1].strip() or lines[-1].rstrip().endswith(":")):
        lines.pop()


class _Words(HTMLParser):
    """The words of a page, a line for each block; of a mail program's quotes only their mark."""

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
            if tag == "blockquote":
                self._parts.append("\n>\n")
        elif tag in ("p", "div", "br", "li", "tr"):
            self._parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script", "head", "blockquote") and self._hidden:
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._parts.append(data)
