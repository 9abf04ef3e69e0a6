"""The payment provider of this process."""

from functools import cache

from app.kernel.config import ConfigError, config
from modules.billing.providers.mollie import MollieProvider
from modules.billing.providers.port import PaymentProvider
from modules.billing.providers.stripe import StripeProvider


@cache
def provider() -> PaymentProvider:
    """Return the provider that the settings name; raises ConfigError."""
    settings = config()
    match settings.payment_provider:
        case "mollie":
            return MollieProvider(key=settings.mollie_key, url=settings.mollie_url)
        case "stripe":
            return StripeProvider(
                key=settings.stripe_key, webhook_secret=settings.stripe_webhook_secret, url=settings.stripe_url
            )
        case None:
            raise ConfigError("HEARTH_PAYMENT_PROVIDER is not set: see docs/operating.md")
        case name:
            raise ConfigError(f"HEARTH_PAYMENT_PROVIDER is {name}, which is no provider we know")
