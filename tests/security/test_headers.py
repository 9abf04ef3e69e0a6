"""What Mozilla's HTTP Observatory scores for A+, of every kind of answer, as an installation behind TLS sends it.

What all answers carry besides is tried in tests/kernel/test_edges.py.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.datastructures import Headers

from app.console import staff_requests
from app.kernel.config import Config
from app.kernel.db.session import transaction
from app.kernel.http.requests import cookie_name
from app.live.asgi import STREAM, LiveApplication, _start
from modules.accounts.contracts import Member
from modules.sites import api as sites_api
from tests.accounts.routes.doors import cookies_of, log_in
from tests.conftest import Client
from tests.factories.accounts import open_session
from tests.factories.moderation import make_staff
from tests.factories.moderation import open_session as open_staff_session
from tests.factories.profiles import add_photo
from tests.fixture_types import MakeMember
from tests.security.observatory import A_PLUS, ELSEWHERE, policy_of, score
from tests.sites.test_head import door  # noqa: F401 - a fixture
from tests.sites.test_painting import TINY, painter  # noqa: F401 - a fixture

PLACES = ("/", "/login", "/members", "/landers/maplanding", "/pages/terms", "/nothing-here", "/ops/", "/robots.txt")
ANSWERS = {
    **{path: ("GET", path) for path in PLACES},
    "JSON": ("GET", "/api/v1/site"),
    "problem": ("GET", "/api/v1/me"),
    "404": ("GET", "/api/v1/nothing"),
    "404 of an asset": ("GET", "/assets/none.js"),
    "404 of a photo": ("GET", "/media/photos/none/full.webp?v=none&e=1"),
    "405": ("PATCH", "/api/v1/settings"),
    "picture": ("GET", "/api/assets/paymentmethod/visa.svg"),
    "icon": ("GET", "/icons/192.png"),
    "manifest": ("GET", "/manifest.webmanifest"),
    "map": ("GET", "/sitemap.xml"),
    "without a network": ("GET", "/offline.html"),
    "picture to share": ("GET", "/share-picture.png"),
    "console's API": ("GET", "/ops/api/session"),
    "notice of a provider": ("POST", "/api/v1/payment-notices/mollie"),
    "returned mail": ("POST", "/api/v1/mail-returns"),
    "health": ("GET", "/healthz"),
}
# Where a policy must not let anything in that is not named; frames and forms do not fall back to the default.
CLOSED = {"default-src", "base-uri", "form-action", "frame-ancestors"}


@pytest.fixture
def behind_tls(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(Config, "secure_cookies", True)
    return client


@pytest.fixture
def member(behind_tls: Client, make_member: MakeMember) -> Member:
    """A member whose browser is the one behind TLS."""
    made = make_member(paid=True)
    with transaction() as session:
        token = open_session(session, member_id=made.id)
    behind_tls.http.set_cookie(cookie_name("hearth_session"), token, domain=behind_tls.host)
    return made


def ensure_a_plus(answer: Any) -> None:
    """Fail unless an answer has the best grade, with nothing taken off, and is closed where the score does not look."""
    html = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""
    total, parts = score(answer.headers, answer.headers.getlist("Set-Cookie"), html)
    assert total >= A_PLUS, (total, parts)
    assert [name for name, part in parts.items() if part < 0] == [], parts
    policy = policy_of(answer.headers["Content-Security-Policy"])
    assert set(policy) >= CLOSED
    assert policy["default-src"] == policy["frame-ancestors"] == {"'none'"}
    assert "includeSubDomains" in answer.headers["Strict-Transport-Security"]


@pytest.mark.spec("8.1")
@pytest.mark.parametrize("kind", ANSWERS)
def test_every_kind_of_answer_has_the_best_grade(behind_tls: Client, kind: str) -> None:
    method, path = ANSWERS[kind]
    with behind_tls.open(path, method=method, headers={"Origin": ELSEWHERE}) as answer:
        assert kind[:3] not in ("404", "405") or answer.status_code == int(kind[:3])
        ensure_a_plus(answer)


@pytest.mark.spec("8.1")
def test_so_has_what_is_too_large_and_what_went_wrong(behind_tls: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = behind_tls.post("/api/v1/session", data=b"x" * 12_000_000, content_type="application/json")
    assert answer.status_code == 413
    ensure_a_plus(answer)

    def fail(*_: Any) -> None:
        raise RuntimeError("the roof is off")

    monkeypatch.setattr(sites_api, "find_site_by_host", fail)
    answer = behind_tls.get("/api/v1/site")
    assert answer.status_code == 500
    ensure_a_plus(answer)


@pytest.mark.spec("8.1")
def test_so_have_files_and_photos_of_a_member(behind_tls: Client, member: Member) -> None:
    with transaction() as session:
        add_photo(session, member.id)
    month = behind_tls.get("/api/v1/statements").json["month"]
    paths = [f"/api/v1/statements/{month}.{kind}" for kind in ("csv", "pdf")]
    paths += [photo["full"] for photo in behind_tls.get("/api/v1/profile").json["photos"]]
    assert len(paths) == 3
    for path in paths:
        with behind_tls.get(path) as answer:
            assert answer.status_code == 200, path
            ensure_a_plus(answer)


@pytest.mark.spec("8.1")
def test_so_have_lists_and_files_of_the_console(behind_tls: Client, member: Member) -> None:
    with transaction() as session:
        token = open_staff_session(session, make_staff(session))
    behind_tls.http.set_cookie(staff_requests.cookie_name(), token, domain=behind_tls.host, path="/ops")
    for path in ("session", "accounts.members", f"accounts.members/{member.id}", "engines.csv"):
        with behind_tls.get(f"/ops/api/{path}") as answer:
            assert answer.status_code == 200, path
            ensure_a_plus(answer)


@pytest.mark.spec("8.1")
def test_so_has_a_painted_page(painter: Callable[[str], None], door: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Config, "secure_cookies", True)
    painter(TINY)
    answer = door.get("/")
    assert "data-painted" in answer.text
    ensure_a_plus(answer)


class Told:
    """An answer of the live process, as the web's are asked."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.status_code: int = start["status"]
        self.headers = Headers([(name.decode(), value.decode()) for name, value in start["headers"]])
        self.mimetype = self.headers["content-type"]


