"""Bounces as plain text, of mail servers that do not follow RFC 3464: the only importer of flufl.bounce."""

import re
from email.message import Message

from flufl.bounce import scan_message

from app.kernel import mail
from app.kernel.errors import Invalid

# The words come first. What is read is bounded because the library looks for addresses in all of it.
READ_MOST, LINE_MOST = 16 * 1024, 998
# Where the mail that came back begins.
_RETURNED = re.compile(r"^[ \t]*(?:Return-Path|Received|DKIM-Signature|Message-ID|MIME-Version):", re.I | re.M)
_SMTP_CODE = re.compile(r"(?<![\d.#])(5\d\d)(?=[ :-])")
# An answer to the content is about the mail, whatever its code.
_TO_CONTENT = re.compile(r"\bend of data\b|\bDATA command\b", re.IGNORECASE)


def refusal_in(message: Message) -> str | None:
    """Return what a mail tells of a final refusal, as `mail.refusal_of` says it; None where it tells of none.

    `message` is stripped of all but its text. Raises Invalid for what cannot be read.
    """
    try:
        words = _keep_words(message)
        is_final = bool(scan_message(message))
    except Exception:  # the library raises what it likes at what no mail may hold
        raise Invalid() from None
    if not is_final:
        return None
    code = _SMTP_CODE.search(words)
    return mail.refusal_of(int(code[1]) if code and not _TO_CONTENT.search(words) else 0, words)


def _keep_words(message: Message) -> str:
    """Strip a mail of all but its text before the returned mail, decoded for flufl.bounce, and return that text."""
    words = ""
    for part in message.walk():
        content = part.get_payload(decode=True)
        if not isinstance(content, bytes):
            continue
        is_first = not words and part.get_content_maintype() == "text"
        if is_first:
            lines = _RETURNED.split(content[:READ_MOST].decode("ascii", "replace"))[0].splitlines()
            words = "\n".join(line[:LINE_MOST] for line in lines)
        del part["Content-Transfer-Encoding"]
        part.set_payload(words if is_first else "")
    return words
