"""What every answer carries, what every request is counted by, and what a page tells."""

import gzip
import json
import re
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisAway
from redis.retry import Retry
from sqlalchemy import select
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from app.kernel import metrics
from app.kernel.db.session import transaction
from app.kernel.events.outbox import OutboxEvent
from app.kernel.http import ratelimit
from app.kernel.http.headers import NOTHING
from app.kernel.http.ratelimit import Limit, TooManyRequests
from app.kernel.http.spa import Spa, script_json, tag
from app.kernel.secrets.signing import is_signed, sign
from app.pages.old_browsers import SCRIPT_HASH
from modules.accounts.contracts import Member
from modules.accounts.routes.common import LOGINS
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories.profiles import add_photo
from tests.fixture_types import LogIn
from tests.kernel.conftest import Make

BELLS = "/api/bells"
EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.fixture
def built(tmp_path: Path) -> Spa:
    """A small build of a front end."""
    (tmp_path / "dist" / "assets").mkdir(parents=True)
    (tmp_path / "dist" / "index.html").write_text('<html lang="en"><head><!--hearth:head--></head><!--hearth:boot-->')
    (tmp_path / "dist" / "assets" / "a-1234.js").write_text("1")
    (tmp_path / "secret.txt").write_text("behind the folder")
    return Spa(tmp_path / "dist")


def directives(answer: Any) -> dict[str, str]:
    policy = answer.headers["Content-Security-Policy"]
    return {name: values for name, _, values in (part.strip().partition(" ") for part in policy.split(";"))}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/members/anything"),
        ("GET", "/ops/"),
        ("GET", "/ops/api/session"),
        ("GET", "/api/v1/settings"),
        ("GET", "/api/v1/me"),
        ("GET", "/api/nothing"),
        ("GET", "/assets/nothing.js"),
        ("GET", "/media/nothing"),
        ("GET", f"{BELLS}/crash"),
        ("POST", "/api/v1/session"),
        ("GET", "/healthz"),
    ],
)
def test_every_answer_is_guarded_by_its_headers(passer_by: Client, method: str, path: str) -> None:
    answer = passer_by.open(path, method=method)
    for name, value in EVERYWHERE.items():
        assert answer.headers[name] == value, name
    policy = directives(answer)
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == f"'self' {SCRIPT_HASH}"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "http:" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Request-Id"]
    if path.startswith(("/api", "/ops/api")):
        assert answer.headers["Cache-Control"] == "no-store"
    if path.startswith("/ops/") and "/api" not in path and answer.status_code == 200:
        assert re.search(r"'nonce-[\w-]{43}'", policy["style-src"])


def test_a_nonce_is_never_used_twice(passer_by: Client) -> None:
    nonces = {directives(passer_by.get("/ops/"))["style-src"] for _ in range(3)}
    assert len(nonces) == 3


def test_a_photo_is_guarded_too(login: LogIn, member: Member) -> None:
    with transaction() as session:
        add_photo(session, member.id)
    browser = login(member)
    answer = browser.get(browser.get("/api/v1/profile").json["photos"][0]["full"])
    assert (answer.status_code, answer.content_type) == (200, "image/webp")
    assert answer.headers["Content-Security-Policy"] == f"{NOTHING}; sandbox"
    for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy"):
        assert answer.headers[name] == EVERYWHERE[name]
    assert answer.headers["Cache-Control"].startswith("private, ")


def test_the_request_id_follows_into_the_outbox_and_the_log_of_the_job(passer_by: Client) -> None:
    bell, given = str(uuid4()), "visitor-request-0001"
    answer = passer_by.post(BELLS, {"bell_id": bell}, headers={"X-Request-Id": given})
    assert answer.headers["X-Request-Id"] == given
    with transaction(read_only=True) as session:
        row = select(OutboxEvent.request_id).where(OutboxEvent.payload["bell_id"].astext == bell)
        assert session.execute(row).scalar_one() == given
    with capture_logs(processors=[merge_contextvars]) as logged:
        drain_now()
    assert [line["request_id"] for line in logged if line.get("bell_id") == bell] == [given]


