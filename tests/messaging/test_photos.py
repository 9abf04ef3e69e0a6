"""Photos in conversations: paid once, rebuilt from pixels, and seen by both sides only."""

from io import BytesIO
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel import i18n
from app.kernel.db.session import transaction
from modules.sites.service.sites import update_site_settings
from tests.accounts.leaving import delete_now
from tests.billing.shopping import sound
from tests.conftest import Client, drain_now
from tests.factories.billing import credits_of
from tests.fixture_types import CountQueries, LogIn, MakeMember
from tests.messaging.conftest import Couple
from tests.messaging.photographing import API, LETTER, PRICE, one, originals, seen, send
from tests.profiles import pictures
from tests.racing import race


@pytest.mark.spec("3.2")
def test_a_photo_is_paid_once_and_seen_by_both_sides(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben, words=" The dike at noon ")
    assert sent.status_code == 201
    message = sent.json["message"]
    assert (message["kind"], message["body"], message["gift"]) == ("photo", "The dike at noon", None)
    processing = {"status": "processing", "width": None, "height": None, "preview": None, "full": None}
    assert message["photo"] == processing
    assert (sent.json["credits"], sent.json["cost"]["credits"]) == (60 - PRICE, 5)
    assert seen(pair.ben_browser, sent)["photo"] == processing
    entry = pair.ada_browser.get(f"{API}/credits").json["entries"][0]
    assert (entry["kind"], entry["credits"]) == ("photo", -PRICE)

    drain_now()
    for browser in (pair.ada_browser, pair.ben_browser):
        photo = seen(browser, sent)["photo"]
        assert (photo["status"], photo["width"], photo["height"]) == ("ready", 1200, 900)
        assert pictures.opened(browser.get(photo["full"]).data).size == (1200, 900)
        assert pictures.opened(browser.get(photo["preview"]).data).size == (640, 480)
    assert originals(pair.ada.id) == 0
    (line,) = pair.ben_browser.get(f"{API}/conversations").json["conversations"]
    assert (line["num_unread_messages"], line["last_message"]["kind"]) == (1, "photo")
    assert line["last_message"]["excerpt"] == "A photo: The dike at noon"
    sound()


@pytest.mark.spec("4.9", "6.7")
@pytest.mark.parametrize("end", ["block", "blocked", "leave", "remove"])
def test_a_photo_is_there_no_longer_than_its_conversation(pair: Couple, end: str) -> None:
    sent = send(pair.ada_browser, pair.ben)
    drain_now()
    address = seen(pair.ben_browser, sent)["photo"]["full"]
    assert pair.ben_browser.get(address).status_code == 200
    match end:
        case "block":
            pair.ben_browser.post(f"{API}/members/{pair.ada.id}/block")
        case "blocked":
            pair.ada_browser.post(f"{API}/members/{pair.ben.id}/block")
        case "leave":
            delete_now(pair.ada)
        case "remove":
            pair.ben_browser.delete(f"{API}/conversations/{sent.json['conversation_id']}")
    assert pair.ben_browser.get(address).status_code == 404


def test_the_price_is_the_sites_and_said_before(pair: Couple) -> None:
    with transaction() as session:
        update_site_settings(session, site_id=pair.ada.site_id, changes={"photo_credits": 8})
    terms = pair.ada_browser.get(f"{API}/members/{pair.ben.id}/conversation").json
    assert terms["photo_cost"] == {"credits": 8, "money": None}
    sent = send(pair.ada_browser, pair.ben)
    assert sent.json["credits"] == 60 - 8
    opened = pair.ada_browser.get(f"{API}/conversations/{sent.json['conversation_id']}").json
    assert (opened["photo_cost"]["credits"], opened["spent"]["credits"]) == (8, 8)


