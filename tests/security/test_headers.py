"""What Mozilla's HTTP Observatory scores for A+, of every kind of answer, as a house behind TLS sends it.

What all answers carry besides is tried in tests/kernel/test_edges.py.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from app.kernel.config import Config
from tests.accounts.routes.doors import cookies_of, log_in
from tests.conftest import Client

SIX_MONTHS = 15_768_000  # seconds
PLACES = ("/", "/login", "/members", "/landers/maplanding", "/pages/terms", "/nothing-here", "/ops/", "/robots.txt")
ANSWERS = (*PLACES, "/api/v1/site", "/api/v1/me", "/api/v1/nothing", "/ops/api/session", "/healthz")
# Where a policy must not let anything in that is not named; frames and forms do not fall back to the default.
CLOSED = ("default-src", "base-uri", "form-action", "frame-ancestors")


@pytest.fixture
def behind_tls(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(Config, "secure_cookies", True)
    return client


def policy_of(answer: Any) -> dict[str, list[str]]:
    parts = (part.split() for part in answer.headers["Content-Security-Policy"].split(";") if part.strip())
    return {name: values for name, *values in parts}


@pytest.mark.spec("8.1")
@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_meets_what_the_observatory_scores(behind_tls: Client, path: str) -> None:
    answer = behind_tls.get(path)
    headers, policy = answer.headers, policy_of(answer)
    age = re.match(r"max-age=(\d+); includeSubDomains", headers["Strict-Transport-Security"])
    assert age is not None
    assert int(age[1]) >= SIX_MONTHS
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] in (
        "no-referrer",
        "same-origin",
        "strict-origin",
        "strict-origin-when-cross-origin",
    )
    assert headers["Cross-Origin-Resource-Policy"] in ("same-origin", "same-site")
    assert "Access-Control-Allow-Origin" not in headers
    assert set(CLOSED) <= set(policy)
    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert not re.search(r"unsafe|http:|\*|data:(?=[^;]*script)", " ".join(policy.get("script-src", [])))
    assert "'unsafe-inline'" not in " ".join(policy.get("style-src", []))


@pytest.mark.spec("8.1")
def test_scripts_come_from_the_house_alone(behind_tls: Client) -> None:
    for path in PLACES:
        for source in re.findall(r"<script[^>]*\ssrc=\"?([^\s\">]+)", behind_tls.get(path).text):
            assert re.match(r"/[^/]", source), (path, source)


@pytest.mark.spec("8.1")
def test_cookies_are_for_this_house_over_tls_and_for_no_script(
    behind_tls: Client, make_member: Callable[..., Any]
) -> None:
    cookies = cookies_of(log_in(behind_tls, make_member().email))
    assert cookies
    for name, morsel in cookies.items():
        assert (morsel["secure"], morsel["httponly"], morsel["samesite"]) == (True, True, "Lax"), name
