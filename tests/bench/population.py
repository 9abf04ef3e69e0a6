"""Made-up members by the million, drawn inside Postgres: accounts, profiles and listings of one site.

The same seed gives a site the same people. Towns are the real ones, chosen by their size; ages, wishes and activity are
drawn so that filters select about as much as on a real site. Texts and interests come from pools that Python draws.
"""

import json
import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Any
from uuid import UUID

import psycopg

from modules.catalog.policies.search import projected
from modules.profiles.reference import cells, lists

TABLES = ("accounts.member", "profiles.profile", "catalog.listing", "catalog.listing_text")
# From here on it pays to build the indexes at the end, and to leave out the checks of foreign keys.
MANY = 50_000
NAMES = (
    "Anna Bram Clara Daan Eva Finn Greta Hugo Iris Jan Katja Lars Mila Noor Otto Petra Quinn Rosa Sven Tess "
    "Ursula Victor Wanda Yara Zoe Alwin Berta Casper Dora Emil"
)
WORDS = (
    "mountains weekend coffee garden sailing honest laughter books evening piano forest bicycle market kitchen sunday "
    "travel morning dancing photos winter summer harbour museum theatre cooking quiet lively curious stories walks "
    "clocks radio letters bread candles rivers bridges trains paintings chess football swimming tennis climbing yoga"
)

DRAW = """
CREATE TEMP TABLE drawn ON COMMIT DROP AS
SELECT md5(%(seed)s || ' ' || n)::uuid AS id,
       (%(names)s::text[])[1 + floor(random() * %(name_count)s)::int] AS name,
       least(80, greatest(19, 38 + 24 * (random() + random() + random() - 1.5)))::int AS age,
       (ARRAY['woman', 'man', 'nonbinary'])[width_bucket(random(), ARRAY[0, 0.46, 0.98])] AS gender,
       width_bucket(random() * %(weight)s, %(weights)s::float8[]) + 1 AS town,
       floor(random() * %(pool)s)::int AS interests,
       floor(random() * %(pool)s)::int AS headline,
       floor(random() * %(pool)s)::int AS about,
       random() AS wish,
       3 + floor(random() * 13)::int AS younger,
       3 + floor(random() * 13)::int AS older,
       random() < 0.7 AS has_photo,
       now() - random() * interval '1000 days' AS created_at,
       now() + ln(1 - random()) * interval '10 days' AS last_active_at,
       current_date - floor(random() * 360)::int AS birthday
  FROM generate_series(1, %(count)s) AS n
"""
PEOPLE = """
CREATE TEMP TABLE person ON COMMIT DROP AS
SELECT d.id, d.name, d.gender, d.has_photo, d.created_at, d.last_active_at, p.cell,
       p.east + random() * 1e-4 AS east, p.north + random() * 1e-4 AS north,
       (d.birthday - make_interval(years => d.age))::date AS born, i.keys AS interests,
       p.id AS place_id, p.name AS city, p.country, p.region, h.words AS headline, a.words AS about,
       CASE WHEN d.wish < 0.06 THEN ARRAY[d.gender]
            WHEN d.wish < 0.14 OR d.gender = 'nonbinary' THEN '{}'
            WHEN d.wish < 0.20 THEN ARRAY['woman', 'man']
            WHEN d.gender = 'woman' THEN ARRAY['man'] ELSE ARRAY['woman'] END AS seeking,
       greatest(18, d.age - d.younger) AS min_age, d.age + d.older AS max_age
  FROM drawn d
  JOIN town p ON p.n = d.town
  JOIN pool i ON i.n = d.interests
  JOIN pool h ON h.n = d.headline
  JOIN pool a ON a.n = d.about
"""
INSERTS = (
    """INSERT INTO accounts.member
         (id, site_id, email, name, password_hash, date_of_birth, status, language, signup_at, confirmed_at)
       SELECT id, %(site)s, id || '@example.org', name, 'none', born, 'active', 'en', created_at, created_at
         FROM person""",
    """INSERT INTO profiles.profile
         (member_id, site_id, kind, name, date_of_birth, state, gender, interests, country, region, city, place_id,
          headline, about, seeking_genders, seeking_min_age, seeking_max_age, created_at, last_active_at)
       SELECT id, %(site)s, 'member', name, born, 'active', gender, interests, country, region, city, place_id,
              headline, about, seeking, min_age, max_age, created_at, last_active_at FROM person""",
    """INSERT INTO catalog.listing
         (member_id, site_id, created_at, last_active_at, fingerprint, date_of_birth, seeking_min_age, seeking_max_age,
          has_photo, kind, gender, country, region, cell, east, north, seeking, interests)
       SELECT id, %(site)s, created_at, last_active_at, hashtext(id::text), born, min_age, max_age,
              has_photo, 'member', gender, country, region, cell, east, north,
              CASE WHEN seeking = '{}' THEN ARRAY['any'] ELSE seeking END, interests FROM person""",
    """INSERT INTO catalog.listing_text (member_id, name, city, headline, about, folded)
       SELECT id, name, city, headline, about, lower(concat_ws(' ', name, city, headline, about)) FROM person""",
)


