"""Sites for tests, made through the service."""

from typing import Any
from uuid import uuid4

from app.kernel.db import Session
from modules.sites import api
from modules.sites.contracts import MessageCost, Site


def make_site(session: Session, **over: Any) -> Site:
    """Make a site with a company and a host of its own; English, at home in the Netherlands, Belgium and Germany."""
    tag = uuid4().hex[:10]
    company = over.pop("company", None)
    if company is None:
        company = api.create_company(session, name=f"Company {tag}", footer_id=1, country="NL").name
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