def asked_of_live(path: str) -> Told:
    """Return what the live process answers to a page from elsewhere, without a stream."""
    sent: list[Any] = []
    scope = {"type": "http", "path": path, "method": "GET", "headers": [(b"origin", ELSEWHERE.encode())]}

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(LiveApplication()(scope, receive, send))
    return Told(sent[0])


@pytest.mark.spec("8.1")
def test_so_has_what_the_live_process_says(behind_tls: Client) -> None:
    for path, status in (("/healthz", 200), ("/nothing", 404), ("/live", 403)):
        answer = asked_of_live(path)
        assert answer.status_code == status
        ensure_a_plus(answer)
    ensure_a_plus(Told(_start(200, STREAM)))


@pytest.mark.spec("8.1")
def test_scripts_come_from_the_installation_alone(behind_tls: Client) -> None:
    for path in PLACES:
        for source in re.findall(r"<script[^>]*\ssrc=\"?([^\s\">]+)", behind_tls.get(path).text):
            assert re.match(r"/[^/]", source), (path, source)


@pytest.mark.spec("8.1")
def test_cookies_are_for_this_installation_over_tls_and_for_no_script(
    behind_tls: Client, make_member: MakeMember
) -> None:
    answer = log_in(behind_tls, make_member().email)
    ensure_a_plus(answer)
    cookies = cookies_of(answer)
    assert cookies
    for name, morsel in cookies.items():
        assert (morsel["secure"], morsel["httponly"], morsel["samesite"]) == (True, True, "Lax"), name
