"""Replies by mail to complaints: each is added once, without quotes, and automatic ones are ignored.

Somebody whose reply to their own reply address could not be added is notified.
"""

import hashlib
import re
from email.message import EmailMessage, Message, MIMEPart
from enum import StrEnum
from html.parser import HTMLParser
from itertools import dropwhile, takewhile

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.mail import incoming, smtp
from app.kernel.text.words import shortened, without_harmful
from modules.moderation.complaints import policies, queries
from modules.moderation.complaints.queries import StoredComplaint
from modules.moderation.complaints.service import complaints
from modules.moderation.errors import ComplaintOver
from modules.moderation.events import ReplyLost
from modules.sites import api as sites_api

_MARKED = re.compile(r"^\s*>")
# Outlook's line has 32; any other counts only with mail headers below it.
_RULE, _OUTLOOKS_RULE = re.compile(r"^\s*_{10,}\s*$"), re.compile(r"^\s*_{32}\s*$")
# "Original message" as mail programs write it in the supported languages.
_ORIGINAL = re.compile(
    "original|origine|oprindelig|opprinnelig|urspr[uü]ng|oorspronkelijk|alkuperäi|oryginal|pierwotn", re.IGNORECASE
)
# The header names that some mail programs write above a quoted mail, in the supported languages.
_FROM = "From|Von|De|Da|Van|Fra|Från|Lähettäjä|Od|Od kogo"
_SENT = (
    "Sent|Date|Gesendet|Datum|Verzonden|Envoyé|Envoyé le|Inviato|Data|Enviado|Enviado el|Fecha|Sendt|Dato|Skickat|"
    "Lähetetty|Päivämäärä|Päiväys|Wysłano|Data wysłania"
)
_ABOUT = "Subject|Betreff|Onderwerp|Objet|Oggetto|Asunto|Emne|Ämne|Aihe|Temat"
_TO = "To|An|Aan|À|A|Para|Til|Till|Vastaanottaja|Do"
_COPY = "Cc|Kopie|Copie|Copia|Kopi|Kopia|Kopio|DW|Do wiadomości"
_HEADER = re.compile(r"^\s*\*?([^\W\d][^\W\d]*(?: [^\W\d]+)?)\*?\s?:\*?(?:\s|$)")
_DIVIDED_HEADERS = re.compile(
    rf"(?:^(?:{_FROM}|{_SENT}|{_ABOUT}|{_TO}|{_COPY}):[ \t]*\n[ \t]*\S.*\n){{3,}}", re.I | re.M
)
_HEADERS = tuple(re.compile(names, re.IGNORECASE) for names in (_FROM, _SENT, _ABOUT, _TO, _COPY))
_FROM_HEADER, *_OTHER_HEADERS = _HEADERS
# Besides "From"; fewer headers may be part of the own text.
MIN_OTHER_HEADERS = 2
# What stands for our sender's address while quotes are looked for.
_ALIAS = "case+@"
_ADDRESS_FIRST = re.compile(r"^\s*<?\s*(?:mailto:)?case\+", re.IGNORECASE)
_TIME = re.compile(r"\d[:.h]\d\d")
_DATE = re.compile(r"\b20\d\d\b|\b\d{1,2}[./-]\d{1,2}\b")
# "wrote" at the end of an attribution line, as mail programs write it in the supported languages.
_WROTE = re.compile(
    r"\b(?:wrote|schrieb|geschrieben|schreef|écrit|scritto|escribió|escreveu|skrev|kirjoitti|napisał(?:\(a\)|a)?)\s*:\s*$",
    re.IGNORECASE,
)
# What is one space in HTML.
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_ANY_ADDRESS = re.compile(r"\S+@\S+")
# The end of a line that continues in the next one: a comma, or a word after the year.
_CONTINUES = re.compile(r",$|\b20\d\d\b.*[^\W\d]$")
# The most lines of an attribution from its address to its colon, and the lines that are looked at together.
MAX_ATTRIBUTION_LINES, LOOKAHEAD = 2, 10
# The characters of a line that are looked at (RFC 5322, 2.1.1 allows no more): the search for an address is quadratic.
MAX_LINE = 998
_AUTOMATIC = ("auto-generated", "auto-replied", "auto-notified")
# The longest text of a reply, in characters; CUT marks a longer one, so that staff can ask for the rest.
MAX_BODY = 5000
CUT = " […]"


