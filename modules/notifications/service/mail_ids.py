"""The identifiers of a mail for other mail servers: its Message-ID and its return path.

Both contain a signature, so that only somebody who has seen the mail can name it; neither reveals its recipient.
"""

import re
from base64 import b32decode, b32encode
from uuid import UUID

from app.kernel.config import config
from app.kernel.mail.addresses import as_stored
from app.kernel.mail.smtp import Mailbox
from app.kernel.secrets.signing import is_signed, sign

PURPOSE = "message-id"
# Base32, because mail servers may change the case of an address.
_NAME = re.compile(
    r"^Message-ID:\s*<(?P<id>[0-9a-f]{32})\.(?P<signature>[0-9a-f]{32})@|(?<![a-z0-9])(?P<name>[a-z2-7]{52})@",
    re.ASCII | re.IGNORECASE | re.MULTILINE,
)


def message_id(mail_id: UUID, domain: str) -> str:
    """Return the Message-ID of a mail."""
    return f"<{mail_id.hex}.{sign(PURPOSE, mail_id.hex)}@{domain}>"


def return_path(mail_id: UUID, sender: Mailbox) -> str | None:
    """Return the return path of a mail (HEARTH_RETURN_PATH); None when bounces go to the sender's address."""
    path = config().return_path
    if path is None:
        return None
    name = b32encode(mail_id.bytes + bytes.fromhex(sign(PURPOSE, mail_id.hex))).decode().rstrip("=").lower()
    local, _, domain = path.replace("*", name).partition("@")
    return as_stored(f"{local}@{domain or sender.address.rpartition('@')[2]}")


def find_named(text: str) -> UUID | None:
    """Return the id of the first mail that a text names by a return path, or by a Message-ID at the start of a line."""
    for found in _NAME.finditer(text):
        if found["name"]:
            raw = b32decode(f"{found['name'].upper()}====")
            mail_id, signature = UUID(bytes=raw[:16]), raw[16:].hex()
        else:
            mail_id, signature = UUID(found["id"]), found["signature"].lower()
        if is_signed(PURPOSE, mail_id.hex, signature):
            return mail_id
    return None
