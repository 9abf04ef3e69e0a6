"""Answers by mail to what the house said of a complaint: into its thread, once, and nothing that a machine wrote.

Whoever wrote to an address that only they were sent, and whose words could not be taken, is told so.
"""

import hashlib
import re
from email.message import EmailMessage, Message
from enum import StrEnum
from html.parser import HTMLParser
from itertools import dropwhile, takewhile

from app.kernel import clock, mail_in
from app.kernel.db import Session
from app.kernel.outbox import publish
from modules.moderation import policies, queries
from modules.moderation.errors import ComplaintOver
from modules.moderation.events import ReplyLost
from modules.moderation.queries.rows import StoredComplaint
from modules.moderation.service import complaints

_MARKED = re.compile(r"^\s*>")
# Outlook's has 32; with headers below it, any is one of a mail program.
_RULE, _OUTLOOKS_RULE = re.compile(r"^\s*_{10,}\s*$"), re.compile(r"^\s*_{32}\s*$")
# "Original message", as mail programs say it in the languages that we speak.
_ORIGINAL = re.compile(
    "original|origine|oprindelig|opprinnelig|urspr[uü]ng|oorspronkelijk|alkuperäi|oryginal|pierwotn", re.IGNORECASE
)
# What some mail programs put above the mail that they quote, in the languages that we speak.
_FROM = "From|Von|De|Da|Van|Fra|Från|Lähettäjä|Od|Od kogo"
_SENT = (
    "Sent|Date|Gesendet|Datum|Verzonden|Envoyé|Envoyé le|Inviato|Data|Enviado|Enviado el|Fecha|Sendt|Dato|Skickat|"
    "Lähetetty|Päivämäärä|Päiväys|Wysłano|Data wysłania"
)
_ABOUT = "Subject|Betreff|Onderwerp|Objet|Oggetto|Asunto|Emne|Ämne|Aihe|Temat"
_TO = "To|An|Aan|À|A|Para|Til|Till|Vastaanottaja|Do"
_COPY = "Cc|Kopie|Copie|Copia|Kopi|Kopia|Kopio|DW|Do wiadomości"
_HEADER = re.compile(r"^\s*\*?([^\W\d][^\W\d]*(?: [^\W\d]+)?)\*?\s?:\*?(?:\s|$)")
_HEADERS = tuple(re.compile(names, re.IGNORECASE) for names in (_FROM, _SENT, _ABOUT, _TO, _COPY))
_FROM_HEADER, *_OTHER_HEADERS = _HEADERS
# Besides the one of the sender: "From" and "To", or "From" and "Subject", may be own words.
OTHER_HEADERS_LEAST = 2
_ADDRESS_FIRST = re.compile(r"^\s*<?\s*(?:mailto:)?case\+", re.IGNORECASE)
_TIME = re.compile(r"\d[:.h]\d\d")
_DATE = re.compile(r"\b20\d\d\b|\b\d{1,2}[./-]\d{1,2}\b")
# "wrote", as mail programs say it at the end of a line in the languages that we speak.
_WROTE = re.compile(
    r"\b(?:wrote|schrieb|geschrieben|schreef|écrit|scritto|escribió|escreveu|skrev|kirjoitti|napisał(?:\(a\)|a)?)\s*:\s*$",
    re.IGNORECASE,
)
_ANY_ADDRESS = re.compile(r"\S+@\S+")
# A sentence that goes on in the next line: after a comma, or with a word after the year.
_GOES_ON = re.compile(r",$|\b20\d\d\b.*[^\W\d]$")
# Lines that a sentence has from the address in it to its colon, and that are looked at to tell what follows.
SENTENCE_MOST, AHEAD = 2, 10
# The number of characters of a line that are looked at: mail programs write no longer ones (RFC 5322, 2.1.1), and the
# time to look for an address grows with the square of it.
LINE_MOST = 998
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
    row = complaint_id and queries.find_complaint(session, complaint_id, lock=True)
    if not row:
        return Outcome.FORGED
    outcome = _take(session, row, headers, content)
    if outcome in LOST:
        # Once a day: whatever writes at the other end, two machines never write to each other for ever.
        lost = ReplyLost(
            complaint_id=row.id,
            number=row.number,
            is_over=outcome is Outcome.OVER,
            day=clock.now().date().isoformat(),
            member_id=row.member_id,
            contact_id=row.contact_id,
        )
        publish(session, lost)
    return outcome


