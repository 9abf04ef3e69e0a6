"""What names a mail outside of the house: its Message-ID, and the address that its returns go to.

Both carry one signature, so whoever names a mail has seen it; neither says whom it went to.
"""

import re
from base64 import b32decode, b32encode
from uuid import UUID

from app.kernel.addresses import as_stored
from app.kernel.config import config
from app.kernel.mail import Mailbox
from app.kernel.signing import is_signed, sign

PURPOSE = "message-id"
# Servers on the way write an address in whatever case they like, so a name is in base32.
_NAME = re.compile(
    r"^Message-ID:\s*<(?P<id>[0-9a-f]{32})\.(?P<signature>[0-9a-f]{32})@|(?<![a-z0-9])(?P<name>[a-z2-7]{52})@",
    re.ASCII | re.IGNORECASE | re.MULTILINE,
)


def message_id(mail_id: UUID, domain: str) -> str:
    """Return the Message-ID of a mail."""
    return f"<{mail_id.hex}.{sign(PURPOSE, mail_id.hex)}@{domain}>"


def return_path(mail_id: UUID, sender: Mailbox) -> str | None:
    """Return the address that a mail's returns go to (HEARTH_RETURN_PATH); None where that is its sender's."""
    path = config().return_path
    if path is None:
        return None
    name = b32encode(mail_id.bytes + bytes.fromhex(sign(PURPOSE, mail_id.hex))).decode().rstrip("=").lower()
    local, _, domain = path.replace("*", name).partition("@")
    return as_stored(f"{local}@{domain or sender.address.rpartition('@')[2]}")


def find_named(text: str) -> UUID | None:
    """Return the first mail that a text names, by an address or a Message-ID at the beginning of a line."""
    for found in _NAME.finditer(text):
        if found["name"]:
            raw = b32decode(f"{found['name'].upper()}====")
            mail_id, signature = UUID(bytes=raw[:16]), raw[16:].hex()
        else:
            mail_id, signature = UUID(found["id"]), found["signature"].lower()
        if is_signed(PURPOSE, mail_id.hex, signature):
            return mail_id
    return None