class ReplyOutcome(StrEnum):
    """Outcomes of a reply by mail; all but `taken` and `known` are refusals."""

    TAKEN = "taken"
    KNOWN = "known"
    FORGED = "forged"
    AUTOMATIC = "automatic"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    TOO_MANY = "too-many"
    OVER = "over"


# After these, the sender must be notified, because they believe that they have answered.
LOST = (ReplyOutcome.UNREADABLE, ReplyOutcome.EMPTY, ReplyOutcome.OVER)


def receive_mail(session: Session, content: bytes) -> ReplyOutcome | None:
    """Add a reply by mail to its complaint and return the outcome; None for a mail that is no reply to a complaint."""
    headers = incoming.headers_of(content)
    if not incoming.is_answer(headers):
        return None
    complaint_id = incoming.case_of(headers)
    row = complaint_id and queries.find_complaint(session, complaint_id, lock=True)
    if not row:
        return ReplyOutcome.FORGED
    outcome = _add_reply(session, row, headers, content)
    if outcome in LOST:
        # At most once a day, so that two automatic systems do not answer each other endlessly.
        lost = ReplyLost(
            complaint_id=row.id,
            number=row.number,
            is_over=outcome is ReplyOutcome.OVER,
            day=clock.now().date().isoformat(),
            member_id=row.member_id,
            contact_id=row.contact_id,
        )
        publish(session, lost)
    return outcome


def _add_reply(session: Session, row: StoredComplaint, headers: Message, content: bytes) -> ReplyOutcome:
    if _is_automatic(headers):
        return ReplyOutcome.AUTOMATIC
    sender = smtp.sender_address(sites_api.get_site(session, row.site_id).domain)
    words = _own_text(content, sender)
    if not words:
        return ReplyOutcome.UNREADABLE if words is None else ReplyOutcome.EMPTY
    origin = hashlib.sha256(f"{headers.get('Message-ID', '')}\0{words}".encode()).digest()
    if queries.knows_origin(session, row.id, origin):
        return ReplyOutcome.KNOWN
    if queries.count_replies_of_today(session, row.id) >= policies.MAILED_REPLIES_A_DAY:
        return ReplyOutcome.TOO_MANY
    try:
        complaints.add_reply(session, row=row, text=words, origin=origin)
    except ComplaintOver:
        return ReplyOutcome.OVER
    return ReplyOutcome.TAKEN


def _is_automatic(headers: Message) -> bool:
    """Return whether a mail is an automatic response (RFC 3834)."""
    is_declared = str(headers.get("Auto-Submitted", "no")).strip().lower().startswith(_AUTOMATIC)
    return is_declared or str(headers.get("Precedence", "")).strip().lower() in ("bulk", "auto_reply", "junk")


def _own_text(content: bytes, sender: str) -> str | None:
    """Return the text of a reply to a mail from `sender` without quotes; None when the mail cannot be parsed."""
    try:
        text = _text_of(incoming.parse(content, EmailMessage))
    except Exception:  # the library raises various errors for malformed mails
        return None
    # Surrogates, which stand for bytes that are no text, become question marks.
    text = without_harmful(text.encode(errors="replace").decode())
    return shortened(_strip_quotes(_lines_of(text, sender)).replace(_ALIAS, sender), MAX_BODY, end=CUT)


