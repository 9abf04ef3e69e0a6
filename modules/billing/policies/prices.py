"""Prices as pure functions. Money is in minor units and rounded up: the price named is never below the true one."""

from datetime import datetime, tzinfo

from modules.billing.contracts import Money, Price, Spending
from modules.sites.contracts import MessageCost, Site


def message_price(site: Site, *, country: str | None, is_reply: bool) -> Price:
    """Return what a message costs: `reply_credits` where the site sets it and the other side began (spec 9.7)."""
    credits = site.message_credits
    if is_reply and site.reply_credits is not None:
        credits = site.reply_credits
    return Price(credits, worth(site, country=country, credits=credits))


def gift_price(site: Site, *, country: str | None, size: int) -> Price:
    """Return what a gift costs that is worth `size` times the site's `gift_credits`."""
    credits = site.gift_credits * size
    return Price(credits, worth(site, country=country, credits=credits))


def photo_price(site: Site, *, country: str | None) -> Price:
    """Return what a photo in a conversation costs: the site's `photo_credits`."""
    return Price(site.photo_credits, worth(site, country=country, credits=site.photo_credits))


def worth(site: Site, *, country: str | None, credits: int) -> Money | None:
    """Return the least that bought credits cost in a country, or None where the site names no minimum."""
    cost = _minimum_cost(site, country)
    if cost is None or site.message_credits == 0:
        return None
    return Money(-(-cost.costs * credits // site.message_credits), cost.currency)


def spending_price(site: Site, *, country: str | None, spending: Spending) -> Price:
    """Return what was spent; credits that were given cost no money."""
    return Price(spending.credits, worth(site, country=country, credits=spending.purchased))


def month_start(now: datetime, timezone: tzinfo) -> datetime:
    """Return when the month of `now` began in a time zone."""
    return now.astimezone(timezone).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _minimum_cost(site: Site, country: str | None) -> MessageCost | None:
    return next((cost for cost in site.minimum_message_costs if cost.country == country), None)
