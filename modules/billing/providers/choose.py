"""The payment providers of this process."""

from functools import cache

from app.kernel.config import ConfigError, config
from modules.billing.providers.mollie import MollieProvider
from modules.billing.providers.port import PaymentProvider
from modules.billing.providers.stripe import StripeProvider


def provider() -> PaymentProvider:
    """Return the provider that new payments go to, as the settings name it; raises ConfigError."""
    name = config().payment_provider
    if name is None:
        raise ConfigError("HEARTH_PAYMENT_PROVIDER is not set: see docs/operating.md")
    return provider_named(name)


@cache
def provider_named(name: str) -> PaymentProvider:
    """Return a provider by its name: what was paid there is asked after there, wherever new payments go.

    Raises ConfigError for a name that we do not know, and for a provider that the settings hold no account of.
    """
    settings = config()
    match name:
        case "mollie":
            return MollieProvider(key=settings.mollie_key, url=settings.mollie_url)
        case "stripe":
            return StripeProvider(
                key=settings.stripe_key, webhook_secret=settings.stripe_webhook_secret, url=settings.stripe_url
            )
    raise ConfigError(f"{name} is no payment provider we know: see docs/operating.md")
