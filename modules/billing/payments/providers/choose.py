"""The payment providers that the settings name."""

from functools import cache

from app.kernel.config import ConfigError, config
from modules.billing.payments.providers.port import PaymentProvider, SettlementSource


def payment_provider() -> PaymentProvider:
    """Return the provider of new payments, by the settings; raises ConfigError."""
    name = config().payment_provider
    if name is None:
        raise ConfigError("HEARTH_PAYMENT_PROVIDER is not set: see docs/operating.md")
    return provider_named(name)


def provider_accounts() -> tuple[str, ...]:
    """Return the names of the providers for which the settings have an API key."""
    settings = config()
    keys = {"mollie": settings.mollie_key, "stripe": settings.stripe_key}
    return tuple(name for name, key in keys.items() if key)


@cache
def provider_named(name: str) -> PaymentProvider:
    """Return a provider by its name; earlier payments need theirs even if new payments use another.

    Raises ConfigError for an unknown name, and for a provider without valid keys in the settings.
    """
    from modules.billing.payments.providers.mollie import MollieProvider
    from modules.billing.payments.providers.stripe import StripeProvider

    settings = config()
    match name:
        case "mollie":
            return MollieProvider(key=settings.mollie_key, url=settings.mollie_url)
        case "stripe":
            return StripeProvider(
                key=settings.stripe_key, webhook_secret=settings.stripe_webhook_secret, url=settings.stripe_url
            )
    raise ConfigError("HEARTH_PAYMENT_PROVIDER names an unknown provider: see docs/operating.md")


def settling_providers() -> tuple[str, ...]:
    """Return the names of the providers whose settlements can be read; raises ConfigError if there is none."""
    if not config().mollie_token:
        raise ConfigError(
            "HEARTH_MOLLIE_TOKEN is not set: Mollie shows settlements only to an organisation's access token; "
            "Stripe's payouts are not read"
        )
    return ("mollie",)


@cache
def settlement_source(name: str) -> SettlementSource:
    """Return the source of a provider's settlements; raises ConfigError unless `settling_providers` names it."""
    from modules.billing.payments.providers.mollie_settlements import MollieSettlements

    if name not in settling_providers():
        raise ConfigError(f"the settlements of {name} cannot be read: see docs/operating.md")
    return MollieSettlements(token=config().mollie_token, url=config().mollie_url)