def _take(session: Session, row: StoredComplaint, headers: Message, content: bytes) -> Outcome:
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
        text = _text_of(mail_in.parse(content, EmailMessage))
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
        ahead = [line[:LINE_MOST] for line in lines[at : at + AHEAD]]
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
            return end if _leads_to(lines[:end], lines[end:]) else 0
        if end == len(lines) or not lines[end].strip() or _MARKED.match(lines[end]):
            break
    return at + 1 if _has_time(lines[: at + 1]) and _is_marked_next(lines[at + 1 :]) else 0


def _leads_to(sentence: list[str], after: list[str]) -> bool:
    """Tell whether a sentence with a case's address and a colon at its end leads to a quote."""
    is_apart = bool(after) and not after[0].strip()
    return _is_marked_next(after) or (is_apart and _has_time(sentence))


def _goes_on(line: str, after: str) -> bool:
    """Tell whether a sentence that leads to a quote was broken before its address, or between its time and its name."""
    is_broken = (
        _has_time([line])
        and not _has_time([after])
        and (after.lstrip()[:1].islower() or _GOES_ON.search(line.rstrip()))
    )
    return bool(line.strip() and (_ADDRESS_FIRST.match(after) or is_broken)) and not _MARKED.match(line)


def _has_time(lines: list[str]) -> bool:
    return any(_TIME.search(_ANY_ADDRESS.sub("", line)) for line in lines)


def _is_marked_next(lines: list[str]) -> bool:
    return any(_MARKED.match(line) for line in _without_empty(lines)[:1])


def _is_end(lines: list[str]) -> bool:
    """Tell whether all from here on is quoted, without a mark on each line."""
    line, *after = lines
    if not _is_heading(line):
        is_ruled = _OUTLOOKS_RULE.match(line) or (_RULE.match(line) and _are_headers(_without_empty(after)))
        return bool(is_ruled) or _are_headers(lines)
    after = _without_empty(after)
    is_original = bool(_ORIGINAL.search(line)) and _has_from(_headers_in(after))
    return is_original or mail_in.names_case(line) or _are_headers(after) or bool(after and _lead_in(after))


def _is_heading(line: str) -> bool:
    """Tell whether a line has three dashes at each end, and something between them."""
    line = line.strip()
    return line.startswith("---") and line.endswith("---") and bool(line[3:-3].strip())


def _are_headers(lines: list[str]) -> bool:
    """Tell whether the lines begin as mail programs begin what they quote: with one header that names a case's address,
    or with a few headers, an empty line and what was written.
    """
    headers = _headers_in(lines)
    if not _has_from(headers) or not any(header.fullmatch(_name_of(headers[0])) for header in _HEADERS):
        return False
    if mail_in.names_case(" ".join(headers)):
        return True
    others = sum(any(header.fullmatch(_name_of(line)) for line in headers) for header in _OTHER_HEADERS)
    after = lines[len(headers) :]
    rest = _without_empty(after)
    is_quoted = len(rest) < len(after) and bool(rest) and not _MARKED.match(rest[0]) and not _lead_in(rest)
    return others >= OTHER_HEADERS_LEAST and is_quoted


def _without_empty(lines: list[str]) -> list[str]:
    """Return the lines from the first on that is not empty."""
    return list(dropwhile(lambda line: not line.strip(), lines))


def _headers_in(lines: list[str]) -> list[str]:
    """Return the headers that the lines begin with, of which one may go on with an address."""
    return list(takewhile(lambda line: _name_of(line) or _ADDRESS_FIRST.match(line), lines))


def _has_from(headers: list[str]) -> bool:
    return any(_FROM_HEADER.fullmatch(_name_of(line)) for line in headers)


def _name_of(line: str) -> str:
    found = _HEADER.match(line)
    return found[1] if found else ""


def _drop_lead_in(lines: list[str]) -> None:
    """Drop the line at the end that leads to a quote, with the one that it was broken from.

    Own words may end in a colon, too: what leads to a quote tells who wrote, or when.
    """
    while lines and not lines[-1].strip():
        lines.pop()
    *before, last = lines or [""]
    if len(last) > LINE_MOST or not last.rstrip().endswith(":"):
        return
    is_broken = bool(before) and len(before[-1]) <= LINE_MOST and _goes_on(before[-1], last)
    if is_broken or _DATE.search(last) or _has_time([last]) or _ANY_ADDRESS.search(last) or _WROTE.search(last):
        del lines[-2 if is_broken else -1 :]


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
