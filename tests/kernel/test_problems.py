"""What every refusal looks like, whoever caused it (RFC 9457)."""

import json
import re
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from app.kernel import i18n
from app.kernel.db.session import transaction
from app.kernel.errors import DomainError
from app.kernel.http import problem
from app.kernel.http.auth import Access
from app.kernel.http.requests import Operation
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.sites import make_site
from tests.fixture_types import LogIn, MakeMember
from tests.kernel.conftest import Make, count_bells

BELLS = "/api/bells"
TOO_LONG = {
    "en": "Enter at most 20 characters.",
    "nl": "Vul hoogstens 20 tekens in.",
    "de": "Gib höchstens 20 Zeichen ein.",
}


def errors_of(answer: Any) -> dict[str, str]:
    return {error["pointer"]: error["code"] for error in answer.json["errors"]}


@pytest.mark.spec("8.1")
def test_every_field_at_fault_is_pointed_at(passer_by: Client) -> None:
    answer = passer_by.post(BELLS, {"note": "x" * 21, "times": 9, "role": "admin"})
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    assert (answer.json["status"], answer.json["code"]) == (422, "invalid")
    assert errors_of(answer) == {
        "/bell_id": "field.required",
        "/note": "field.too-long",
        "/times": "field.between",
        "/role": "field.unknown",
    }


def test_of_very_many_fields_at_fault_a_hundred_are_pointed_at(passer_by: Client) -> None:
    answer = passer_by.post(BELLS, dict.fromkeys(map(str, range(5_000)), 1))
    assert (answer.status_code, len(answer.json["errors"])) == (422, 100)


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("language", TOO_LONG)
def test_refusals_speak_the_language_of_the_reader(passer_by: Client, language: str) -> None:
    passer_by.http.set_cookie("language", language, domain=passer_by.host)
    answer = passer_by.post(BELLS, {"bell_id": str(uuid4()), "note": "x" * 21})
    (error,) = answer.json["errors"]
    assert error["detail"] == TOO_LONG[language]


@pytest.mark.spec("1.5")
@pytest.mark.parametrize(("accepted", "title"), [("nl-BE,nl;q=0.9", "nl"), ("de-AT", "de"), ("ja", "nl"), ("en", "en")])
def test_a_refusal_where_no_site_is_known_speaks_the_browsers_language(
    belfry: Flask, accepted: str, title: str
) -> None:
    stranger = Client(belfry, "stranger.example")
    stranger.http.set_cookie("language", title, domain=stranger.host)
    by_cookie = stranger.get("/api/nothing").json["title"]
    stranger.http.delete_cookie("language", domain=stranger.host)
    assert stranger.get("/api/nothing", headers={"Accept-Language": accepted}).json["title"] == by_cookie


MALFORMED = {
    "cut off": b"{",
    "of another encoding": '{"id": "é"}'.encode("latin-1"),
    "of sixteen bits": '{"id": "7"}'.encode("utf-16"),
    "nested in lists": b"[" * 100_000 + b"]" * 100_000,
    "nested in objects": b'{"id":' * 100_000 + b"1" + b"}" * 100_000,
    "nested a little too deeply": b'{"id":' + b"[" * 200 + b"]" * 200 + b"}",
    "a number of 5,000 digits": b'{"id": ' + b"9" * 5_000 + b"}",
    "of too many values": b'{"id": [' + b"1," * 10_000 + b"1]}",
    "of a name that is too long": b'{"' + b"x" * 101 + b'": 1}',
    "of half a pair as a name": b'{"id": [{"\\ud800": 1}]}',
}


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", BELLS), ("POST", "/api/user.php"), ("DELETE", "/api/chat.php"), ("POST", "/ops/api/session")],
)
def test_malformed_json_is_refused_in_the_language_of_the_reader(
    passer_by: Client, method: str, path: str, language: str
) -> None:
    passer_by.http.set_cookie("language", language, domain=passer_by.host)
    detail = i18n.text("en" if path.startswith("/ops/") else language, "errors.bad-request")
    for how, body in MALFORMED.items():
        answer = passer_by.open(path, method=method, data=body, content_type="application/json")
        assert (answer.status_code, answer.content_type) == (400, "application/problem+json"), how
        assert (answer.json["code"], answer.json["detail"]) == ("bad-request", detail), how


