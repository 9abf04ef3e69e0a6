"""The numbers of members in the regions of a country, rounded so that visitors cannot identify anybody."""

import time
from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.errors import LoginRequired
from modules.catalog.contracts import Filters, Region
from modules.catalog.policies import search as policies
from modules.catalog.service import search
from modules.profiles import api as profiles_api
from modules.profiles.contracts import Viewer
from modules.profiles.reference import lists as reference
from modules.sites import api as sites_api

FRESH_SECONDS = 600.0
_kept: dict[tuple[UUID, str], tuple[float, dict[str, int]]] = {}


def list_regions(session: Session, *, viewer: Viewer, wanted: str, has_source: bool) -> tuple[str, list[Region]]:
    """Return the wanted country, or the site's first one, and its regions by name, in a read-only transaction.

    Fictional profiles are not counted. Where visitors may not search, nobody is counted (spec 6.1).
    """
    site = sites_api.get_site(session, viewer.site_id)
    country = wanted if wanted in site.countries else site.countries[0]
    towns = {place.region: place for place in profiles_api.list_largest_places(session, country)}
    counts = _count(session, viewer, country, has_source=has_source)
    regions = [
        Region(one.code, one.name, towns[one.code], policies.rounded_count(counts.get(one.code, 0)))
        for one in reference.regions(country)
        if one.code in towns
    ]
    return country, regions


def _count(session: Session, viewer: Viewer, country: str, *, has_source: bool) -> dict[str, int]:
    anybody = Viewer(None, is_paid=False, site_id=viewer.site_id, language=viewer.language)
    try:
        search.ensure_may_search(session, viewer=anybody, has_source=has_source)
    except LoginRequired:
        return {}
    key = (viewer.site_id, country)
    taken_at, counts = _kept.get(key, (-FRESH_SECONDS, {}))
    if time.monotonic() - taken_at >= FRESH_SECONDS:
        filters = Filters(country=country)
        counts = search.count_facets(session, viewer=anybody, filters=filters, has_source=has_source).region
        _kept[key] = (time.monotonic(), counts)
    return counts
