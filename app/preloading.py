"""What modules import only where they use it, loaded before a process that serves answers for the first time.

A command is asked for one thing and imports by need; a web process or a worker is asked for everything in the end, and
whoever asks first is not to wait for it.
"""

import importlib

NEEDED = (
    "defusedxml.ElementTree",
    "dkim",
    "email_validator",
    "meilisearch.client",
    "modules.billing.providers.mollie_settlements",
    "modules.billing.providers.stripe",
    "modules.billing.service.pdf",
    "phonenumbers",
    "py_vapid",
    "pyotp",
    "rq",
    "sepaxml",
)


def preload() -> None:
    """Load it all."""
    for name in NEEDED:
        importlib.import_module(name)
