"""Sending one mail through SMTP (HEARTH_SMTP_URL: smtp://[user:password@]host[:port], smtps://...)."""

import re
import smtplib
import ssl
from base64 import b64encode
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import EmailPolicy
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from app.kernel.config import config
from app.kernel.mail import signature as mail_signature
from app.kernel.mail.addresses import as_stored
from app.kernel.mail.refusals import ADDRESS, NO_MAILBOX, refusal_of

TIMEOUT = 15
# Somebody looks at a page while the server is asked.
CHECK_TIMEOUT = 3
# Mail programs read these addresses as they stand. The standard library would hide a long one in encoded words.
UNFOLDED = ("list-id", "list-unsubscribe")
# RFC 6531, 3.5, for a server that does not accept the address; it answers nothing, so the words are ours.
NO_SMTPUTF8 = "5.6.7 the address has letters beyond ASCII, which this mail server does not take (it offers no SMTPUTF8)"
# Refusals of the sender (5.1 of the recipient is NO_MAILBOX) or by policy, which the operator can mend within hours.
SENDER_REFUSALS = ("5.1", "5.7")
# What any reader takes as it stands: of a name, words of letters and digits; of a line of words, all but encoded words.
_PLAIN_NAME = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")
_PLAIN_LINE = re.compile(r"(?!.*=\?)[!-~]+(?: [!-~]+)*")
_PLAIN_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
MAX_PLAIN_CHARACTERS = 60
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_BARE_ADDRESS = re.compile(r"[^\s\x00-\x1f\x7f-\x9f<>\"(),;\\]+")
_SEPARATOR = re.compile(r"[/\\]")
# Bytes of one encoded word; the line with the longest name of a header has 76 characters at most (RFC 2047, 2).
MAX_ENCODED_BYTES = 39
# What programs read: no character beyond ASCII, no end of a line, and nothing that the standard library would decode.
_PLAIN_ASCII = re.compile(r"(?!.*=\?)[ -~]*")


class AddressRefused(Exception):
    """The SMTP server never accepts this mail for the address; says why in its words, without the addresses in them.

    `refusal` is what `refusal_of` says of it.
    """

    def __init__(self, words: str, *, refusal: str) -> None:
        super().__init__(words)
        self.refusal = refusal


class NotAccepted(OSError):
    """The SMTP server did not accept a mail now; says why in its words, without the addresses that they name.

    `refusal` is what `refusal_of` says of a final answer, None where there was none; it is never NO_MAILBOX.
    """

    def __init__(self, words: str, *, refusal: str | None = None) -> None:
        super().__init__(words)
        self.refusal = refusal


