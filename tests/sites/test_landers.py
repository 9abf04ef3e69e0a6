"""A site's own words on landing pages, and the sums of those who leave at once."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.sites import api, jobs, policies
from modules.sites.contracts import LANDERS, LanderText, Site
from modules.sites.errors import LanderTextInvalid, LanderTextUnknown, LanderUnknown, SettingNotAChoice
from modules.sites.models import LanderTextRow, PageBounceRow
from tests.conftest import Client
from tests.factories.sites import make_site
from tests.sites.test_commands import (
    Command,
    hearth,  # noqa: F401
)

USUAL = LanderText("video", "", "en", "A short film", "See how an evening goes.", "Come in")
SPRING = LanderText("video", "spring", "en", "Spring", "The days grow longer.", "Look around")


def say(site: Site, *texts: LanderText) -> None:
    with transaction() as session:
        for text in texts:
            api.set_lander_text(session, site_id=site.id, text=text)


def headline(client: Client, address: str, language: str = "en") -> str | None:
    text = client.get(f"/api/v1/landers/{address}{'&' if '?' in address else '?'}language={language}").json["text"]
    return text and text["headline"]


@pytest.mark.spec("2.29")
def test_a_lander_says_what_the_site_chose(client: Client, site: Site) -> None:
    assert headline(client, "video?slug=spring") is None
    say(site, USUAL, SPRING)
    assert headline(client, "video?slug=spring") == "Spring"
    assert headline(client, "video?slug=unknown") == "A short film"
    assert headline(client, "video") == "A short film"
    assert headline(client, "video?slug=spring", "nl") is None
    assert headline(client, "gallery?slug=spring") is None


@pytest.mark.spec("2.7", "2.28", "2.29")
def test_each_lander_answers_and_no_other(client: Client) -> None:
    assert {"landing2", "landing3", "tinderswipe"} < set(LANDERS)
    assert [client.get(f"/api/v1/landers/{name}?language=de").status_code for name in LANDERS] == [200] * 11
    assert client.get("/api/v1/landers/windows?language=de").status_code == 404
    assert client.get("/api/v1/landers/video?language=xx").status_code == 422


@pytest.mark.spec("1.12")
def test_another_site_says_its_own(client: Client) -> None:
    with transaction() as session:
        other = make_site(session)
    say(other, USUAL)
    assert headline(client, "video") is None


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"lander": "landing"}, LanderUnknown),
        ({"slug": "Spring!"}, LanderTextInvalid),
        ({"slug": "s" * 41}, LanderTextInvalid),
        ({"language": "xx"}, SettingNotAChoice),
        ({"headline": " "}, LanderTextInvalid),
        ({"headline": "x" * 91}, LanderTextInvalid),
        ({"lead": "x" * 301}, LanderTextInvalid),
        ({"button": ""}, LanderTextInvalid),
    ],
)
def test_words_that_no_lander_can_show_are_refused(change: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        policies.ensure_lander_text(LanderText(**{**_facts(USUAL), **change}))


def test_the_database_refuses_a_headline_without_words(site: Site) -> None:
    say(site, USUAL)
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(update(LanderTextRow).where(LanderTextRow.site_id == site.id).values(headline=""))


@pytest.mark.spec("2.29", "10.10")
def test_an_operator_sets_lists_and_removes_words(hearth: Command, site: Site) -> None:
    words = "--headline 'Come and look' --lead 'Joining is free.' --button 'Come in'"
    assert hearth(f"lander set {site.key} gallery --slug spring --language en {words}")[0] == 0
    assert "Come and look" in hearth(f"lander list {site.key}")[1]
    assert hearth(f"lander set {site.key} gallery --language fi {words}")[2].startswith(f"hearth: {site.key} has no")
    assert hearth(f"lander remove {site.key} gallery --slug spring --language en --yes")[0] == 0
    said = hearth(f"lander set {site.key} landing2 --slug may --language en {words}")[1]
    assert said == f"/members/MEMBER/landing2/may of {site.key} now shows these texts in en.\n"
    gone = hearth(f"lander remove {site.key} gallery --slug spring --language en --yes")
    assert (gone[0], gone[2]) == (2, "hearth: gallery/spring has no text of its own in en.\n")


def test_removing_what_is_not_there_is_refused(site: Site) -> None:
    with pytest.raises(LanderTextUnknown), transaction() as session:
        api.remove_lander_text(session, site_id=site.id, lander="video", slug="", language="en")


@pytest.mark.spec("5.8")
def test_bounces_are_sums_that_name_nobody(client: Client, site: Site) -> None:
    member = "0b8f2f2a-0000-4000-8000-000000000001"
    for path, seconds in (("/landers/video", 2), ("/landers/video", 4), (f"/members/{member}/landing", 9)):
        bounce = {"path": path, "network": "birds", "ref": "may", "seconds": seconds}
        assert client.post("/api/v1/page-bounces", bounce).status_code == 204
    with transaction(read_only=True) as session:
        found = api.list_bounces(session, site_id=site.id, days=1)
    assert [(one.path, one.network, one.bounces, one.seconds) for one in found] == [
        ("/landers/video", "birds", 2, 3),
        ("/members/_/landing", "birds", 1, 9),
    ]


@pytest.mark.parametrize("change", [{"path": "video"}, {"path": "/?a=b"}, {"seconds": -1}, {"path": "/" + "x" * 120}])
def test_what_is_no_bounce_is_refused(client: Client, change: dict[str, Any]) -> None:
    answer = client.post("/api/v1/page-bounces", {"path": "/", "seconds": 1, **change})
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")


def test_nobody_counts_bounces_without_end(client: Client) -> None:
    bounce = {"path": "/", "seconds": 1}
    somewhere = {"REMOTE_ADDR": "192.0.2.7"}
    asked = [client.post("/api/v1/page-bounces", bounce, environ_base=somewhere).status_code for _ in range(61)]
    assert (asked[0], asked[-1]) == (204, 429)


@pytest.mark.spec("5.8")
def test_bounces_are_forgotten_after_ninety_days(client: Client, site: Site) -> None:
    client.post("/api/v1/page-bounces", {"path": "/", "seconds": 1})
    for days, left in ((90, 1), (91, 0)):
        day = clock.today() - timedelta(days=days)
        with transaction() as session:
            session.execute(update(PageBounceRow).where(PageBounceRow.site_id == site.id).values(day=day))
        jobs.forget_old_bounces()
        with transaction(read_only=True) as session:
            assert len(api.list_bounces(session, site_id=site.id, days=100)) == left


def _facts(text: LanderText) -> dict[str, str]:
    return {name: getattr(text, name) for name in LanderText.__dataclass_fields__}
