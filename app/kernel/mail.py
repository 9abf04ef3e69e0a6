"""Sending one mail through SMTP (HEARTH_SMTP_URL: smtp://[user:password@]host[:port], smtps://...)."""

import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from app.kernel.config import config

TIMEOUT = 15


def send(message: EmailMessage) -> None:
    """Hand a mail to the SMTP server; raises OSError or smtplib.SMTPException, after which it may be tried again."""
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
        server.send_message(message)