class _Server(smtplib.SMTP):
    """Keeps the answer of the server to an accepted mail, which the standard library drops."""

    answer: tuple[int, bytes] = (0, b"")

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Send the content of a mail and keep the answer."""
        self.answer = super().data(msg)
        return self.answer


class _TlsServer(_Server, smtplib.SMTP_SSL):
    """A server with implicit TLS (RFC 8314)."""


@dataclass(frozen=True)
class Mailbox:
    """Somebody who writes or reads a mail, by the name that they chose and their address, of which servers are told the
    domain in ASCII; raises ValueError where a character of the address would end it.
    """

    name: str
    address: str

    def __post_init__(self) -> None:
        if not _BARE_ADDRESS.fullmatch(self.address):
            raise ValueError("an address of a mail has a character that would end it")
        object.__setattr__(self, "address", as_stored(self.address))

    def lines(self) -> list[str]:
        """Return its lines in a header (RFC 5322, 3.4): no character of the name can end the name."""
        return [*_lines_of(self.name, plain=_PLAIN_NAME), f"<{self.address}>"]


class HeaderText(str):
    """Text for people in a header, such as a subject; it may contain what somebody wrote."""

    def lines(self) -> list[str]:
        """Return its lines in a header: no character of it can end the header, or begin another."""
        return _lines_of(self, plain=_PLAIN_LINE)


class AttachedFile(str):
    """The name of a file that comes with a mail; it may contain what somebody wrote."""

    def lines(self) -> list[str]:
        """Return its lines in Content-Disposition (RFC 2183; RFC 2231, 3 and 4): no character can end the name."""
        if len(self) <= MAX_PLAIN_CHARACTERS and _PLAIN_FILE.fullmatch(self):
            return ["attachment;", f'filename="{self}"']
        pieces = _pieces(_SEPARATOR.sub("_", _well_formed(self)), MAX_ENCODED_BYTES // 3)
        coded = [f"filename*{number}*={quote(piece, safe='')}" for number, piece in enumerate(pieces[1:], 1)]
        parts = ["attachment", f"filename*0*=utf-8''{quote(pieces[0], safe='')}", *coded]
        return [*(f"{part};" for part in parts[:-1]), parts[-1]]


# What people may have written or chosen. The standard library would read it again, and obey the characters in it.
_FREE_TEXT = (Mailbox, HeaderText, AttachedFile)


def _lines_of(words: str, *, plain: re.Pattern[str]) -> list[str]:
    """Return the lines of some words: as they stand where they are short and plain, else encoded (RFC 2047)."""
    if not words:
        return []
    if len(words) <= MAX_PLAIN_CHARACTERS and plain.fullmatch(words):
        return [words]
    pieces = _pieces(_well_formed(words), MAX_ENCODED_BYTES)
    return [f"=?utf-8?b?{b64encode(piece.encode()).decode()}?=" for piece in pieces]


def _well_formed(words: str) -> str:
    """Return words with controls replaced by blanks, and halves of surrogate pairs by question marks."""
    return _CONTROL.sub(" ", words.encode(errors="replace").decode())


def _pieces(words: str, max_bytes: int) -> list[str]:
    """Return words in pieces of at most `max_bytes` bytes; no character is split."""
    pieces = [""]
    for character in words:
        if len((pieces[-1] + character).encode()) > max_bytes:
            pieces.append("")
        pieces[-1] += character
    return pieces


class WirePolicy(EmailPolicy):
    """How our mails are written: in ASCII, so that no server on the way writes one anew and breaks its signature."""

    def header_store_parse(self, name: str, value: Any) -> tuple[str, Any]:
        """Keep what people may have written as it is; raises ValueError for any other value with more than plain ASCII.

        Nothing else reaches the standard library, which decodes what it is given and folds it anew.
        """
        if isinstance(value, _FREE_TEXT):
            return name, value
        if not _PLAIN_ASCII.fullmatch(value):
            raise ValueError(f"{name} holds more than plain ASCII: it must be HeaderText, a Mailbox or an AttachedFile")
        return super().header_store_parse(name, value)

    def header_fetch_parse(self, name: str, value: Any) -> Any:
        """Return what people may have written as it was given."""
        return value if isinstance(value, _FREE_TEXT) else super().header_fetch_parse(name, value)

    def fold(self, name: str, value: Any) -> str:
        """Fold a header, unless it must stay whole."""
        if isinstance(value, _FREE_TEXT):
            return f"{name}: {f'{self.linesep} '.join(value.lines())}{self.linesep}"
        return f"{name}: {value}{self.linesep}" if name.lower() in UNFOLDED else super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        """Fold a header into bytes, unless it must stay whole."""
        if isinstance(value, _FREE_TEXT):
            return self.fold(name, value).encode("utf-8" if self.utf8 else "ascii")
        return self.fold(name, value).encode("ascii") if name.lower() in UNFOLDED else super().fold_binary(name, value)


POLICY = WirePolicy(linesep="\r\n", cte_type="7bit")


def content_of(message: EmailMessage, *, utf8: bool = False) -> bytes:
    """Return a mail as it is sent, signed where there is a key; `utf8` leaves addresses as they are (RFC 6532)."""
    content = message.as_bytes(policy=POLICY.clone(utf8=utf8))
    return mail_signature.sign_mail(content, domain=message["From"].address.rpartition("@")[2])


def sender_address(domain: str) -> str:
    """Return the address that mails of a site with a domain come from."""
    return as_stored(f"hello@{config().mail_from_domain or domain}")


def send(message: EmailMessage, *, return_path: str | None = None) -> str:
    """Send a mail to the SMTP server and return its answer; bounces go to its sender unless there is a `return_path`.

    Raises OSError, of which NotAccepted is one, after which it may be tried again; AddressRefused where that would
    fail.
    """
    try:
        return _text_of(_send(message, return_path or message["From"].address))
    except smtplib.SMTPException as error:
        words, refusal = _text_of(_answer_in(error)), _refusal_in(error)
        is_about_reader = isinstance(error, smtplib.SMTPRecipientsRefused) and refusal not in SENDER_REFUSALS
        if refusal == NO_MAILBOX or (refusal and is_about_reader):
            raise AddressRefused(words, refusal=refusal) from None
        raise NotAccepted(f"{type(error).__name__}: {words}", refusal=refusal) from None


def _refusal_in(error: smtplib.SMTPException) -> str | None:
    """Return what `refusal_of` says of a final answer, None where there was none."""
    answer = _answer_in(error)
    if not answer or not isinstance(answer[0], int) or answer[0] < 500:
        return None
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return refusal_of(answer[0], _text_of(answer))
    refusal = refusal_of(0, _text_of(answer))
    # Before a recipient is named, an address is the sender's.
    return "5.1" if refusal == NO_MAILBOX and not isinstance(error, smtplib.SMTPDataError) else refusal


def _send(message: EmailMessage, sender: str) -> tuple[Any, ...]:
    with _connect(TIMEOUT) as server:
        _log_in(server)
        _hand_over(server, message, sender)
        return server.answer


def _answer_in(refusal: smtplib.SMTPException) -> tuple[Any, ...]:
    # Each mail has one recipient.
    if isinstance(refusal, smtplib.SMTPRecipientsRefused):
        return next(iter(refusal.recipients.values()))
    return refusal.args


def _text_of(answer: tuple[Any, ...]) -> str:
    words = (part.decode(errors="replace") if isinstance(part, bytes) else str(part) for part in answer)
    return ADDRESS.sub("<address>", " ".join(words))


def check() -> None:
    """Ask the SMTP server whether it answers and accepts our login; raises OSError."""
    try:
        with _connect(CHECK_TIMEOUT) as server:
            _log_in(server)
    except smtplib.SMTPException as error:
        raise NotAccepted(f"{type(error).__name__}: {_text_of(_answer_in(error))}") from None


def _log_in(server: smtplib.SMTP) -> None:
    """Begin TLS where it is offered, and log in where HEARTH_SMTP_URL has a name."""
    url = urlsplit(config().smtp_url)
    server.ehlo_or_helo_if_needed()
    if url.scheme == "smtp" and server.has_extn("starttls"):
        server.starttls(context=ssl.create_default_context())
        # What was offered before does not hold any more (RFC 3207, 4.2).
        server.ehlo_or_helo_if_needed()
    if url.username:
        try:
            server.login(unquote(url.username), unquote(url.password or ""))
        except UnicodeEncodeError:
            raise NotAccepted("its name or password has letters beyond ASCII, which no login by SMTP takes") from None


def _connect(timeout: int) -> _Server:
    url = urlsplit(config().smtp_url)
    host = url.hostname or "localhost"
    if url.scheme == "smtps":
        return _TlsServer(host, url.port or 465, timeout=timeout, context=ssl.create_default_context())
    return _Server(host, url.port or 25, timeout=timeout)


def _hand_over(server: smtplib.SMTP, message: EmailMessage, sender: str) -> None:
    recipient = message["To"].address
    needs_utf8 = not (sender + recipient).isascii()
    if needs_utf8 and not server.has_extn("smtputf8"):
        raise AddressRefused(NO_SMTPUTF8, refusal="5.6")
    options = ("SMTPUTF8", "BODY=8BITMIME") if needs_utf8 else ()
    server.sendmail(sender, [recipient], content_of(message, utf8=needs_utf8), options)