@pytest.mark.parametrize("given", ["short", "x" * 65, 'a"b{c}d\\efgh', "<script>alert(1)</script>"])
def test_a_request_id_that_is_none_is_not_taken_over(passer_by: Client, given: str) -> None:
    answer = passer_by.get("/healthz", headers={"X-Request-Id": given})
    assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["X-Request-Id"])


def test_a_method_that_nobody_knows_has_no_figure_of_its_own(client: Client) -> None:
    for method in ("BREW", "X" * 1000):
        assert client.open("/healthz", method=method).status_code == 405
    counted = {sample.labels["method"] for metric in metrics.REQUESTS.collect() for sample in metric.samples}
    assert not {"BREW", "X" * 1000} & counted


class TestRateLimit:
    def test_calls_are_counted_by_network(self) -> None:
        limit = Limit(uuid4().hex, calls=3, seconds=86_400)
        for _ in range(3):
            ratelimit.check(limit, "10.0.0.1")
        with pytest.raises(TooManyRequests) as refused:
            ratelimit.check(limit, "10.0.0.1")
        assert 86_000 < refused.value.extra["retry_after"] <= 86_401, "a day from the first call, whenever that was"
        ratelimit.check(limit, "10.0.0.2")

    @pytest.mark.parametrize("is_away", [False, True])
    def test_what_counts_only_afterwards_is_asked_about_before(
        self, monkeypatch: pytest.MonkeyPatch, is_away: bool
    ) -> None:
        if is_away:
            monkeypatch.setattr(ratelimit, "redis", lambda: Redis(port=1, retry=Retry(NoBackoff(), 0)))
        limit = Limit(uuid4().hex, calls=2, seconds=86_400)
        for _ in range(2):
            ratelimit.ensure_left(limit, "10.0.0.1")
            ratelimit.ensure_left(limit, "10.0.0.1")
            ratelimit.count(limit, "10.0.0.1")
        with pytest.raises(TooManyRequests) as refused:
            ratelimit.ensure_left(limit, "10.0.0.1")
        assert 86_000 < refused.value.extra["retry_after"] <= 86_401
        ratelimit.ensure_left(limit, "10.0.0.2")

    def test_it_counts_in_memory_while_redis_is_away(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # A port on which nothing listens: the client itself finds out.
        away = Redis(port=1, retry=Retry(NoBackoff(), 0))
        with pytest.raises(RedisAway):
            away.ping()
        monkeypatch.setattr(ratelimit, "redis", lambda: away)
        limit = Limit(uuid4().hex, calls=3, seconds=86_400)
        for _ in range(3):
            ratelimit.check(limit, "10.0.0.1")
        with pytest.raises(TooManyRequests) as refused:
            ratelimit.check(limit, "10.0.0.1")
        assert 86_000 < refused.value.extra["retry_after"] <= 86_401

    def test_neighbours_in_one_ipv6_network_count_as_one(self) -> None:
        assert ratelimit.network_of("2001:db8:1:2:3::4") == ratelimit.network_of("2001:db8:1:2:ffff::1")
        assert ratelimit.network_of("2001:db8:1:2::1") != ratelimit.network_of("2001:db8:1:3::1")

    @pytest.mark.parametrize(
        ("address", "network"),
        [
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("203.0.113.7:50123", "203.0.113.7"),
            ("[2001:db8:1:2::1]:50123", "2001:db8:1:2::/64"),
            ("[2001:db8:1:2::1]", "2001:db8:1:2::/64"),
            ("unix:", "unknown"),
            ("a:b", "unknown"),
            ("", "unknown"),
            (None, "unknown"),
        ],
    )
    def test_an_address_counts_as_its_network_however_a_proxy_writes_it(
        self, address: str | None, network: str
    ) -> None:
        assert ratelimit.network_of(address) == network

    @pytest.mark.spec("8.2")
    def test_a_refusal_says_when_to_come_back(self, client: Client) -> None:
        body = {"email": "nobody@example.org", "password": "wrong"}
        with transaction(read_only=True) as session:
            site = sites_api.find_site_by_host(session, client.host)
        for _ in range(LOGINS.calls):
            ratelimit.check(LOGINS, f"{site.id} 127.0.0.1")
        answer = client.post("/api/v1/session", body)
        assert (answer.status_code, answer.json["code"]) == (429, "rate-limited")
        assert int(answer.headers["Retry-After"]) == answer.json["retry_after"] > 0
        forged = client.post("/api/v1/session", body, headers={"X-Forwarded-For": "203.0.113.7"})
        assert forged.status_code == 429, "a forged address opens no new account of calls"


class TestPages:
    HOSTILE = '</script><script>alert(1)</script><!-- " & \u2028'

    def test_what_a_page_begins_with_cannot_leave_its_script(self) -> None:
        written = script_json({"name": self.HOSTILE})
        assert "<" not in written
        assert "\u2028" not in written
        assert json.loads(written) == {"name": self.HOSTILE}

    def test_hostile_words_stay_words_on_the_page(self, site: Site, ringer: Make) -> None:
        with transaction() as session:
            changes = {"index_title": self.HOSTILE, "description": self.HOSTILE}
            sites_api.update_site_settings(session, site_id=site.id, changes=changes)
        page = ringer(name="<img src=x>").get("/")
        assert page.status_code == 200
        html = page.get_data(as_text=True)
        assert "<script>alert(1)" not in html
        assert "<img src=x>" not in html
        assert self.HOSTILE in unescape(html)

    @pytest.mark.parametrize(
        ("path", "is_indexed"), [("/", True), ("/members", False), ("/login", False), ("/nothing/here", False)]
    )
    def test_only_the_front_door_is_indexed(self, passer_by: Client, path: str, is_indexed: bool) -> None:
        html = passer_by.get(path).get_data(as_text=True)
        assert ('<meta name="robots" content="noindex">' not in html) == is_indexed

    def test_a_members_front_page_is_not_indexed_or_stored(self, ringer: Make) -> None:
        page = ringer().get("/")
        assert '<meta name="robots" content="noindex">' in page.get_data(as_text=True)
        assert page.headers["Cache-Control"] == "no-store"

    def test_the_host_of_no_site_has_no_page(self, belfry: Flask) -> None:
        answer = Client(belfry, "stranger.example").get("/")
        assert answer.status_code == 404

    def test_a_tag_is_escaped(self) -> None:
        assert tag("meta", name="a", content='"><script>') == '<meta name="a" content="&quot;&gt;&lt;script&gt;">'

    def test_nothing_outside_the_build_is_there(self, built: Spa) -> None:
        assert built.has("assets/a-1234.js")
        for path in ("../secret.txt", "assets/../../secret.txt", f"{built.folder.parent}/secret.txt", "/etc/passwd"):
            assert not built.has(path), path
        assert not built.has("")
        assert not built.has("index.html")
        assert not built.has("a" * 5000)
        assert not built.has("a\0b")

    @pytest.mark.parametrize(
        ("accepted", "packed"),
        [("gzip, br", "br"), ("gzip", "gzip"), ("gzip, br;q=0", "gzip"), ("identity", None), ("gzip;q=0", None)],
    )
    def test_a_script_comes_compressed_to_whoever_can_read_it(
        self, built: Spa, accepted: str, packed: str | None
    ) -> None:
        (built.folder / "assets/a-1234.js.br").write_bytes(b"1 in Brotli")
        with (
            Flask("installation").test_request_context(headers={"Accept-Encoding": accepted}),
            closing(built.file("assets/a-1234.js")) as answer,
        ):
            answer.direct_passthrough = False
            body = answer.get_data()
        assert body == {"br": b"1 in Brotli", "gzip": gzip.compress(b"1", mtime=0), None: b"1"}[packed]
        assert answer.headers.get("Content-Encoding") == packed
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.mimetype == "text/javascript"

    def test_what_lies_on_the_servers_disk_looks_like_what_does_not(self, passer_by: Client) -> None:
        there, not_there = (passer_by.get(f"/..%2f..%2f..%2f..%2f..%2fetc%2f{name}") for name in ("passwd", "no-such"))
        assert there.status_code == not_there.status_code


def test_signatures_are_bound_to_purpose_and_text() -> None:
    signature = sign("media", "a")
    assert is_signed("media", "a", signature)
    for purpose, text in (("device", "a"), ("media", "b")):
        assert not is_signed(purpose, text, signature)
    for forged in ("", "é" * 32, "\ud800", signature.upper(), signature[:-1]):
        assert not is_signed("media", "a", forged)