def test_where_photos_are_free_nothing_is_posted_and_nothing_comes_back(pair: Couple) -> None:
    with transaction() as session:
        update_site_settings(session, site_id=pair.ada.site_id, changes={"photo_credits": 0})
    assert send(pair.ada_browser, pair.ben).json["credits"] == 60
    broken = send(pair.ada_browser, pair.ben, b"\xff\xd8\xff nothing")
    drain_now()
    message = seen(pair.ada_browser, broken)
    assert (message["photo"]["status"], message["refunded"]) == ("failed", False)
    assert credits_of(pair.ada_browser) == 60


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "profiles.photo-unreadable"), (b"GIF89a", "profiles.photo-type"), (b"<svg/>", "profiles.photo-type")],
)
def test_what_no_decoder_is_asked_about_is_refused_and_costs_nothing(pair: Couple, content: bytes, code: str) -> None:
    refused = send(pair.ada_browser, pair.ben, content)
    assert (refused.status_code, refused.json["code"]) == (422, code)
    assert credits_of(pair.ada_browser) == 60


def test_a_form_without_a_photo_or_with_more_is_refused(pair: Couple) -> None:
    path = f"{API}/members/{pair.ben.id}/photos"
    for form in ({"body": "x"}, {"file": (BytesIO(LETTER), "a.jpg"), "credits": "0"}):
        refused = pair.ada_browser.open(path, method="POST", data=form, key=uuid4().hex)
        assert refused.status_code == 422
    long = send(pair.ada_browser, pair.ben, words="x" * 201)
    assert (long.status_code, long.json["code"]) == (422, "messaging.too-long")
    assert credits_of(pair.ada_browser) == 60


@pytest.mark.spec("8.5")
def test_what_one_cannot_pay_is_not_sent(pair: Couple) -> None:
    with transaction() as session:
        update_site_settings(session, site_id=pair.ada.site_id, changes={"photo_credits": 20})
    refused = send(pair.ben_browser, pair.ada)
    assert (refused.status_code, refused.json["code"], refused.json["needed"]) == (
        402,
        "billing.insufficient-credits",
        20,
    )
    assert originals(pair.ben.id) == 0


def test_a_repeat_is_the_same_answer_and_one_photo(pair: Couple) -> None:
    same = uuid4().hex
    first, again = (send(pair.ada_browser, pair.ben, same=same) for _ in range(2))
    assert first.data == again.data
    other = send(pair.ada_browser, pair.ben, pictures.encoded(pictures.portrait(300, 300)), same=same)
    assert (other.status_code, other.json["code"]) == (422, "idempotency.key-reused")
    drain_now()
    assert credits_of(pair.ada_browser) == 60 - PRICE
    assert seen(pair.ben_browser, first)["seq"] == 1


def test_one_key_at_the_same_moment_is_one_photo(app: Flask, pair: Couple) -> None:
    cookie, same = pair.ada_browser.http.get_cookie("hearth_session", domain=pair.ada_browser.host), uuid4().hex

    def post() -> int:
        browser = Client(app, pair.ada_browser.host)
        browser.http.set_cookie("hearth_session", cookie.value, domain=browser.host)
        status: int = send(browser, pair.ben, same=same).status_code
        return status

    assert set(race([post] * 12)) <= {201, 409}
    assert credits_of(pair.ada_browser) == 60 - PRICE
    assert one("SELECT count(*) FROM messaging.message WHERE sender_id = :id", id=pair.ada.id).count == 1
    sound()


def test_the_last_credits_send_one_photo(app: Flask, pair: Couple) -> None:
    with transaction() as session:
        update_site_settings(session, site_id=pair.ada.site_id, changes={"photo_credits": 10})
    cookie = pair.ben_browser.http.get_cookie("hearth_session", domain=pair.ben_browser.host)

    def post() -> int:
        browser = Client(app, pair.ben_browser.host)
        browser.http.set_cookie("hearth_session", cookie.value, domain=browser.host)
        status: int = send(browser, pair.ada).status_code
        return status

    assert sorted(race([post] * 8)) == [201] + [402] * 7
    assert originals(pair.ben.id) == 1
    sound()


@pytest.mark.spec("6.3")
def test_the_files_are_for_both_sides_only(pair: Couple, make_member: MakeMember, login: LogIn, client: Client) -> None:
    sent = send(pair.ada_browser, pair.ben)
    drain_now()
    address = seen(pair.ben_browser, sent)["photo"]["full"]
    assert pair.ben_browser.get(address).status_code == 200
    for other in (pair.ada_browser, login(make_member()), client):
        assert other.get(address).status_code == 404
    assert pair.ben_browser.get(f"{address}0").status_code == 404
    assert client.open(f"{API}/members/{pair.ben.id}/photos", method="POST", key=uuid4().hex).status_code == 403


