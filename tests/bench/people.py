"""`python -m tests.bench.people N PLAN`: fills an empty database with a site of N made-up members.

Some of them are actors: members with a password, a session, credits and conversations, in whose name the requests are
made. Of the others some have a session, to change their profiles. PLAN (JSON) says who they are.
"""

import json
import os
import random
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from modules.accounts.contracts import Member
from modules.catalog.service import index, listings
from modules.profiles import api as profiles_api
from modules.profiles.reference import lists as reference
from modules.profiles.service import profile
from modules.sites.contracts import Site
from tests.bench import correspondence, population
from tests.bench.correspondence import Shape
from tests.factories.accounts import PASSWORD, make_member, open_session
from tests.factories.billing import give_credits
from tests.factories.profiles import fill_profile
from tests.factories.sites import make_site

HOST = "bench.localhost"
COUNTRIES = ("NL", "BE", "DE")
ACTORS = 40
CONVERSATIONS = 25
CREDITS = 1_000_000
MESSAGE_COST = 5
OTHERS = 1000

# Every face in the lists has its address signed, as on a real site.
PHOTOS = """
INSERT INTO profiles.photo (id, member_id, position, status, width, height, folder, sha256, created_at)
SELECT gen_random_uuid(), member_id, 0, 'active', 900, 1200, md5(member_id::text),
       sha256(convert_to(member_id::text, 'UTF8')), created_at
  FROM catalog.listing WHERE has_photo
"""
PARTNERS = "SELECT id FROM accounts.member WHERE site_id = %s AND password_hash = 'none' ORDER BY random() LIMIT %s"
SHAPE = Shape(messages=40, words=8, paid_every=None)


def fill(members: int) -> dict[str, Any]:
    """Fill the database and the search index; returns the plan."""
    url = os.environ["HEARTH_DATABASE_URL"]
    with transaction() as session:
        profiles_api.ensure_places(session)
        site = make_site(session, hosts=[HOST], message_credits=MESSAGE_COST, countries=list(COUNTRIES))
    population.fill(url, site_id=site.id, countries=COUNTRIES, count=members)
    with psycopg.connect(url) as connection:
        connection.execute("SET LOCAL session_replication_role = replica")
        connection.execute(PHOTOS)
    with transaction() as session:
        actors = make_actors(session, site)
    write_history(url, site.id, list(actors))
    index.rebuild_documents()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        found = connection.execute(PARTNERS, (site.id, OTHERS)).fetchall()
    with transaction() as session:
        others = [{"id": str(row[0]), "session": open_session(session, member_id=row[0])} for row in found]
    return {
        "host": HOST,
        "site": str(site.id),
        "members": members,
        "password": PASSWORD,
        "actors": list(actors.values()),
        "others": others,
    }


def make_actors(session: Session, site: Site, count: int = ACTORS) -> dict[UUID, dict[str, Any]]:
    """Make the members in whose name the requests are made; their events are nobody's news."""
    draw = random.Random(3)
    towns = [place for place in reference.places() if place.country in COUNTRIES and place.population > 50_000]
    actors = {}
    for number in range(count):
        member = make_member(session, site=site, paid=True, name=draw.choice(("Anna", "Bram", "Clara", "Daan")))
        _move_in(session, member, number, draw.choice(towns).id)
        actors[member.id] = {
            "id": str(member.id),
            "email": member.email,
            "session": open_session(session, member_id=member.id),
        }
    listings.refresh_listings(session, list(actors))
    session.execute(text("UPDATE platform.outbox_event SET dispatched_at = now() WHERE dispatched_at IS NULL"))
    return actors


def _move_in(session: Session, member: Member, number: int, place_id: int) -> None:
    profile.ensure_profile(session, member.id)
    gender, other = ("woman", "man") if number % 2 else ("man", "woman")
    ages = {"seeking_min_age": 26 + number % 20, "seeking_max_age": 36 + number % 20}
    fill_profile(session, member.id, gender=gender, seeking_genders=[other], place_id=place_id, **ages)
    give_credits(session, member_id=member.id, credits=CREDITS)


def write_history(url: str, site_id: UUID, actors: list[UUID], shape: Shape = SHAPE) -> None:
    """Give every actor conversations with others, and messages in them."""
    with psycopg.connect(url) as connection:
        found = connection.execute(PARTNERS, (site_id, len(actors) * CONVERSATIONS)).fetchall()
    pairs = [(actors[number % len(actors)], row[0]) for number, row in enumerate(found)]
    correspondence.write(url, pairs, site_id=site_id, shape=shape)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(fill(int(sys.argv[1]))))
