"""Imports of libraries that modules import lazily, made before a long-running process serves its first request.

Commands import only what they need; a web process or a worker needs everything in the end, and its first request should
not have to wait.
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
    "modules.billing.payments.providers.mollie_settlements",
    "modules.billing.payments.providers.stripe",
    "modules.billing.papers.service.pdf",
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
    """Import them all."""
    for name in NEEDED:
        importlib.import_module(name)
