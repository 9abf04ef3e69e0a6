"""Reads of towns."""

from sqlalchemy import func, or_, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from app.kernel.text.folding import sought
from modules.profiles.contracts import Place
from modules.profiles.errors import PlaceUnknown
from modules.profiles.models import PlaceRow

NEAR_KM = 50
# The index orders by degrees, which shrink towards the poles, so the nearest of several candidates is computed.
NEAR_CANDIDATES = 40
EARTH_KM = 6371.0088

_PLACES = select(*columns_of(Place, PlaceRow))


def get_place(session: Session, place_id: int) -> Place:
    """Return a town; raises PlaceUnknown."""
    place = read(session, Place, _PLACES.where(PlaceRow.id == place_id)).one_or_none()
    if place is None:
        raise PlaceUnknown(field="place_id")
    return place


def list_places(session: Session, *, country: str, name: str, is_whole: bool = False, limit: int = 10) -> list[Place]:
    """Return the largest towns of a country whose name begins with `name` (or equals it if `is_whole`), then those
    whose name in another spelling or language does; none if `name` has no letter or digit.
    """
    typed = sought(name)
    if not typed:
        return []
    names, end = (func.concat(PlaceRow.search_name, " / "), " / ") if is_whole else (PlaceRow.search_name, "")
    begins = names.startswith(f"{typed}{end}", autoescape=True)
    or_in_another_spelling = names.contains(f" / {typed}{end}", autoescape=True)
    named = _PLACES.where(PlaceRow.country == country, or_(begins, or_in_another_spelling))
    ordered = named.order_by(begins.desc(), PlaceRow.population.desc(), PlaceRow.id)
    return read(session, Place, ordered.limit(limit)).all()


def list_largest_places(session: Session, country: str) -> list[Place]:
    """Return the largest town of each region of a country."""
    largest = _PLACES.distinct(PlaceRow.region).where(PlaceRow.country == country)
    return read(session, Place, largest.order_by(PlaceRow.region, PlaceRow.population.desc(), PlaceRow.id)).all()


def find_nearest_place(session: Session, *, lat: float, lng: float) -> Place | None:
    """Return the town nearest to a point in degrees, at most 50 km away, or None (spec 7.6)."""
    lat, lng = round(lat, 6), round(lng, 6)  # tiny values make Postgres fail to compute an angle
    by_index = func.point(PlaceRow.lng, PlaceRow.lat).op("<->")(func.point(lng, lat))
    near = _PLACES.order_by(by_index).limit(NEAR_CANDIDATES).subquery("near")
    half_chord = func.power(func.sin(func.radians(near.c.lat - lat) / 2), 2) + func.cos(func.radians(lat)) * func.cos(
        func.radians(near.c.lat)
    ) * func.power(func.sin(func.radians(near.c.lng - lng) / 2), 2)
    km = 2 * EARTH_KM * func.asin(func.least(1.0, func.sqrt(half_chord)))
    return read(session, Place, select(*near.c).where(km <= NEAR_KM).order_by(km).limit(1)).one_or_none()
