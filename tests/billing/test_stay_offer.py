"""The discount of who was about to leave and stays."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.shop.models.discounts import DiscountCode
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing.members.conftest import shop
from tests.billing.test_discounts import quote, refusal
from tests.conftest import Client
from tests.fixture_types import LogIn, MakeMember

__all__ = ["shop"]

NOTHING = (404, "billing.discount-not-found")


def offer_percent(site: Site, percent: int) -> None:
    """Let a site's company give so much to members who stay."""
    with transaction() as session:
        sites_api.update_company(session, name=site.company.name, changes={"delete_discount": percent})


def take_offer(browser: Client) -> Any:
    return browser.post("/api/v1/stay-offer", key=str(uuid4()))


def code_of(member: Member) -> str:
    return f"STAY-{member.id.hex[:12].upper()}"


def test_who_stays_gets_a_code_of_their_own_once(
    site: Site, member: Member, make_member: MakeMember, login: LogIn
) -> None:
    offer_percent(site, 25)
    browser, other = login(member), login(make_member())
    assert browser.get("/api/v1/stay-offer").json == {"offer": {"percent": 25, "code": None}}
    taken = {"offer": {"percent": 25, "code": code_of(member)}}
    assert take_offer(browser).json == taken
    assert take_offer(browser).json == taken
    offer_percent(site, 40)
    assert browser.get("/api/v1/stay-offer").json == taken, "what was given stays as it is"
    offer_percent(site, 25)
    assert other.get("/api/v1/stay-offer").json == {"offer": {"percent": 25, "code": None}}
    assert quote(browser, code_of(member)).json["total"] == {"minor": 1499, "currency": "EUR"}
    assert refusal(quote(other, code_of(member))) == NOTHING
    with transaction(read_only=True) as session:
        columns = (DiscountCode.series, DiscountCode.created_by, DiscountCode.max_uses, DiscountCode.member_id)
        life: Any = DiscountCode.expires - DiscountCode.created_at
        (row,) = session.execute(select(*columns, life).where(DiscountCode.code == code_of(member)))
    assert tuple(row) == ("STAY", "stay-offer", 1, member.id, timedelta(days=30))


def test_a_company_that_gives_nothing_offers_nothing(member: Member, login: LogIn) -> None:
    browser = login(member)
    assert browser.get("/api/v1/stay-offer").json == {"offer": None}
    assert refusal(take_offer(browser)) == NOTHING


def test_an_offer_takes_no_more_off_than_any_code(site: Site, member: Member, login: LogIn) -> None:
    offer_percent(site, 100)
    assert take_offer(login(member)).json == {"offer": {"percent": 90, "code": code_of(member)}}
