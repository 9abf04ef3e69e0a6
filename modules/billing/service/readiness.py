"""Requirements for a site to sell: the data for its invoices, a payment provider and a mail server."""

from contextlib import suppress
from uuid import UUID

from app.kernel.config import ConfigError
from app.kernel.db.session import transaction
from app.kernel.mail import smtp
from app.kernel.secrets import vapid
from modules.billing.contracts.shop import Money
from modules.billing.errors.payments import MailAway, ProviderAway
from modules.billing.errors.shop import ShopNotReady
from modules.billing.payments.providers import choose
from modules.billing.payments.providers.port import ProviderError, Rejected, Step
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api
from modules.sites.contracts import Site


def find_missing_to_sell(site: Site) -> list[str]:
    """Return the company fields and installation settings that a site lacks to sell."""
    return [*sites_api.find_missing_on_invoices(site.company), *find_missing_settings()]


def find_missing_settings() -> list[str]:
    """Return the missing settings without which no site of this installation can sell."""
    missing = []
    try:
        choose.payment_provider()
    except ConfigError as error:
        missing.append(str(error).partition(" ")[0])  # it begins with the name of the setting
    with suppress(ConfigError):
        if vapid.find_push_key():
            return missing
    return [*missing, "HEARTH_VAPID_FILE"]


def ask_provider() -> str:
    """Return why the payment provider refuses our key, empty if it accepts it; raises ConfigError and ProviderAway."""
    provider = choose.payment_provider()
    try:
        provider.list_methods(amount=Money(999, "EUR"), country="NL", locale="nl", step=Step.ONE_OFF)
    except Rejected as refusal:
        return str(refusal)
    except ProviderError as away:
        raise ProviderAway() from away
    return ""


def ensure_ready_to_sell(*, site_id: UUID) -> None:
    """Raise unless a site that does not sell yet is ready to sell.

    It asks the payment provider and the mail server, for a few seconds each, so it opens its own transaction. Raises
    ShopNotReady, MailAway, and NotFound for an unknown site.
    """
    with transaction(read_only=True) as session:
        if shop_queries.list_selling_countries(session, site_id=site_id):
            return
        site = sites_api.get_site(session, site_id)
    if missing := find_missing_to_sell(site):
        raise ShopNotReady(missing=", ".join(missing))
    # A provider that is away comes back; a wrong key stays wrong.
    with suppress(ProviderAway):
        if ask_provider():
            raise ShopNotReady(missing=f"HEARTH_{choose.payment_provider().name.upper()}_KEY")
    try:
        smtp.check()
    except OSError:
        raise MailAway() from None
