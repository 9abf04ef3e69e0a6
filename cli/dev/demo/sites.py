"""The two sites of the demo and the company behind them."""

import json
from pathlib import Path

from app.kernel.db.session import Session
from modules.sites.contracts import MessageCost, Site
from modules.sites.service.sites import create_company, create_site, set_texts

OTHERS = ("da", "es", "fi", "fr", "it", "no", "pl", "sv")
COMPANY = "Example Company B.V."
WARNING = (
    "This is a fictional profile. It was created and is written by our team, for entertainment. "
    "You cannot meet this person."
)
# Texts in other languages than the site's own; the built-in texts explain fictional profiles.
TEXTS = Path(__file__).parent / "texts" / "sites.json"
# What a message costs in the largest of the usual bundles, in cents, rounded up.
COSTS = dict.fromkeys(("NL", "BE", "DE", "AT", "IE"), 58)


def make_sites(session: Session) -> dict[str, Site]:
    """Make the company and both sites; returns the sites by key."""
    create_company(
        session,
        name=COMPANY,
        footer_id=1,
        address="Voorbeeldstraat 1",
        city="1000 AA Utrecht",
        country="NL",
        kvk="00000000",
        tradenames=["Hearthside", "Evergreen"],
        vat_numbers=["NL000000000B00"],
        support_phone="+31 30 000 0000",
        creditor_id="NL79ZZZ999999990000",
        iban="NL91ABNA0417164300",
        bic="ABNANL2A",
    )
    costs = [MessageCost(country, cents, "EUR") for country, cents in COSTS.items()] + [MessageCost("GB", 50, "GBP")]
    sites = {"hearthside": _hearthside(session, costs), "evergreen": _evergreen(session, costs)}
    for key, languages in json.loads(TEXTS.read_text(encoding="utf-8")).items():
        for language, texts in languages.items():
            set_texts(session, site_id=sites[key].id, language=language, texts=texts)
    return sites


def _hearthside(session: Session, costs: list[MessageCost]) -> Site:
    return create_site(
        session,
        key="hearthside",
        company=COMPANY,
        name="Hearthside",
        index_title="Hearthside: online dating at your own pace",
        description="Meet people near you, at your own pace. Signing up is free, and the price is on every button.",
        domain="hearthside.localhost",
        hosts=["localhost", "127.0.0.1"],
        domain_language="en",
        languages=["en", "nl", "de", *OTHERS],
        countries=["NL", "BE", "DE", "GB", "IE"],
        visible_profile_notes=["relationship_status", "tattoos"],
        support_email="help@hearthside.example.org",
        support_phone="+31 30 000 0000",
        signup_credits=15,
        logged_out_search=True,
        enable_site_entry_popup=True,
        site_entry_countries=["NL", "BE", "DE"],
        fictional_enabled=True,
        fictional_icon="mask",
        fictional_singular="Fictional profile",
        fictional_plural="Fictional profiles",
        fictional_warning=WARNING,
        costs=costs,
    )


def _evergreen(session: Session, costs: list[MessageCost]) -> Site:
    return create_site(
        session,
        key="evergreen",
        company=COMPANY,
        name="Evergreen",
        index_title="Evergreen: goed gezelschap, op elke leeftijd",
        description="Een rustige plek om mensen van je eigen generatie te ontmoeten. Grote letters, duidelijke "
        "prijzen, echte mensen.",
        domain="evergreen.localhost",
        domain_language="nl",
        languages=["nl", "de", "en", *OTHERS],
        countries=["NL", "BE", "DE", "AT", "GB"],
        niche=7,
        min_age=50,
        support_email="help@evergreen.example.org",
        support_phone="+31 30 000 0000",
        signup_credits=20,
        logged_out_search=True,
        costs=costs,
    )
