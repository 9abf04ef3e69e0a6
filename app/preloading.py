"""What modules import only where they use it, loaded before a process that serves answers for the first time.

A command is asked for one thing and imports by need; a web process or a worker is asked for everything in the end, and
whoever asks first is not to wait for it.
"""

import importlib

NEEDED = (
    "PIL.Image",
    "PIL.ImageDraw",
    "PIL.ImageFont",
    "defusedxml.ElementTree",
    "cryptography.hazmat.primitives.asymmetric.ec",
    "cryptography.hazmat.primitives.serialization",
    "dkim",
    "email_validator",
    "flask",
    "jinja2.sandbox",
    "markdown_it.tree",
    "meilisearch.client",
    "modules.billing.providers.mollie_settlements",
    "modules.billing.providers.stripe",
    "modules.billing.service.pdf",
    "phonenumbers",
    "psycopg.conninfo",
    "py_vapid",
    "pyotp",
    "rq",
    "schwifty",
    "sepaxml",
    "text_unidecode",
)


def preload() -> None:
    """Load it all."""
    for name in NEEDED:
        importlib.import_module(name)
