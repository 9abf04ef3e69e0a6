"""Bounces in plain text, from mail servers that do not follow RFC 3464; the only importer of flufl.bounce."""

import re
from email.message import Message

from flufl.bounce import scan_message

from app.kernel.errors import Invalid
from app.kernel.mail import refusals as mail_refusals

# In bytes and characters. The reason comes first; the library searches all that it is given for addresses.
MAX_READ, MAX_LINE = 16 * 1024, 998
# Where the returned mail begins.
_RETURNED_HEADERS = re.compile(r"^[ \t]*(?:Return-Path|Received|DKIM-Signature|Message-ID|MIME-Version):", re.I | re.M)
_SMTP_CODE = re.compile(r"(?<![\d.#])(5\d\d)(?=[ :-])")
# A refusal after the content was sent is about the mail, not the address, whatever its code.
_ABOUT_CONTENT = re.compile(r"\bend of data\b|\bDATA command\b", re.IGNORECASE)


def refusal_in(message: Message) -> str | None:
    """Return the permanent refusal that a bounce reports (`mail_refusals.refusal_of`), or None when it reports none.

    `message` is reduced to its text. Raises Invalid when it cannot be parsed.
    """
    try:
        words = _keep_text(message)
        is_final = bool(scan_message(message))
    except Exception:  # the library raises various errors for malformed mails
        raise Invalid() from None
    if not is_final:
        return None
    code = _SMTP_CODE.search(words)
    return mail_refusals.refusal_of(int(code[1]) if code and not _ABOUT_CONTENT.search(words) else 0, words)


def _keep_text(message: Message) -> str:
    """Reduce a mail to its decoded text before the returned mail, for flufl.bounce, and return that text."""
    words = ""
    for part in message.walk():
        content = part.get_payload(decode=True)
        if not isinstance(content, bytes):
            continue
        is_first = not words and part.get_content_maintype() == "text"
        if is_first:
            lines = _RETURNED_HEADERS.split(content[:MAX_READ].decode("ascii", "replace"))[0].splitlines()
            words = "\n".join(line[:MAX_LINE] for line in lines)
        del part["Content-Transfer-Encoding"]
        part.set_payload(words if is_first else "")
    return words
