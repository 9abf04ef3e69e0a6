"""Requirements for a site to sell: the data for its invoices, a payment provider and a mail server."""

from contextlib import suppress
from uuid import UUID

from app.kernel import mail, vapid
from app.kernel.config import ConfigError, config
from app.kernel.db import transaction
from modules.billing.errors import MailAway, ShopNotReady
from modules.billing.papers import policies as papers
from modules.billing.payments.providers import choose
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api
from modules.sites.contracts import Site


def find_missing_to_sell(site: Site) -> list[str]:
    """Return the company fields and installation settings that a site lacks to sell."""
    company = site.company
    fields = {
        "address": company.address,
        "city": company.city,
        "vat_numbers": papers.vat_number(company.vat_numbers, country=company.country, home=company.country),
    }
    return [*(name for name, value in fields.items() if not value), *find_missing_settings()]


def find_missing_settings() -> list[str]:
    """Return the missing settings without which no site of this installation can sell."""
    missing = []
    name = config().payment_provider
    try:
        choose.payment_provider()
    except ConfigError:
        missing.append(f"HEARTH_{name.upper()}_KEY" if name in ("mollie", "stripe") else "HEARTH_PAYMENT_PROVIDER")
    with suppress(ConfigError):
        if vapid.find_push_key():
            return missing
    return [*missing, "HEARTH_VAPID_FILE"]


def ensure_ready_to_sell(*, site_id: UUID) -> None:
    """Raise unless a site that does not sell yet is ready to sell.

    It connects to the mail server, for a few seconds at most, so it opens its own transaction. Raises ShopNotReady,
    MailAway, and NotFound for an unknown site.
    """
    with transaction(read_only=True) as session:
        if shop_queries.list_selling_countries(session, site_id=site_id):
            return
        site = sites_api.get_site(session, site_id)
    if missing := find_missing_to_sell(site):
        raise ShopNotReady(missing=", ".join(missing))
    try:
        mail.check()
    except OSError:
        raise MailAway() from None