def test_nothing_of_the_upload_but_its_pixels_is_kept(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben, pictures.with_metadata())
    drain_now()
    photo = seen(pair.ben_browser, sent)["photo"]
    for address in (photo["full"], photo["preview"]):
        content = pair.ben_browser.get(address).data
        assert pictures.CANARY not in content
        assert not pictures.opened(content).getexif()


@pytest.mark.spec("6.7")
def test_a_block_ends_photos_like_absence(pair: Couple) -> None:
    sent = send(pair.ada_browser, pair.ben)
    drain_now()
    assert pair.ben_browser.post(f"{API}/members/{pair.ada.id}/block").status_code == 204
    assert send(pair.ada_browser, pair.ben).status_code == 404
    path = f"{API}/conversations/{sent.json['conversation_id']}/photos"
    form = {"file": (BytesIO(LETTER), "holiday.jpg")}
    assert pair.ada_browser.open(path, method="POST", data=form, key=uuid4().hex).status_code == 404
    assert credits_of(pair.ada_browser) == 60 - PRICE


@pytest.mark.spec("6.4")
def test_a_photo_starts_a_conversation_like_a_message(pair: Couple, make_member: MakeMember) -> None:
    send(pair.ada_browser, pair.ben)
    send(pair.ada_browser, make_member())
    third = send(pair.ada_browser, make_member())
    assert (third.status_code, third.json["code"]) == (403, "messaging.too-many-conversations")


def test_statements_for_a_photo_and_for_a_history_with_photos(pair: Couple, count_queries: CountQueries) -> None:
    sent = send(pair.ada_browser, pair.ben)
    path = f"{API}/conversations/{sent.json['conversation_id']}/photos"

    def again() -> None:
        form = {"file": (BytesIO(LETTER), "holiday.jpg")}
        assert pair.ada_browser.open(path, method="POST", data=form, key=uuid4().hex).status_code == 201

    assert count_queries(again) == 11
    for _ in range(3):
        again()
    drain_now()
    assert count_queries(lambda: seen(pair.ben_browser, sent)) == 3


def test_it_is_named_in_the_readers_language() -> None:
    assert [i18n.text(language, "photo_message") for language in ("en", "nl", "de")] == [
        "A photo",
        "Een foto",
        "Ein Foto",
    ]


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        ("UPDATE messaging.message SET kind = 'photo' WHERE id = :id", "has no photo"),
        ("INSERT INTO messaging.photo (message_id, folder) VALUES (:id, 'x')", "is no photo"),
        ("UPDATE messaging.message SET hints = '{}' WHERE id = :id", "message_hints_check"),
        ("UPDATE messaging.message SET hints = '{luck}' WHERE id = :id", "message_hints_check"),
        ("UPDATE messaging.message SET hints_dismissed_at = now() WHERE id = :id", "message_dismissed_hints_check"),
    ],
)
def test_the_database_refuses(pair: Couple, statement: str, constraint: str) -> None:
    path = f"{API}/members/{pair.ben.id}/messages"
    sent = pair.ada_browser.post(path, {"body": "Hello"}, key=uuid4().hex).json["message"]
    with pytest.raises(Exception, match=constraint), transaction() as session:
        session.execute(text(statement), {"id": sent["id"]})


@pytest.mark.parametrize("change", ["status = 'ready'", "status = 'shown'", "width = 0, height = 1, status = 'ready'"])
def test_the_database_refuses_a_photo_without_a_size(pair: Couple, change: str) -> None:
    sent = send(pair.ada_browser, pair.ben)
    with pytest.raises(Exception, match=r"photo_(processed|status)_check"), transaction() as session:
        session.execute(
            text(f"UPDATE messaging.photo SET {change} WHERE message_id = :id"), {"id": sent.json["message"]["id"]}
        )