@pytest.mark.parametrize("body", [b"{", b"[1]", b"null", b'"bell"', b"", b"\xff\xfe", b'{"bell_id": NaN}'])
def test_what_is_no_object_is_refused_and_not_a_crash(passer_by: Client, body: bytes) -> None:
    before = count_bells()
    answer = passer_by.open(BELLS, method="POST", data=body, content_type="application/json")
    assert answer.status_code in (400, 422), answer.json
    assert answer.content_type == "application/problem+json"
    assert count_bells() == before


OTHER_TYPES: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("times", ("3", 3.0, 2.5, True, [3])),
    ("fails", (0, 1, "true", "yes", "")),
    ("days", ("2026-11-26", {}, ["20261126"], ["2026-W48-4"], ["2026-11-26T00:00:00"], [20261126])),
    ("bell_id", (7, f"urn:uuid:{UUID(int=7)}", f"{{{UUID(int=7)}}}", UUID(int=7).hex)),
    ("note", (7, True, ["ding"], "ding" + " " * 17, "\u200d\u200d")),
    ("path", (7,)),
)


@pytest.mark.spec("8.1")
@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in OTHER_TYPES for value in values])
def test_what_only_looks_like_what_is_asked_for_is_refused(passer_by: Client, field: str, value: Any) -> None:
    bell = str(uuid4())
    fitting = {"bell_id": bell, "note": "ding", "times": 3, "fails": False, "days": ["2026-11-26"], "path": "up"}
    answer = passer_by.post(BELLS, fitting | {field: value})
    assert (answer.status_code, {pointer.split("/")[1] for pointer in errors_of(answer)}) == (422, {field})
    assert count_bells(bell) == 0
    assert passer_by.post(BELLS, fitting).status_code == 201


@pytest.mark.parametrize("sent", [{}, {"data": b""}, {"data": "softer=true"}, {"data": '{"softer": true}'}])
def test_a_body_that_is_asked_for_has_to_be_there_as_json(passer_by: Client, sent: dict[str, Any]) -> None:
    """Also where the form needs nothing said, and so would be content with none."""
    for kind in ("application/json", "application/x-www-form-urlencoded", "text/plain"):
        is_whole = kind == "application/json" and str(sent.get("data", "")).startswith("{")
        answer = passer_by.open(f"{BELLS}/wishes", method="POST", content_type=kind, **sent)
        assert answer.status_code == (201 if is_whole else 400), (kind, answer.text)
    assert passer_by.post(f"{BELLS}/wishes", {}).json == {"softer": False}


@pytest.mark.parametrize(
    ("parts", "pointers"),
    [
        ({"is_loud": "true"}, []),
        ({"is_loud": "yes"}, ["/is_loud"]),
        ({"is_loud": "1"}, ["/is_loud"]),
        ({"file": "a text"}, ["/file"]),
        ({"words": (BytesIO(b"a file"), "words.txt")}, ["/words"]),
        ({"extra": "a text"}, ["/extra"]),
        ({"extra": (BytesIO(b"a file"), "extra.txt")}, ["/extra"]),
    ],
)
def test_a_form_takes_the_texts_and_files_that_are_asked_for(
    passer_by: Client, parts: dict[str, Any], pointers: list[str]
) -> None:
    form = {"file": (BytesIO(b"ding"), "ding.ogg"), **parts}
    answer = passer_by.open(f"{BELLS}/sounds", method="POST", data=form, content_type="multipart/form-data")
    if pointers:
        assert (answer.status_code, [*errors_of(answer)]) == (422, pointers)
    else:
        assert (answer.status_code, answer.json) == (201, {"bytes": 4, "is_loud": True})


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api/v1/nothing", 404, "not-found"),
        ("GET", "/media/nothing", 422, "invalid"),
        ("GET", "/assets/nothing.js", 404, "not-found"),
        ("GET", "/ops/api/nothing.here", 403, "login-required"),
        ("DELETE", "/api/v1/me", 405, "method-not-allowed"),
        ("DELETE", "/api/user.php", 405, "method-not-allowed"),
        ("POST", "/api/nothing", 404, "not-found"),
        ("POST", "/api/v1/nothing", 404, "not-found"),
    ],
)
def test_what_is_not_there_is_a_problem_too(passer_by: Client, method: str, path: str, status: int, code: str) -> None:
    answer = passer_by.open(path, method=method)
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
    assert answer.json["code"] == code
    assert answer.json["title"] == answer.json["detail"] != ""


