"""Sending one mail through SMTP (HEARTH_SMTP_URL: smtp://[user:password@]host[:port], smtps://...)."""

import smtplib
import ssl
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import getaddresses
from typing import Any
from urllib.parse import unquote, urlsplit

from app.kernel import mail_signature
from app.kernel.config import config

TIMEOUT = 15
# Mail programs read these addresses as they stand. The standard library would hide a long one in encoded words.
WHOLE = ("list-id", "list-unsubscribe")
# RFC 5321: no such mailbox. RFC 3463, class X.1: the same, told apart from what the server dislikes about the mail.
NO_MAILBOX = (550, 551, 553)


class AddressRefused(Exception):
    """The SMTP server says that there is nobody at the address."""


class WirePolicy(EmailPolicy):
    """How our mails are written: in ASCII, so that no server on the way writes one anew and breaks its signature."""

    def fold(self, name: str, value: Any) -> str:
        """Fold a header, unless it must stay whole."""
        return f"{name}: {value}{self.linesep}" if name.lower() in WHOLE else super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        """Fold a header into bytes, unless it must stay whole."""
        return self.fold(name, value).encode("ascii") if name.lower() in WHOLE else super().fold_binary(name, value)


POLICY = WirePolicy(linesep="\r\n", cte_type="7bit")


def content_of(message: EmailMessage, *, utf8: bool = False) -> bytes:
    """Return a mail as it goes out, signed where there is a key; `utf8` leaves addresses as they are (RFC 6532)."""
    content = message.as_bytes(policy=POLICY.clone(utf8=utf8))
    (_, sender), *_ = getaddresses([str(message["From"])])
    return mail_signature.sign_mail(content, domain=sender.rpartition("@")[2])


def send(message: EmailMessage) -> None:
    """Hand a mail to the SMTP server; raises OSError or smtplib.SMTPException, after which it may be tried again.

    Raises AddressRefused where trying again is in vain.
    """
    url = urlsplit(config().smtp_url)
    host = url.hostname or "localhost"
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            host, url.port or 465, timeout=TIMEOUT, context=ssl.create_default_context()
        )
    else:
        server = smtplib.SMTP(host, url.port or 25, timeout=TIMEOUT)
    with server:
        server.ehlo()
        if url.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
        if url.username:
            server.login(unquote(url.username), unquote(url.password or ""))
        try:
            _hand_over(server, message)
        except smtplib.SMTPRecipientsRefused as refusal:
            if all(code in NO_MAILBOX and b"5.7." not in words for code, words in refusal.recipients.values()):
                raise AddressRefused() from refusal
            raise


def _hand_over(server: smtplib.SMTP, message: EmailMessage) -> None:
    (_, sender), (_, recipient) = getaddresses([str(message["From"]), str(message["To"])])
    needs_utf8 = not (sender + recipient).isascii()
    if needs_utf8 and not server.has_extn("smtputf8"):
        raise smtplib.SMTPNotSupportedError("the server takes no addresses beyond ASCII")
    options = ("SMTPUTF8", "BODY=8BITMIME") if needs_utf8 else ()
    server.sendmail(sender, [recipient], content_of(message, utf8=needs_utf8), options)
