"""Sites for tests, made through the service."""

from typing import Any
from uuid import uuid4

from app.kernel.db.session import Session, transaction
from modules.sites import api
from modules.sites.contracts import Company, MessageCost, Site

# What a site says of its fictional profiles.
DISCLOSED = {
    "fictional_enabled": True,
    "fictional_warning": "Nobody stands behind it.",
    "fictional_singular": "Story",
    "fictional_plural": "Stories",
}


def make_site(session: Session, **over: Any) -> Site:
    """Make a site with a company and a host of its own; English, at home in the Netherlands, Belgium and Germany."""
    tag = uuid4().hex[:10]
    company = over.pop("company", None)
    if company is None:
        company = make_company(session, name=f"Company {tag}").name
    settings: dict[str, Any] = {
        "key": f"site-{tag}",
        "company": company,
        "name": "Hearthside",
        "domain": f"site-{tag}.localhost",
        "domain_language": "en",
        "languages": ["en", "nl", "de"],
        "countries": ["NL", "BE", "DE"],
        "support_email": "help@example.org",
        "costs": [MessageCost("NL", 150, "EUR")],
        **over,
    }
    return api.create_site(session, **settings)


def set_site(site: Site, **changes: Any) -> None:
    """Change settings of a site."""
    with transaction() as session:
        api.update_site_settings(session, site_id=site.id, changes=changes)


def disclose(session: Session, site: Site) -> Site:
    """Let a site have fictional profiles, and say so."""
    return api.update_site_settings(session, site_id=site.id, changes=DISCLOSED)


def make_company(session: Session, *, name: str) -> Company:
    """Make a Dutch company with all that its invoices need."""
    facts = {"address": "Lampstraat 1", "city": "Utrecht", "vat_numbers": ["NL000000000B00"]}
    return api.create_company(session, name=name, footer_id=1, country="NL", **facts)
