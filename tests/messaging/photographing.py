"""Photos in conversations, for tests: who sends them, and what is left of them."""

from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text

from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from modules.media.contracts import Use
from modules.media.service.files import storage_keys
from modules.messaging.queries import conversations as queries
from tests.conftest import Client
from tests.profiles import pictures

API = "/api/v1"
PRICE = 5  # photo_credits of the tests' sites
LETTER = pictures.encoded(pictures.portrait(1200, 900))


def send(browser: Client, to: Any, content: bytes = LETTER, *, words: str = "", same: str | None = None) -> Any:
    form = {"file": (BytesIO(content), "holiday.jpg"), "body": words}
    return browser.open(f"{API}/members/{to.id}/photos", method="POST", data=form, key=same or uuid4().hex)


def seen(browser: Client, sent: Any) -> Any:
    history = browser.get(f"{API}/conversations/{sent.json['conversation_id']}/messages").json
    return history["messages"][-1]


def one(statement: str, **values: Any) -> Any:
    with transaction(read_only=True) as session:
        return session.execute(text(statement), values).one()


def files(sent: Any) -> int:
    """How many files of a photo are stored."""
    with transaction(read_only=True) as session:
        folder = queries.find_photo_folder(session, UUID(sent.json["message"]["id"]))
    assert folder is not None
    return sum(storage().find(key) is not None for key in storage_keys(Use.CHAT, folder))


def originals(sender_id: UUID) -> int:
    """Return how many uploads of somebody's are kept."""
    kept = "SELECT count(*) FROM messaging.photo_original o JOIN messaging.message m ON m.id = o.message_id"
    return int(one(f"{kept} WHERE m.sender_id = :id", id=sender_id).count)