def test_a_method_that_a_path_does_not_know_is_refused_with_those_that_it_knows(
    passer_by: Client, belfry: Flask
) -> None:
    known: dict[str, set[str]] = {}
    for rule in belfry.url_map.iter_rules():
        if rule.rule.startswith(("/api/", "/ops/api/")):
            known.setdefault(re.sub(r"<uuid:\w+>", str(UUID(int=7)), rule.rule), set()).update(rule.methods or ())
    paths = {path: methods for path, methods in known.items() if "GET" not in methods and "<" not in path}
    assert len(paths) > 20
    for path, methods in paths.items():
        answer = passer_by.get(path)
        assert (answer.status_code, answer.content_type) == (405, "application/problem+json"), path
        assert answer.json["code"] == "method-not-allowed"
        assert set(answer.headers["Allow"].split(", ")) == methods, path


@pytest.mark.spec("1.12")
@pytest.mark.spec("1.5", "1.7")
def test_an_address_that_the_api_does_not_know_is_refused_in_the_language_of_site_or_member(
    app: Flask, site: Site, make_member: MakeMember, login: LogIn
) -> None:
    with transaction() as session:
        finnish = make_site(session, domain_language="fi", languages=["fi", "en"])
    english = {"Accept-Language": "en"}
    said = {
        host: Client(app, host).get("/api/v1/x", headers=english).json["detail"]
        for host in (finnish.hosts[0], "nobody.example")
    }
    member = login(make_member(language="de")).get("/api/v1/x", headers=english).json["detail"]
    assert [*said.values(), member] == [i18n.text(language, "errors.not-found") for language in ("fi", "en", "de")]


@pytest.mark.spec("8.1")
@pytest.mark.parametrize(("path", "status"), [("/api/v1/x", 404), ("/api/user.php/x", 404), ("/api/v1/reference", 405)])
@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
@pytest.mark.parametrize("headers", [{}, {"X-Hearthside-Client": "web", "Sec-Fetch-Site": "cross-site"}])
def test_a_change_that_the_api_does_not_know_is_refused_as_such_whoever_sends_it(
    client: Client, path: str, status: int, method: str, headers: dict[str, str]
) -> None:
    answer = client.http.open(path, method=method, base_url=f"http://{client.host}", headers=headers)
    assert answer.status_code == status


@pytest.mark.spec("1.7")
@pytest.mark.parametrize("headers", [{}, {"X-Hearthside-Client": "web", "Sec-Fetch-Site": "cross-site"}])
def test_what_comes_from_elsewhere_is_refused_in_the_language_of_site_or_member(
    app: Flask, site: Site, make_member: MakeMember, login: LogIn, headers: dict[str, str]
) -> None:
    with transaction() as session:
        finnish = make_site(session, domain_language="fi", languages=["fi", "en"])
    visitors = [Client(app, finnish.hosts[0]), Client(app, site.hosts[0]), login(make_member(language="de"))]
    answers = [
        browser.http.post(
            "/api/v1/session",
            base_url=f"http://{browser.host}",
            json={},
            headers={"Accept-Language": "nl", **headers},
        )
        for browser in visitors
    ]
    assert {(answer.status_code, answer.json["code"]) for answer in answers} == {(403, "forbidden")}
    assert [answer.json["detail"] for answer in answers] == [
        i18n.text(language, "errors.forbidden") for language in ("fi", "en", "de")
    ]


