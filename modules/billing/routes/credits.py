"""HTTP of a member's credits."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Response
from sqlalchemy import Uuid, bindparam, select

from app.kernel import clock
from app.kernel.db.session import Session, current_session
from app.kernel.errors import NotFound
from app.kernel.http.auth import Access, Actor, current_actor
from app.kernel.http.requests import ApiBlueprint, Operation, edge
from app.kernel.manifest import CurrentUserPart
from modules.billing.ledger import policies, queries
from modules.billing.schemas.credits import CreditsOut
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api

LINES = 50
LOGO_FOLDER = Path(__file__).parents[1] / "assets" / "paymentmethod"
LOGOS = ("mastercard", "visa", "applepay")

blp = ApiBlueprint("billing")


@blp.get("/credits")
@blp.response(200, CreditsOut)
def get_credits() -> dict[str, Any]:
    """Return the member's balance, the newest ledger entries, and this month's spending."""
    session, actor = current_session(), current_actor()
    site = sites_api.get_site(session, actor.site_id)
    country = profiles_api.find_country(session, actor.member)
    month = policies.month_start(clock.now(), site.zone)
    spending = queries.sum_spending_since(session, member_id=actor.member, since=month)
    return {
        "balance": queries.get_balance(session, actor.member),
        "lots": queries.list_lots(session, member_id=actor.member),
        "spent_month": policies.spending_price(site, country=country, spending=spending),
        "entries": queries.list_entries(session, member_id=actor.member, limit=LINES),
    }


@dataclass(frozen=True, slots=True)
class PriceCountry:
    """The country that decides a member's prices, None when it is not known."""

    country: str | None


def _current_user(session: Session, actor: Actor, of: PriceCountry) -> dict[str, Any]:
    """Return the credits part of the current user (spec 3.1)."""
    site = sites_api.get_site(session, actor.site_id)
    purse = queries.get_purse(session, member_id=actor.member, site_id=site.id, country=of.country)
    price = policies.message_price(site, purse)
    money = price.money
    return {
        "credits": purse.balance,
        "message_cost": {
            "credits": price.credits,
            "money": {"minor": money.minor, "currency": money.currency} if money else None,
        },
    }


_COUNTRY = select(profiles_api.country_of(bindparam("member_id", type_=Uuid)).label("country"))
CURRENT_USER = CurrentUserPart(_current_user, PriceCountry, _COUNTRY)


def _payment_logo(name: str) -> Response:
    if name not in LOGOS:
        raise NotFound()
    response = Response((LOGO_FOLDER / f"{name}.svg").read_bytes(), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


# GET /api/assets/paymentmethod/{name}.svg (spec 7.15), mapped in app/documented_calls.py.
get_payment_logo = edge(_payment_logo, Operation(access=Access.PUBLIC))
