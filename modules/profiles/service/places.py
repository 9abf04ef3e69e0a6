"""The table of towns, filled from the file that comes with the product."""

import hashlib
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db import Session
from modules.profiles import queries, reference
from modules.profiles.contracts import Place
from modules.profiles.errors import PlaceUnknown
from modules.profiles.models import ReferenceLoad
from modules.profiles.queries import fold

NAME = "places"

_NEW = "CREATE TEMPORARY TABLE new_place (LIKE profiles.place) ON COMMIT DROP"
_COPY = "COPY new_place (id, name, search_name, country, region, lat, lng, cell, population) FROM STDIN"
# Towns that a new file leaves out stay, because profiles point at them.
_MERGE = """
    INSERT INTO profiles.place SELECT * FROM new_place
    ON CONFLICT (id) DO UPDATE SET
      (name, search_name, country, region, lat, lng, cell, population)
      = (excluded.name, excluded.search_name, excluded.country, excluded.region,
         excluded.lat, excluded.lng, excluded.cell, excluded.population)
"""


def ensure_places(session: Session) -> bool:
    """Fill the table of towns unless it holds this version of the file already; True when it was filled."""
    digest = hashlib.sha256((reference.DATA / "places.csv.gz").read_bytes()).hexdigest()
    loaded = session.execute(select(ReferenceLoad.digest).where(ReferenceLoad.name == NAME)).scalar_one_or_none()
    if loaded == digest:
        return False
    session.execute(text(_NEW))
    connection: Any = session.connection().connection
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        for p in reference.places():
            cell = reference.cell(p.lat, p.lng)
            copy.write_row((p.id, p.name, fold(p.name), p.country, p.region, p.lat, p.lng, cell, p.population))
    session.execute(text(_MERGE))
    note = upsert(ReferenceLoad).values(name=NAME, digest=digest)
    session.execute(note.on_conflict_do_update(index_elements=["name"], set_={"digest": digest}))
    session.execute(text("ANALYZE profiles.place"))
    return True


def get_place_named(session: Session, *, country: str, name: str) -> Place:
    """Return the largest town of a country with this name, whatever its accents and case; raises PlaceUnknown."""
    found = queries.list_places(session, country=country, start=name)
    named = next((place for place in found if fold(name) in map(fold, place.name.split(" / "))), None)
    if named is None:
        raise PlaceUnknown(field="city")
    return named
