"""Sending one mail through SMTP (HEARTH_SMTP_URL: smtp://[user:password@]host[:port], smtps://...)."""

import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from app.kernel.config import config

TIMEOUT = 15
# RFC 5321: no such mailbox. RFC 3463, class X.1: the same, told apart from what the server dislikes about the mail.
NO_MAILBOX = (550, 551, 553)


class AddressRefused(Exception):
    """The SMTP server says that there is nobody at the address."""


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
            server.send_message(message)
        except smtplib.SMTPRecipientsRefused as refusal:
            if all(code in NO_MAILBOX and b"5.7." not in words for code, words in refusal.recipients.values()):
                raise AddressRefused() from refusal
            raise