def fill(database_url: str, *, site_id: UUID, countries: tuple[str, ...], count: int, seed: int = 1) -> None:
    """Write `count` people of one site into accounts, profiles and listings; the index is built from these."""
    draw = random.Random(seed)
    towns = _towns(countries)
    weights = list(accumulate(math.sqrt(town["population"] + 1) for town in towns))
    values: dict[str, Any] = {
        "seed": f"{site_id} {seed}",
        "count": count,
        "names": NAMES.split(),
        "name_count": len(NAMES.split()),
        "weight": weights[-1],
        "weights": weights,
        "pool": 5000,
    }
    with psycopg.connect(database_url) as connection, _indexes_at_the_end(connection, count):
        _load(connection, "town (n int, id int, name text, country text, region text, population int, cell text,"
                          " east float8, north float8)", towns)  # fmt: skip
        _load(connection, "pool (n int, words text, keys text[])", list(_pool(draw, values["pool"])))
        connection.execute("SELECT setseed(%s)", (draw.random(),))
        connection.execute(DRAW, values)
        connection.execute(PEOPLE)
        for insert in INSERTS:
            connection.execute(insert, {"site": site_id})
    with psycopg.connect(database_url, autocommit=True) as connection:
        for table in TABLES:
            connection.execute(f"VACUUM ANALYZE {table}")


def _towns(countries: tuple[str, ...]) -> list[dict[str, Any]]:
    found = (place for place in lists.places() if place.country in countries)
    return [
        {
            **place._asdict(),
            "n": number,
            "cell": cells.cell(place.lat, place.lng),
            **dict(zip(("east", "north"), projected(place.lat, place.lng), strict=True)),
        }
        for number, place in enumerate(found, start=1)
    ]


def _pool(draw: random.Random, size: int) -> Iterator[dict[str, Any]]:
    interests = [interest.key for interest in lists.interests() if not interest.intimate]
    words = WORDS.split()
    for number in range(size):
        text = " ".join(draw.choices(words, k=draw.randint(4, 40)))
        yield {"n": number, "words": text, "keys": draw.sample(interests, draw.randint(1, 7))}


def _load(connection: psycopg.Connection[Any], table: str, rows: list[dict[str, Any]]) -> None:
    name = table.split()[0]
    connection.execute(f"CREATE TEMP TABLE {table} ON COMMIT DROP")
    connection.execute(
        f"INSERT INTO {name} SELECT r.* FROM jsonb_populate_recordset(NULL::{name}, %s) AS r", (json.dumps(rows),)
    )


@contextmanager
def _indexes_at_the_end(connection: psycopg.Connection[Any], count: int) -> Iterator[None]:
    if count < MANY:
        yield
        return
    connection.execute("SET LOCAL session_replication_role = replica")
    connection.execute("SET LOCAL maintenance_work_mem = '1GB'")
    indexes = connection.execute(
        """SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
             JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace s ON s.oid = c.relnamespace
            WHERE (s.nspname || '.' || c.relname) = ANY(%s)
              AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)""",
        (list(TABLES),),
    ).fetchall()
    for index, _ in indexes:
        connection.execute(f"DROP INDEX {index}")
    yield
    for _, definition in indexes:
        connection.execute(definition)