def _lines_of(text: str, sender: str) -> list[str]:
    """Return the lines of a text, in which quotes of a mail from `sender` can be recognised.

    Mail programs introduce a quote with the address that our mail came from, or with the one that it can be answered
    at: both are looked at alike. People write the first without brackets, programs only between dashes.
    """
    bare = re.escape(sender)
    # GMX writes the name and the value of a header on two lines. So may people, but without an address of ours.
    if (found := _DIVIDED_HEADERS.search(text)) and re.search(rf"<(?:{bare}>|case\+)", found[0], re.IGNORECASE):
        text = text.replace(found[0], re.sub(r":[ \t]*\n", ": ", found[0]))
    between_dashes = re.compile(bare, re.IGNORECASE)
    in_brackets = re.compile(rf"(?:(?<=[<(])|(?<=&lt;)){bare}|{bare}(?=[>)]|&gt;)", re.IGNORECASE)
    return [
        line
        if _name_of(line)
        else (between_dashes if _is_heading(line) and _has_time([line]) else in_brackets).sub(_ALIAS, line)
        for line in text.split("\n")
    ]


def _text_of(message: EmailMessage) -> str:
    """Return the text of a mail, which Apple Mail divides into several parts where a picture stands in it."""
    if message.get_content_type() != "multipart/mixed":
        return _text_in(message)
    parts = list(message.iter_parts())
    texts = [_text_in(part) for part in parts if not part.get_filename()]
    # The mail was not read to its end: there may be text below the picture.
    is_cut = bool(parts and message.defects) and parts[-1].get_content_disposition() == "inline"
    return "\n".join([*texts, CUT.strip()] if is_cut else texts)


def _text_in(part: MIMEPart) -> str:
    body = part.get_body(preferencelist=("plain", "html"))
    if body is None:
        return ""
    text = str(body.get_content())
    return _HtmlText(text).text if body.get_content_subtype() == "html" else text


def _strip_quotes(lines: list[str]) -> str:
    """Return the lines that are neither quotes nor attributions of quotes."""
    own: list[str] = []
    is_first, at, length = True, 0, 0
    # Longer texts are cut off anyway.
    while at < len(lines) and length <= MAX_BODY:
        ahead = [line[:MAX_LINE] for line in lines[at : at + LOOKAHEAD]]
        attribution = _attribution_length(ahead) if lines[at].strip() else 0
        if not lines[at].strip():
            own.append(lines[at])
        elif _MARKED.match(lines[at]):
            if is_first:
                _drop_attribution(own)
            is_first = False
        elif attribution:
            if not _is_marked_next(ahead[attribution:]):
                break
            is_first = False
        elif _is_end(ahead):
            break
        else:
            own.append(lines[at])
            length += len(lines[at].strip())
        at += attribution or 1
    return "\n".join(own).strip()


def _attribution_length(lines: list[str]) -> int:
    """Return how many lines the attribution with our address has that begins here; 0 for none."""
    at = next((at for at, line in enumerate(lines[:2]) if incoming.names_case(line)), None)
    if at is None or _name_of(lines[at]) or (at and not _is_wrapped(lines[0], lines[1])):
        return 0
    for end in range(at + 1, min(at + MAX_ATTRIBUTION_LINES, len(lines)) + 1):
        if lines[end - 1].rstrip().endswith(":"):
            return end if _is_attribution(lines[:end], lines[end:]) else 0
        if end == len(lines) or not lines[end].strip() or _MARKED.match(lines[end]):
            break
    return at + 1 if _has_time(lines[: at + 1]) and _is_marked_next(lines[at + 1 :]) else 0


def _is_attribution(sentence: list[str], after: list[str]) -> bool:
    """Return whether a sentence with a case's address and a final colon is the attribution of a quote."""
    is_apart = bool(after) and not after[0].strip()
    return _is_marked_next(after) or (is_apart and _has_time(sentence))


def _is_wrapped(line: str, after: str) -> bool:
    """Return whether an attribution was wrapped after `line`, before its address or between its time and name."""
    is_broken = (
        _has_time([line])
        and not _has_time([after])
        and (after.lstrip()[:1].islower() or _CONTINUES.search(line.rstrip()))
    )
    return bool(line.strip() and (_ADDRESS_FIRST.match(after) or is_broken)) and not _MARKED.match(line)


