"""The table of towns, filled from the file that is part of Hearthside."""

import hashlib
from pathlib import Path
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db.session import Session
from app.kernel.text import folding
from modules.profiles.contracts import Place
from modules.profiles.errors import PlaceUnknown
from modules.profiles.models import ReferenceLoad
from modules.profiles.queries import places as queries
from modules.profiles.reference import cells, lists

NAME = "places"

_NEW = "CREATE TEMPORARY TABLE new_place (LIKE profiles.place) ON COMMIT DROP"
_COPY = "COPY new_place (id, name, search_name, country, region, lat, lng, cell, population) FROM STDIN"
# Towns that a new file leaves out stay, because profiles refer to them.
_MERGE = """
    INSERT INTO profiles.place SELECT * FROM new_place
    ON CONFLICT (id) DO UPDATE SET
      (name, search_name, country, region, lat, lng, cell, population)
      = (excluded.name, excluded.search_name, excluded.country, excluded.region,
         excluded.lat, excluded.lng, excluded.cell, excluded.population)
"""


def ensure_places(session: Session) -> bool:
    """Fill the table of towns unless it holds this version of file and folding; True when it was filled."""
    sources = (lists.DATA / "places.csv.gz", Path(folding.__file__))
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    loaded = session.execute(select(ReferenceLoad.digest).where(ReferenceLoad.name == NAME)).scalar_one_or_none()
    if loaded == digest:
        return False
    session.execute(text(_NEW))
    connection: Any = session.connection().connection
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        for p, others in lists.places_and_other_names():
            cell = cells.cell(p.lat, p.lng)
            found_by = " / ".join(_spellings(*p.name.split(" / "), *others))
            copy.write_row((p.id, p.name, found_by, p.country, p.region, p.lat, p.lng, cell, p.population))
    session.execute(text(_MERGE))
    note = upsert(ReferenceLoad).values(name=NAME, digest=digest)
    session.execute(note.on_conflict_do_update(index_elements=["name"], set_={"digest": digest}))
    session.execute(text("ANALYZE profiles.place"))
    return True


def get_place_named(session: Session, *, country: str, name: str) -> Place:
    """Return the largest town of a country with this name, else the largest that has it in another spelling or
    language; raises PlaceUnknown.
    """
    found = queries.list_places(session, country=country, name=name, is_whole=True, limit=1)
    if not found:
        raise PlaceUnknown(field="city")
    return found[0]


def _spellings(*names: str) -> tuple[str, ...]:
    """Return the spellings of each name of a town, each once."""
    return tuple(dict.fromkeys(spelling for name in names for spelling in folding.spellings(name)))
