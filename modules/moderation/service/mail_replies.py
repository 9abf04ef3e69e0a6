"""Answers by mail to what the house said of a complaint: into its thread, once, and nothing that a machine wrote.

Whoever wrote to an address that only they were sent, and whose words could not be taken, is told so.
"""

import hashlib
import re
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from enum import StrEnum
from html.parser import HTMLParser
from itertools import takewhile

from app.kernel import clock, mail_in
from app.kernel.db import Session
from app.kernel.outbox import publish
from modules.moderation import policies, queries
from modules.moderation.errors import ComplaintOver
from modules.moderation.events import ReplyLost
from modules.moderation.queries import AnyRow
from modules.moderation.service import complaints

_MARKED = re.compile(r"^\s*>")
_RULE = re.compile(r"^\s*_{10,}")
_HEADING = re.compile(r"^\s*-{3,}\s*\S.*-{3,}\s*$")
# What some mail programs put above the mail that they quote, in the languages that we speak: by whom, when, about what.
_FROM = "From|Von|De|Da|Van|Fra|Från|Lähettäjä|Od|Od kogo"
_SENT = (
    "Sent|Date|Gesendet|Datum|Verzonden|Envoyé|Envoyé le|Inviato|Data|Enviado|Enviado el|Fecha|Sendt|Dato|Skickat|"
    "Lähetetty|Päivämäärä|Päiväys|Wysłano|Data wysłania"
)
_ABOUT = "Subject|Betreff|Onderwerp|Objet|Oggetto|Asunto|Emne|Ämne|Aihe|Temat"
_HEADER = re.compile(r"^\s*\*?([^\W\d][^\W\d]*(?: [^\W\d]+)?)\*?\s?:\*?(?:\s|$)")
_FROM_HEADER, _OTHER_HEADER = (re.compile(names, re.IGNORECASE) for names in (_FROM, f"{_SENT}|{_ABOUT}"))
_ADDRESS_FIRST = re.compile(r"^\s*<?\s*(?:mailto:)?case\+", re.IGNORECASE)
_TIME = re.compile(r"\d[:.h]\d\d")
# Lines that a sentence has from the address in it to its colon, and that are looked at to tell what follows.
SENTENCE_MOST, AHEAD = 2, 10
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
    is_first, at, length = True, 0, 0
    # What goes beyond is cut off anyway.
    while at < len(lines) and length <= BODY_MOST:
        ahead = lines[at : at + AHEAD]
        led = _lead_in(ahead) if lines[at].strip() else 0
        if not lines[at].strip():
            own.append(lines[at])
        elif _MARKED.match(lines[at]):
            if is_first:
                _drop_lead_in(own)
            is_first = False
        elif led:
            if not _is_marked_next(ahead[led:]):
                break
            is_first = False
        elif _is_end(ahead):
            break
        else:
            own.append(lines[at])
            length += len(lines[at].strip())
        at += led or 1
    return "\n".join(own).strip()


def _lead_in(lines: list[str]) -> int:
    """Return how many lines the sentence has that leads to a quote and begins here, by its address; 0 for none."""
    at = next((at for at, line in enumerate(lines[:2]) if mail_in.names_case(line)), None)
    if at is None or _name_of(lines[at]) or (at and not _goes_on(lines[0], lines[1])):
        return 0
    for end in range(at + 1, min(at + SENTENCE_MOST, len(lines)) + 1):
        if lines[end - 1].rstrip().endswith(":"):
            return end
        if end == len(lines) or not lines[end].strip() or _MARKED.match(lines[end]):
            break
    return at + 1 if _is_marked_next(lines[at + 1 :]) else 0


def _goes_on(line: str, after: str) -> bool:
    """Tell whether a sentence that leads to a quote was broken before its address, or between its time and its name."""
    is_broken = _ADDRESS_FIRST.match(after) or (_TIME.search(line) and not _TIME.search(after))
    return bool(line.strip() and is_broken) and not _MARKED.match(line)


def _is_marked_next(lines: list[str]) -> bool:
    return bool(_MARKED.match(next((line for line in lines if line.strip()), "")))


def _is_end(lines: list[str]) -> bool:
    """Tell whether all from here on is quoted, without a mark on each line."""
    line, *after = lines
    if _HEADING.match(line):
        return bool(after and (_is_from(after[0]) or _are_headers(after) or _lead_in(after)))
    return bool(_RULE.match(line)) or _are_headers(lines)


def _are_headers(lines: list[str]) -> bool:
    """Tell whether the lines begin as mail programs begin what they quote; "From" and "To" alone may be own words."""
    headers = list(takewhile(_name_of, lines))
    is_from = any(_is_from(line) for line in headers)
    return is_from and any(_OTHER_HEADER.fullmatch(_name_of(line)) or mail_in.names_case(line) for line in headers)


def _is_from(line: str) -> bool:
    return bool(_FROM_HEADER.fullmatch(_name_of(line)))


def _name_of(line: str) -> str:
    found = _HEADER.match(line)
    return found[1] if found else ""


def _drop_lead_in(lines: list[str]) -> None:
    while lines and not lines[-1].strip():
        lines.pop()
    if lines and lines[-1].rstrip().endswith(":"):
        last = lines.pop()
        if lines and _TIME.search(lines[-1]) and not _TIME.search(last):
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
