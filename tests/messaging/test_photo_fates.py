"""What becomes of photos in conversations: processed once, paid back if they fail, gone with what they belong to."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from modules.media.service import decoding
from modules.messaging import api as messaging_api
from modules.messaging import handlers, jobs
from modules.messaging.events import PhotoPosted
from modules.messaging.service import export, leaving, photos
from tests.billing.shopping import sound
from tests.conftest import drain_now
from tests.factories.billing import credits_of
from tests.messaging.conftest import Couple
from tests.messaging.photographing import API, LETTER, PRICE, files, one, originals, seen, send
from tests.profiles import pictures


def times_told(message_id: str) -> int:
    """Return how often it was published that a message was sent."""
    sent = "SELECT count(*) FROM platform.outbox_event WHERE name = 'messaging.MessageSent'"
    return int(one(f"{sent} AND payload ->> 'message_id' = :id", id=message_id).count)


@pytest.mark.parametrize("content", [b"\xff\xd8\xff nothing", pictures.bomb(), LETTER[:2000]])
def test_a_photo_that_cannot_be_processed_is_paid_back_at_once(pair: Couple, content: bytes) -> None:
    sent = send(pair.ada_browser, pair.ben, content)
    assert (sent.status_code, credits_of(pair.ada_browser)) == (201, 60 - PRICE)
    drain_now()
    for browser in (pair.ada_browser, pair.ben_browser):
        message = seen(browser, sent)
        assert (message["photo"]["status"], message["photo"]["full"], message["refunded"]) == ("failed", None, True)
    assert credits_of(pair.ada_browser) == 60
    assert files(sent) == 0
    assert originals(pair.ada.id) == 0
    assert times_told(sent.json["message"]["id"]) == 0
    sound()


def test_a_refund_takes_the_photo_away(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben)
    drain_now()
    address = seen(pair.ben_browser, sent)["photo"]["full"]
    with transaction() as session:
        refunded = messaging_api.refund_message(session, message_id=UUID(sent.json["message"]["id"]), reason="a cheat")
    drain_now()
    assert (refunded, credits_of(pair.ada_browser), files(sent)) == (PRICE, 60, 0)
    assert pair.ben_browser.get(address).status_code == 404
    assert seen(pair.ben_browser, sent)["photo"]["status"] == "removed"


def test_a_refund_while_it_is_processed_leaves_no_file(pair: Couple, monkeypatch: pytest.MonkeyPatch) -> None:
    render = decoding.render
    sent = send(pair.ada_browser, pair.ben)
    message_id = UUID(sent.json["message"]["id"])

    def refund_meanwhile(content: bytes, **by: Any) -> Any:
        with transaction() as session:
            messaging_api.refund_message(session, message_id=message_id, reason="a cheat")
        return render(content, **by)

    monkeypatch.setattr(decoding, "render", refund_meanwhile)
    drain_now()
    assert (seen(pair.ada_browser, sent)["photo"]["status"], files(sent)) == ("removed", 0)
    assert originals(pair.ada.id) == 0


@pytest.mark.spec("4.9")
def test_a_photo_goes_when_both_sides_removed_the_conversation(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben)
    drain_now()
    conversation = f"{API}/conversations/{sent.json['conversation_id']}"
    assert pair.ada_browser.delete(conversation).status_code == 204
    drain_now()
    assert files(sent) == 2
    assert pair.ben_browser.get(seen(pair.ben_browser, sent)["photo"]["full"]).status_code == 200
    assert pair.ben_browser.delete(conversation).status_code == 204
    drain_now()
    assert files(sent) == 0


def test_a_job_that_runs_twice_or_dies_halfway_makes_one_photo(pair: Couple, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = send(pair.ada_browser, pair.ben)
    event = PhotoPosted(message_id=UUID(sent.json["message"]["id"]))

    def die(*_: Any, **__: Any) -> Any:
        raise ConnectionError("killed")

    with monkeypatch.context() as dying:
        dying.setattr(photos, "finish_photo", die)
        with pytest.raises(ConnectionError):
            handlers.process_chat_photo.run(event)
    assert seen(pair.ada_browser, sent)["photo"]["status"] == "processing"
    for _ in range(2):
        handlers.process_chat_photo.run(event)
    drain_now()
    assert (seen(pair.ada_browser, sent)["photo"]["status"], files(sent)) == ("ready", 2)
    assert times_told(str(event.message_id)) == 1


def test_a_photo_that_stays_unprocessed_is_paid_back(pair: Couple) -> None:
    sent, fresh = send(pair.ada_browser, pair.ben), send(pair.ada_browser, pair.ben)
    with transaction() as session:
        long_ago = "UPDATE messaging.photo SET created_at = created_at - :ago WHERE message_id = :id"
        ago = timedelta(minutes=jobs.STUCK_MINUTES + 1)
        session.execute(text(long_ago), {"ago": ago, "id": UUID(sent.json["message"]["id"])})
    jobs.return_stuck_photos()
    jobs.return_stuck_photos()
    assert seen(pair.ada_browser, fresh)["photo"]["status"] == "processing"
    failed = pair.ada_browser.get(f"{API}/conversations/{sent.json['conversation_id']}/messages").json["messages"][0]
    assert (failed["photo"]["status"], failed["refunded"], credits_of(pair.ada_browser)) == ("failed", True, 60 - PRICE)
    sound()


def test_an_erased_member_leaves_no_photo(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben, words="The dike at noon")
    drain_now()
    pair.ben_browser.post(f"{API}/conversations/{sent.json['conversation_id']}/read", {"seq": 1})
    with transaction() as session:
        leaving.erase_member(session, member_id=pair.ada.id)
    drain_now()
    left = one("SELECT body, hints FROM messaging.message WHERE id = :id", id=sent.json["message"]["id"])
    assert (left.body, left.hints, files(sent)) == ("", None, 0)


@pytest.mark.parametrize("gone", ["ada", "ben"])
def test_a_photo_that_waits_when_a_side_is_erased_never_arrives(pair: Couple, gone: str) -> None:
    sent = send(pair.ada_browser, pair.ben)
    with transaction() as session:
        leaving.erase_member(session, member_id=getattr(pair, gone).id)
    drain_now()
    message_id = sent.json["message"]["id"]
    left = one(
        "SELECT status, refunded_at FROM messaging.photo JOIN messaging.message ON id = message_id WHERE id = :id",
        id=message_id,
    )
    assert (left.status, left.refunded_at is not None) == ("removed", gone == "ben")
    assert (times_told(message_id), files(sent)) == (0, 0)
    sound()


def test_the_copy_of_ones_data_holds_the_photos_of_both_sides(pair: Couple) -> None:
    send(pair.ada_browser, pair.ben, words="The dike at noon")
    drain_now()
    for member in (pair.ada, pair.ben):
        with transaction(snapshot=True) as session:
            exported = export.export_member(session, member.id, "en")
            messages, lines = [*exported.data["messages"]], [*exported.tables[0].rows]
        (key,) = exported.files.values()
        assert storage().find(key) is not None
        assert messages[0]["photo"] in exported.files
        assert "The dike at noon" in lines[0][-1]
