"""The calls that the specification documents (section 7), at their own paths and with their own payloads."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from app.documented_calls import CALLS
from modules.accounts.contracts import Member
from tests.conftest import Client
from tests.documented import COMPANY, SETTINGS
from tests.factories.accounts import PASSWORD
from tests.fixture_types import MakeMember

SUBSCRIPTION = {
    "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "expirationTime": None,
    "keys": {
        "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg",
    },
}
USER_FIELDS = [
    "status",
    "credits",
    "paid_user",
    "signup_date",
    "trafficsource",
    "fictional_icon",
    "language",
    "notifications_disabled",
]
OWN_NETWORK = (
    "http://updates.push.services.mozilla.com/x",
    "https://127.0.0.1/x",
    "https://169.254.169.254/latest",
    "https://localhost/x",
    "https://db.internal/x",
)
DOCUMENTED = {
    ("POST", "/api/user.php"),
    ("GET", "/api/user.php"),
    ("PUT", "/api/user.php"),
    ("GET", "/api/logout.php"),
    ("GET", "/api/geocode.php"),
    ("POST", "/api/page-hidden.php"),
    ("GET", "/api/settings.php"),
    ("GET", "/api/auto-like.php"),
    ("GET", "/api/chats.php"),
    ("GET", "/api/likes.php"),
    ("DELETE", "/api/chat.php"),
    ("GET", "/api/interests.php"),
    ("GET", "/api/regions.php"),
    ("GET", "/api/companyinfo.php"),
    ("GET", "/api/assets/paymentmethod/<name>.svg"),
}


@pytest.mark.spec("7.1")
def test_post_user_logs_in_and_answers_the_user(client: Client, member: Member) -> None:
    answer = client.post("/api/user.php", {"email": member.email, "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json["id"] == str(member.id)
    assert client.get("/api/user.php").json["id"] == str(member.id)


@pytest.mark.spec("7.1", "8.2")
def test_post_user_with_a_wrong_password_is_refused(client: Client, make_member: MakeMember) -> None:
    answer = client.post("/api/user.php", {"email": make_member().email, "password": "quite another thing"})
    assert answer.json["code"] == "accounts.login-failed"


@pytest.mark.spec("7.2", "3.1")
def test_get_user_answers_every_field_of_the_specification(
    make_member: MakeMember, login: Callable[[Any], Client]
) -> None:
    user = login(make_member()).get("/api/user.php").json
    for field in USER_FIELDS:
        assert field in user, field
    assert {"name", "country", "status", "main_image"} <= set(user["profile"])
    assert user["profile"]["main_image"] is None


@pytest.mark.spec("6.8", "8.1")
def test_get_user_without_login_says_that_a_login_is_missing(client: Client) -> None:
    answer = client.get("/api/user.php")
    assert answer.status_code == 403
    assert answer.json["authentication_required"] is True
    assert answer.content_type == "application/problem+json"


@pytest.mark.spec("7.3", "1.9", "1.8")
def test_put_user_saves_the_language(make_member: MakeMember, login: Callable[[Any], Client]) -> None:
    browser = login(make_member(language="en"))
    answer = browser.put("/api/user.php", {"language": "de"})
    assert answer.status_code == 200
    cookie = next(c for c in answer.headers.getlist("Set-Cookie") if c.startswith("language="))
    assert "Max-Age=31536000" in cookie
    assert browser.get("/api/user.php").json["language"] == "de"


@pytest.mark.spec("7.4", "3.12")
@pytest.mark.parametrize("body", [SUBSCRIPTION, {"subscription": SUBSCRIPTION}])
def test_post_user_push_keeps_the_subscription(
    body: dict[str, Any], make_member: MakeMember, login: Callable[[Any], Client]
) -> None:
    assert login(make_member()).post("/api/user.php?push=1", body).status_code == 204


@pytest.mark.spec("7.4")
@pytest.mark.parametrize("endpoint", OWN_NETWORK)
def test_post_user_push_refuses_addresses_of_our_own_network(
    endpoint: str, make_member: MakeMember, login: Callable[[Any], Client]
) -> None:
    answer = login(make_member()).post("/api/user.php?push=1", {**SUBSCRIPTION, "endpoint": endpoint})
    assert (answer.status_code, answer.json["code"]) == (422, "notifications.push-endpoint")


@pytest.mark.spec("7.5")
def test_get_logout_ends_the_session(browser: Client) -> None:
    assert browser.get("/api/logout.php").status_code == 204
    assert browser.get("/api/user.php").status_code == 403


@pytest.mark.spec("7.5", "7.10")
@pytest.mark.parametrize("path", ["/api/logout.php", "/api/auto-like.php"])
def test_calls_that_change_state_by_get_need_the_client_header(path: str, browser: Client) -> None:
    bare = browser.http.get(path, base_url=f"http://{browser.host}")
    assert bare.status_code == 403
    assert "authentication_required" not in bare.json
    foreign = browser.get(path, headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    assert browser.get("/api/user.php").status_code == 200


@pytest.mark.spec("7.6", "3.13")
def test_get_geocode_answers_the_nearest_town(client: Client) -> None:
    place = client.get("/api/geocode.php?lat=52.0907&lon=5.1214").json["place"]
    assert (place["name"], place["country"], place["region"]) == ("Utrecht", "NL", "NL-UT")


@pytest.mark.spec("7.6")
@pytest.mark.parametrize("query", ["", "?lat=91&lon=0", "?lat=x&lon=5"])
def test_get_geocode_refuses_what_is_no_point(query: str, client: Client) -> None:
    assert client.get(f"/api/geocode.php{query}").status_code == 422


@pytest.mark.spec("7.7")
def test_post_page_hidden_takes_a_beacon_without_client_header(client: Client) -> None:
    answer = client.http.post("/api/page-hidden.php", json={}, base_url=f"http://{client.host}")
    assert answer.status_code == 204


@pytest.mark.spec("7.8", "3.2")
def test_get_settings_answers_every_field_and_the_domain_language(client: Client) -> None:
    settings = client.get("/api/settings.php?niche=1&utm=x").json
    for field in SETTINGS:
        assert field in settings, field


@pytest.mark.spec("7.8", "1.12")
def test_get_settings_can_be_forced_to_another_host(client: Client) -> None:
    from app.kernel.db.session import transaction
    from tests.factories.sites import make_site

    with transaction() as session:
        other = make_site(session, name="The Other Site", domain_language="de")
    settings = client.get(f"/api/settings.php?host={other.hosts[0]}").json
    assert (settings["name"], settings["domain_language"]) == ("The Other Site", "de")


@pytest.mark.spec("7.11", "3.9")
def test_get_chats_answers_conversations(make_member: MakeMember, login: Callable[[Any], Client]) -> None:
    writer, reader = make_member(name="Alma"), make_member(name="Bert")
    sent = login(writer).post(f"/api/v1/members/{reader.id}/messages", {"body": "Good evening"}, key=uuid4().hex)
    assert sent.status_code == 201
    (chat,) = login(reader).get("/api/chats.php").json["chats"]
    assert chat["conversation"]["id"] == sent.json["conversation_id"]
    assert chat["profile"]["id"] == str(writer.id)
    assert chat["num_unread_messages"] == 1


@pytest.mark.spec("7.13", "4.9")
@pytest.mark.parametrize("place", ["query", "body"])
def test_delete_chat_removes_it_from_my_list(
    place: str, make_member: MakeMember, login: Callable[[Any], Client]
) -> None:
    writer, reader = make_member(name="Alma"), make_member(name="Bert")
    sent = login(writer).post(f"/api/v1/members/{reader.id}/messages", {"body": "Hello"}, key=uuid4().hex)
    chat = sent.json["conversation_id"]
    browser = login(reader)
    path, body = (
        (f"/api/chat.php?id={chat}", None) if place == "query" else ("/api/chat.php", {"conversation_id": chat})
    )
    assert browser.delete(path, json=body).status_code == 204
    assert browser.get("/api/chats.php").json["chats"] == []
    assert len(login(writer).get("/api/chats.php").json["chats"]) == 1


@pytest.mark.spec("7.13")
def test_delete_chat_of_others_or_of_nonsense_is_not_found(browser: Client) -> None:
    for name in (uuid4(), "nonsense"):
        assert browser.delete(f"/api/chat.php?id={name}").status_code == 404


@pytest.mark.spec("7.12", "3.10")
def test_get_likes_answers_both_sides(make_member: MakeMember, login: Callable[[Any], Client]) -> None:
    liker, liked = make_member(name="Alma"), make_member(name="Bert")
    assert login(liker).post(f"/api/v1/members/{liked.id}/like").status_code == 200
    mine, theirs = login(liker).get("/api/likes.php").json, login(liked).get("/api/likes.php").json
    assert [p["id"] for p in mine["profiles"]] == [str(liked.id)]
    assert [(p["id"], p["like_new"]) for p in theirs["liked_by"]] == [(str(liker.id), True)]


@pytest.mark.spec("7.14", "3.14", "3.15")
def test_interests_regions_and_company_can_be_kept(client: Client) -> None:
    interests = client.get("/api/interests.php")
    assert len(interests.json["interests"]) == 50
    assert "max-age" in interests.headers["Cache-Control"]
    regions = client.get("/api/regions.php?country=NL").json
    assert len(regions["regions"]) == 12
    assert set(COMPANY) <= set(client.get("/api/companyinfo.php").json)


def test_another_method_is_refused(client: Client) -> None:
    answer = client.delete("/api/user.php")
    assert (answer.status_code, answer.json["code"]) == (405, "method-not-allowed")


def test_every_documented_path_is_in_the_table() -> None:
    # GET /api/discountcode.php (spec 7.9) joins them together with the discount codes themselves.
    assert {(call.method, call.path) for call in CALLS} >= DOCUMENTED
