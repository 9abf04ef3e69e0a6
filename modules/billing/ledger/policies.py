"""Prices, as pure functions. Money is in minor units.

Bought credits are worth what was paid for them, shared as the ledger shares it. The price of other credits is rounded
up, so that the price shown is never below the real one.
"""

from datetime import datetime, tzinfo

from modules.billing.contracts.ledger import Purse
from modules.billing.contracts.payments import Spending
from modules.billing.contracts.shop import Money, Price
from modules.sites.contracts import MessageCost, Site


def message_credits(site: Site, *, is_reply: bool) -> int:
    """Return the credits that a message costs: the site's `reply_credits`, if set, in a reply (spec 9.7)."""
    if is_reply and site.reply_credits is not None:
        return site.reply_credits
    return site.message_credits


def gift_credits(site: Site, *, size: int) -> int:
    """Return the credits that a gift costs: `size` times the site's `gift_credits`."""
    return site.gift_credits * size


def message_price(site: Site, purse: Purse, *, is_reply: bool = False) -> Price:
    """Return the price of a member's next message; `is_reply` is True if the partner began the conversation."""
    return price_of(site, purse, credits=message_credits(site, is_reply=is_reply))


def price_of(site: Site, purse: Purse, *, credits: int) -> Price:
    """Return the price of credits: what the member paid for those they bought, and for others what buying them costs.

    Free credits are priced like those to buy, so that the price shown does not jump when they are spent.
    """
    left, amounts = credits, list[Money]()
    wanted = 0
    for size, paid in purse.lots:
        taken = min(left, size)
        left -= taken
        if paid is None:
            wanted += taken
        elif taken:
            amounts.append(Money(paid.minor * taken // size, paid.currency))
    wanted += left
    if wanted or not amounts:
        bought = _bundle_price(site, purse, wanted)
        if bought is None:
            return Price(credits, None)
        amounts.append(bought)
    currencies = {amount.currency for amount in amounts}
    if len(currencies) > 1:
        return Price(credits, None)
    return Price(credits, Money(sum(amount.minor for amount in amounts), currencies.pop()))


def _bundle_price(site: Site, purse: Purse, credits: int) -> Money | None:
    """Return what credits cost in the bundle with the highest price per credit, else by the site's minimum price."""
    if purse.offer is None:
        return minimum_price(site, country=purse.country, credits=credits)
    size, price = purse.offer
    return Money(-(-price.minor * credits // size), price.currency)


def minimum_price(site: Site, *, country: str | None, credits: int) -> Money | None:
    """Return the minimum price of credits in a country, or None if the site sets no minimum."""
    cost = _minimum_cost(site, country)
    if cost is None or site.message_credits == 0:
        return None
    return Money(-(-cost.costs * credits // site.message_credits), cost.currency)


def spending_price(site: Site, country: str | None, spending: Spending) -> Price:
    """Return the credits spent and the money that was paid for them; free credits cost no money."""
    if not spending.currencies:
        return Price(spending.credits, minimum_price(site, country=country, credits=0))
    if len(spending.currencies) > 1:
        return Price(spending.credits, None)
    return Price(spending.credits, Money(spending.paid, spending.currencies[0]))


def month_start(now: datetime, timezone: tzinfo) -> datetime:
    """Return when the month of `now` began in a time zone."""
    return now.astimezone(timezone).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _minimum_cost(site: Site, country: str | None) -> MessageCost | None:
    return next((cost for cost in site.minimum_message_costs if cost.country == country), None)