def test_a_host_of_no_site_is_not_found(belfry: Flask) -> None:
    stranger = Client(belfry, "stranger.example")
    for answer in (stranger.get("/api/v1/settings"), stranger.post(BELLS, {"bell_id": str(uuid4())})):
        assert (answer.status_code, answer.json["code"]) == (404, "not-found")


def test_what_is_for_any_host_is_answered_at_a_host_of_no_site(belfry: Flask) -> None:
    assert Client(belfry, "stranger.example").post(f"{BELLS}/alarms").status_code == 204


@pytest.mark.parametrize(
    "change", [{"access": Access.MEMBER}, {"beacon": False}, {"managed": False}, {"idempotent": True}], ids=str
)
def test_what_asks_who_calls_is_for_no_host_without_a_site(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="public, managed beacon"):
        Operation(**{"access": Access.PUBLIC, "beacon": True, "any_host": True, **change})


def test_only_what_programs_tell_is_for_any_host(app: Flask) -> None:
    operations = {name: getattr(view, "operation", None) for name, view in app.view_functions.items()}
    assert {name for name, one in operations.items() if one is not None and one.any_host} == {
        "notifications.take_mail_return",
        "payment-notices.receive_notice",
    }


def test_a_body_beyond_the_limit_is_refused(passer_by: Client) -> None:
    answer = passer_by.open(BELLS, method="POST", data=b" " * (11 * 1024 * 1024 + 1), content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (413, "too-large")


@pytest.mark.spec("8.1")
def test_a_crash_tells_its_number_and_nothing_of_the_inside(passer_by: Client) -> None:
    with capture_logs(processors=[merge_contextvars]) as logged:
        answer = passer_by.get(f"{BELLS}/crash", headers={"X-Request-Id": "bell-ringer-0042"})
    assert (answer.status_code, answer.json["code"]) == (500, "internal")
    assert answer.json["request_id"] == answer.headers["X-Request-Id"] == "bell-ringer-0042"
    told = answer.get_data(as_text=True) + str(answer.headers)
    for inside in ("ZeroDivisionError", "clapper", "/srv", "Traceback", ".py", "psycopg", "INSERT"):
        assert inside not in told
    (line,) = logged
    assert "the clapper of bell 7" in str(line["exc_info"])
    assert line["request_id"] == "bell-ringer-0042"


def test_a_get_cannot_write(passer_by: Client) -> None:
    before = count_bells()
    answer = passer_by.get(f"{BELLS}/writes")
    assert answer.status_code == 500
    assert "INSERT" not in answer.get_data(as_text=True)
    assert count_bells() == before


def test_every_domain_error_has_a_status_and_a_sentence() -> None:
    def kinds(kind: type[DomainError]) -> list[type[DomainError]]:
        return [kind, *(below for sub in kind.__subclasses__() for below in kinds(sub))]

    # What errors format for the person's language.
    values: dict[str, Any] = {"count": 2, "minutes": 15, "megabytes": 10, "euros": 50}
    for kind in kinds(DomainError)[1:]:
        error = kind(reason=None, **values)
        assert problem.status_of(error) >= 400
        if kind.__module__.startswith(("app.", "modules.")):
            fallback = problem.sentence_of(type("Unknown", (DomainError,), {"code": "no.such.code"})(), "en")
            reasons = ("too-short", "too-common", "too-personal", "until", "messages", "over", "text")
            sentences = [
                problem.sentence_of(error, "en"),
                *(problem.sentence_of(kind(reason=r, **values), "en") for r in reasons),
            ]
            assert any(sentence != fallback for sentence in sentences), kind.code


# What browsers never send, and people who look for holes do.
HOSTILE = (
    ("GET", "/media/photos/x/card.webp?e=99999999999&v=%C3%A9", None),
    ("GET", "/api/v1/settings?host=%00", None),
    ("GET", "/api/v1/settings?host=" + "a" * 5000, None),
    ("GET", "/api/v1/search?network=%00&text=%00", None),
    ("GET", "/api/v1/regions?country=%00%00", None),
    ("GET", "/api/v1/places?country=NL&q=%25%5C_%00", None),
    ("GET", "/api/v1/places?country=%00%00&q=a", None),
    ("GET", "/" + "a" * 300, None),
    ("GET", "/x%00y", None),
    ("GET", "/ops/" + "a" * 300, None),
    ("POST", "/api/v1/session", {"email": "a@example.org", "password": "\ud800"}),
    ("POST", "/api/v1/session", {"email": "\x00\ud800", "password": "\x00"}),
    ("POST", "/api/v1/session", {"email": ["a"], "password": {"a": 1}}),
    ("POST", "/api/v1/activation", {"token": "\x00"}),
    ("POST", "/api/v1/activation", {"token": "\ud800"}),
    ("POST", "/api/v1/activation", {"token": "é" * 100}),
    ("POST", "/api/v1/password-reset", {"email": "\ud800@example.org"}),
    ("POST", "/api/v1/password-reset/confirm", {"token": "é", "password": "\ud800", "password_repeat": "\ud800"}),
    (
        "POST",
        "/api/v1/members",
        {"email": "z@example.org", "name": "Zed", "password": "\ud800" * 12, "date_of_birth": "1990-01-01"},
    ),
    ("PUT", "/api/v1/me/language", {"language": "\x00"}),
    ("PATCH", "/api/v1/profile", {"region": "\x00"}),
    ("PATCH", "/api/v1/profile", {"country": "\x00\x00"}),
    ("PATCH", "/api/v1/profile", {"place_id": 2**31 - 1}),
    ("PATCH", "/api/v1/profile", {"about": "\x00\ud800"}),
    ("PATCH", "/api/v1/profile", {"notes": {"\x00": "a"}}),
    ("PUT", "/api/v1/photos/order", {"ids": ["00000000-0000-0000-0000-000000000000"] * 3}),
    ("POST", "/api/v1/push-subscriptions", {"endpoint": "https://[::1", "keys": {"p256dh": "\x00a", "auth": "a"}}),
    ("DELETE", "/api/chat.php?conversation_id=%00", None),
)


def send(browser: Client, method: str, path: str, body: dict[str, Any] | None) -> Any:
    """Send a body with its odd characters escaped, as JSON allows."""
    given = {"data": json.dumps(body), "content_type": "application/json"} if body else {}
    return browser.open(path, method=method, key=uuid4().hex, **given)


@pytest.mark.parametrize(("method", "path", "body"), HOSTILE)
def test_hostile_values_are_refused_and_crash_nothing(
    ringer: Make, method: str, path: str, body: dict[str, Any] | None
) -> None:
    answer = send(ringer(), method, path, body)
    assert answer.status_code < 500, answer.get_data(as_text=True)


@pytest.mark.parametrize("body", [{"body": "\x00"}, {"body": "\ud800"}, {"body": "a\ud800b"}, {"body": "\u200d"}])
def test_hostile_messages_crash_nothing(ringer: Make, make_member: MakeMember, body: dict[str, Any]) -> None:
    partner = make_member()
    answer = send(ringer(), "POST", f"/api/v1/members/{partner.id}/messages", body)
    assert answer.status_code < 500, answer.get_data(as_text=True)


def test_a_forged_device_cookie_is_no_crash(passer_by: Client) -> None:
    headers = {"Cookie": "hearth_device=abc.\xe9; hearth_session=\xe9"}
    assert passer_by.get("/api/v1/settings", headers=headers).status_code == 200