def _has_time(lines: list[str]) -> bool:
    return any(_TIME.search(_ANY_ADDRESS.sub("", line)) for line in lines)


def _is_marked_next(lines: list[str]) -> bool:
    return any(_MARKED.match(line) for line in _without_empty(lines)[:1])


def _is_end(lines: list[str]) -> bool:
    """Return whether everything from here on is a quote without a mark on each line."""
    line, *after = lines
    if not _is_heading(line):
        is_ruled = _OUTLOOKS_RULE.match(line) or (_RULE.match(line) and _are_headers(_without_empty(after)))
        return bool(is_ruled) or _are_headers(lines)
    after = _without_empty(after)
    is_original = bool(_ORIGINAL.search(line)) and _has_from(_headers_in([one for one in after if one.strip()]))
    return is_original or incoming.names_case(line) or _are_headers(after) or bool(after and _attribution_length(after))


def _is_heading(line: str) -> bool:
    """Return whether a line has three dashes at each end, and something between them."""
    line = line.strip()
    return line.startswith("---") and line.endswith("---") and bool(line[3:-3].strip())


def _are_headers(lines: list[str]) -> bool:
    """Return whether the lines begin like a quoted mail: with a header that names a case's address, or with a few
    headers, an empty line and text.
    """
    headers = _headers_in(lines)
    if not _has_from(headers) or not any(header.fullmatch(_name_of(headers[0])) for header in _HEADERS):
        return False
    if incoming.names_case(" ".join(headers)):
        return True
    others = sum(any(header.fullmatch(_name_of(line)) for line in headers) for header in _OTHER_HEADERS)
    after = lines[len(headers) :]
    rest = _without_empty(after)
    is_quoted = len(rest) < len(after) and bool(rest) and not _MARKED.match(rest[0]) and not _attribution_length(rest)
    return others >= MIN_OTHER_HEADERS and is_quoted


def _without_empty(lines: list[str]) -> list[str]:
    """Return the lines without leading empty ones."""
    return list(dropwhile(lambda line: not line.strip(), lines))


def _headers_in(lines: list[str]) -> list[str]:
    """Return the leading mail headers, one of which may continue with an address."""
    return list(takewhile(lambda line: _name_of(line) or _ADDRESS_FIRST.match(line), lines))


def _has_from(headers: list[str]) -> bool:
    return any(_FROM_HEADER.fullmatch(_name_of(line)) for line in headers)


def _name_of(line: str) -> str:
    found = _HEADER.match(line)
    return found[1] if found else ""


def _drop_attribution(lines: list[str]) -> None:
    """Remove a final attribution line, with the line that it was wrapped from.

    Own text may end with a colon too, so the line must contain an author or a time.
    """
    while lines and not lines[-1].strip():
        lines.pop()
    *before, last = lines or [""]
    if len(last) > MAX_LINE or not last.rstrip().endswith(":"):
        return
    is_broken = bool(before) and len(before[-1]) <= MAX_LINE and _is_wrapped(before[-1], last)
    if is_broken or _DATE.search(last) or _has_time([last]) or _ANY_ADDRESS.search(last) or _WROTE.search(last):
        del lines[-2 if is_broken else -1 :]


class _HtmlText(HTMLParser):
    """The text of an HTML mail, a line for each block, with a mark in place of each quote."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._hidden, self._is_preformatted = 0, False
        self.feed(page)

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("style", "script", "head", "blockquote"):
            self._hidden += 1
            if tag == "blockquote":
                self._parts.append("\n>\n")
        elif tag in ("p", "div", "br", "li", "tr", "pre"):
            # GMX and WEB.DE put the quoted text below its headers without an empty line.
            self._parts.append("\n\n" if ("name", "quoted-content") in attrs else "\n")
        elif tag == "td":
            self._parts.append(" ")
        if tag == "pre":
            self._is_preformatted = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script", "head", "blockquote") and self._hidden:
            self._hidden -= 1
        if tag == "pre":
            self._is_preformatted = False

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._parts.append(data if self._is_preformatted else _BLANKS.sub(" ", data))
