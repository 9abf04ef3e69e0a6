"""The facts a profile is made of: regions, places, interests, choices and their names in 11 languages."""

import gzip
import json
import math
from collections import Counter, defaultdict

import pycountry
import pytest
from babel import Locale
from hypothesis import assume, given
from hypothesis import strategies as st

from app.kernel.i18n import LOCALES
from modules.profiles.contracts import CHOICE_FIELDS, Profile
from modules.profiles.data import build_places
from modules.profiles.models import ProfileRow
from modules.profiles.reference import cells, lists

SITE_COUNTRIES = set(build_places.MIN_POPULATION)

# Section 3 of the specification, "Interest icons exist for", word for word.
LISTED_INTERESTS = """adventure, analsex, animals, art, astrology, bbq, beach, beer, biking, bondage, coffee, cooking,
dancing, exchanging pictures, fashion, foodie, gardening, gym, hiking, hugging, kissing, lingerie, massages,
masturbating, movies, music, one night stand, oral sex, outdoors, party, photography, politics, public sex, reading,
relationship, sadomasochism, safe sex, sex, sex toys, shopping, sports, sushi, tattoos, tea, theater, threesome,
travelling, vegetarian, video games, wine"""

# ISO 3166-2 took the Norwegian counties of 2024 up after pycountry's last edition.
NORWAY_2024 = {"NO-31", "NO-32", "NO-33", "NO-39", "NO-40", "NO-55", "NO-56"}

# Words another language really does share with English, by field and key. Anything else equal to English is a slip.
SHARED_WITH_ENGLISH = {
    "gender.man": "nl sv",
    "sexuality.gay": "es fr it",
    "sexuality.bisexual": "es",
    "sexuality.pansexual": "es",
    "sexuality.asexual": "es",
    "relationship_status.single": "da de it",
    "interest.art": "fr",
    "interest.bondage": "da de es fr it nl no pl sv",
    "interest.gym": "sv",
    "interest.lingerie": "fr it nl",
    "interest.massages": "fr nl",
    "interest.movies": "it",
    "interest.one-night-stand": "da no sv",
    "interest.sadomasochism": "sv",
    "interest.sex": "da de no sv",
    "interest.shopping": "da fr it no sv",
    "interest.sports": "da de fr it nl no pl sv",
    "interest.sushi": "da de es fi fr it nl no pl sv",
    "interest.tattoos": "de",
    "region_word.canton": "fr",
    "region_word.province": "fr",
    "region_word.region": "da de no pl sv",
}

points = st.tuples(st.floats(-90, 90), st.floats(-180, 180))
small_steps = st.tuples(st.floats(-6, 6), st.floats(-6, 6))


@pytest.fixture(scope="module")
def places() -> list[lists.Place]:
    return list(lists.places())


def babel_locale(locale: str) -> Locale:
    return Locale.parse("nb" if locale == "no" else locale)


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Great circle through unit vectors: another way than the code under test takes."""

    def vector(lat: float, lng: float) -> tuple[float, float, float]:
        phi, theta = math.radians(lat), math.radians(lng)
        return math.cos(phi) * math.cos(theta), math.cos(phi) * math.sin(theta), math.sin(phi)

    return 2 * math.asin(min(1, math.dist(vector(*a), vector(*b)) / 2)) * cells.EARTH_RADIUS_KM


def centre(cell: str) -> tuple[float, float]:
    row, column = (int(part) for part in cell.split(":"))
    return (row + 0.5) * 0.25, (column + 0.5) * 0.25


# Interests and choices


@pytest.mark.spec("3.14")
def test_the_50_interests_are_those_the_specification_lists() -> None:
    listed = [" ".join(name.split()).replace(" ", "-") for name in LISTED_INTERESTS.split(",")]
    assert [interest.key for interest in lists.interests()] == listed
    assert len(set(listed)) == 50
    shown = lists.names("en")["interest"]
    assert {key: name for key, name in shown.items() if name.casefold().replace(" ", "-") != key} == {
        "analsex": "Anal sex",
        "biking": "Cycling",
        "exchanging-pictures": "Exchanging photos",
        "movies": "Cinema",
        "party": "Parties",
        "sports": "Sport",
        "theater": "Theatre",
    }


@pytest.mark.spec("3.14")
def test_every_interest_about_sex_needs_consent_and_no_everyday_one_does() -> None:
    intimate = {interest.key for interest in lists.interests() if interest.intimate}
    assert {key for key in intimate if lists.is_intimate(key)} == intimate
    assert {interest.key for interest in lists.interests() if "sex" in interest.key} <= intimate
    assert {"bondage", "threesome", "masturbating", "sadomasochism", "one-night-stand"} <= intimate
    assert not intimate & {"kissing", "hugging", "massages", "relationship", "politics", "tattoos", "wine"}
    with pytest.raises(KeyError):
        lists.is_intimate("chess")


@pytest.mark.spec("3.6")
@pytest.mark.parametrize("field", CHOICE_FIELDS)
def test_a_field_offers_distinct_choices_that_have_names(field: str) -> None:
    keys = lists.choices(field)
    assert len(keys) == len(set(keys)) > 1
    assert tuple(lists.names("en")[field]) == keys


def test_every_choice_field_stands_in_every_list_of_fields() -> None:
    texts = json.loads((lists.DATA.parent / "locales/en.json").read_text(encoding="utf-8"))
    listed = {
        "modules/profiles/data/choices.json": json.loads((lists.DATA / "choices.json").read_text(encoding="utf-8")),
        "Profile in modules/profiles/contracts.py": Profile.__dataclass_fields__,
        "ProfileRow in modules/profiles/models.py": ProfileRow.__table__.columns,
        "export.profiles in modules/profiles/locales/en.json": texts["export"]["profiles"],
    }
    missing = {place: [field for field in CHOICE_FIELDS if field not in names] for place, names in listed.items()}
    assert {place: fields for place, fields in missing.items() if fields} == {}, "choice fields that a list lacks"
    assert tuple(listed["modules/profiles/data/choices.json"]) == CHOICE_FIELDS


def test_a_field_without_choices_is_refused() -> None:
    with pytest.raises(KeyError):
        lists.choices("shoe_size")


# Names in every locale


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("locale", LOCALES)
def test_a_locale_names_every_key_and_leaves_none_empty(locale: str) -> None:
    names = lists.names(locale)
    expected = {field: set(lists.choices(field)) for field in CHOICE_FIELDS}
    expected["interest"] = {interest.key for interest in lists.interests()}
    expected["region_word"] = {lists.region_word(country) for country in lists.countries()}
    expected["country"] = set(lists.countries())
    assert {field: set(group) for field, group in names.items()} == expected
    for field, group in names.items():
        assert all(name == name.strip() != "" for name in group.values()), field
        assert all(name[0].isupper() for name in group.values()), field
        assert not [name for name, count in Counter(group.values()).items() if count > 1], field


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en"])
def test_a_locale_keeps_no_english_word_by_accident(locale: str) -> None:
    english = lists.names("en")
    same = {
        f"{field}.{key}"
        for field, group in lists.names(locale).items()
        if field != "country"
        for key, name in group.items()
        if name == english[field][key]
    }
    assert same == {key for key, locales in SHARED_WITH_ENGLISH.items() if locale in locales.split()}


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("locale", LOCALES)
def test_countries_are_named_as_the_unicode_consortium_does(locale: str) -> None:
    territories = babel_locale(locale).territories
    assert lists.names(locale)["country"] == {code: territories[code] for code in lists.countries()}


def test_a_locale_the_site_does_not_speak_is_refused() -> None:
    with pytest.raises(KeyError):
        lists.names("../regions")


# Regions


@pytest.mark.spec("3.15")
def test_each_country_uses_its_own_word_for_region() -> None:
    countries_by_word = defaultdict(set)
    for country in lists.countries():
        countries_by_word[lists.region_word(country)].add(country)
    assert countries_by_word == {
        "province": {"NL", "BE", "IE"},
        "state": {"DE", "AT", "US"},
        "canton": {"CH", "LU"},
        "voivodeship": {"PL"},
        "region": {"FR", "ES", "IT", "PT", "DK", "SE", "NO", "FI", "GB"},
    }


@pytest.mark.spec("3.15")
@pytest.mark.parametrize(
    ("locale", "country", "label"),
    [
        ("nl", "NL", "Provincie"),
        ("de", "DE", "Bundesland"),
        ("fr", "CH", "Canton"),
        ("pl", "PL", "Województwo"),
        ("sv", "SE", "Region"),
    ],
)
def test_a_member_reads_the_region_label_in_their_language(locale: str, country: str, label: str) -> None:
    assert lists.names(locale)["region_word"][lists.region_word(country)] == label


@pytest.mark.spec("3.15")
def test_regions_are_iso_3166_2_and_belong_to_their_country() -> None:
    assert set(lists.countries()) == SITE_COUNTRIES
    codes = [region.code for country in lists.countries() for region in lists.regions(country)]
    assert len(codes) == len(set(codes))
    assert {code for code in codes if pycountry.subdivisions.get(code=code) is None} == NORWAY_2024
    for country in lists.countries():
        assert all(
            region.code.startswith(country + "-") and region.country == country for region in lists.regions(country)
        )


@pytest.mark.parametrize(
    ("country", "count"),
    [
        *[("NL", 12), ("BE", 11), ("DE", 16), ("AT", 9), ("CH", 26), ("LU", 12), ("FR", 18), ("ES", 19), ("IT", 20)],
        *[("PT", 20), ("DK", 5), ("SE", 21), ("NO", 15), ("FI", 19), ("PL", 16), ("GB", 4), ("IE", 4), ("US", 51)],
    ],
)
def test_no_region_of_a_country_is_missing(country: str, count: int) -> None:
    assert len({region.name for region in lists.regions(country)}) == count


# Places


def test_every_place_lies_in_a_region_of_its_country_and_every_region_has_places(
    places: list[lists.Place],
) -> None:
    known = {(region.country, region.code) for country in SITE_COUNTRIES for region in lists.regions(country)}
    assert {(place.country, place.region) for place in places} == known
    assert len({place.id for place in places}) == len(places) > 50_000


@pytest.mark.parametrize(
    "expected",
    """Amsterdam NL-NH|Rotterdam NL-ZH|Leeuwarden NL-FR|Almere NL-FL|Den Haag NL-ZH|Enschede NL-OV|Maastricht NL-LI
    Antwerpen BE-VAN|Gent BE-VOV|Brugge BE-VWV|Hasselt BE-VLI|Leuven BE-VBR|Namur BE-WNA|Mons BE-WHT|Arlon BE-WLX
    Liège BE-WLG|Wavre BE-WBR|Bruxelles / Brussel BE-BRU|Lasne BE-WBR|Auvelais BE-WNA|Eupen BE-WLG
    München DE-BY|Köln DE-NW|Berlin DE-BE|Hamburg DE-HH|Bremen DE-HB|Rostock DE-MV|Potsdam DE-BB|Jena DE-TH|Kiel DE-SH
    Wien AT-9|Graz AT-6|Linz AT-4|Bregenz AT-8|Eisenstadt AT-1|Zürich CH-ZH|Genève CH-GE|Lugano CH-TI|Chur CH-GR
    Luxembourg LU-LU|Esch-sur-Alzette LU-ES|Paris FR-IDF|Marseille FR-PAC|Lyon FR-ARA|Ajaccio FR-20R|Rennes FR-BRE
    Cayenne FR-973|Mamoudzou FR-976|Fort-de-France FR-972|Madrid ES-MD|Barcelona ES-CT|Sevilla ES-AN|Bilbao ES-PV
    Pamplona ES-NC|Murcia ES-MC|Ceuta ES-CE|Roma IT-62|Milano IT-25|Torino IT-21|Venezia IT-34|Palermo IT-82
    Cagliari IT-88|Aosta IT-23|Bari IT-75|Lisboa PT-11|Porto PT-13|Faro PT-08|Funchal PT-30|Ponta Delgada PT-20
    København DK-84|Aarhus DK-82|Aalborg DK-81|Odense DK-83|Roskilde DK-85|Stockholm SE-AB|Göteborg SE-O|Malmö SE-M
    Kiruna SE-BD|Falun SE-W|Visby SE-I|Oslo NO-03|Bergen NO-46|Tromsø NO-55|Hammerfest NO-56|Drammen NO-33|Moss NO-31
    Skien NO-40|Tønsberg NO-39|Lillestrøm NO-32|Helsinki FI-18|Turku FI-19|Tampere FI-11|Oulu FI-14|Rovaniemi FI-10
    Joensuu FI-13|Mariehamn FI-01|Kajaani FI-05|Kuopio FI-15|Mikkeli FI-04|Vaasa FI-12|Kotka FI-09|Pori FI-17
    Warszawa PL-14|Kraków PL-12|Łódź PL-10|Gdańsk PL-22|Rzeszów PL-18|Opole PL-16|Kielce PL-26|Białystok PL-20
    London GB-ENG|Glasgow GB-SCT|Cardiff GB-WLS|Belfast GB-NIR|Dublin IE-L|Cork IE-M|Galway IE-C|Letterkenny IE-U
    New York US-NY|Los Angeles US-CA|Chicago US-IL|Washington US-DC|Honolulu US-HI""".replace("\n", "|").split("|"),
)
def test_a_town_has_its_own_name_and_its_own_region(places: list[lists.Place], expected: str) -> None:
    name, region = expected.strip().rsplit(" ", 1)
    assert [place for place in places if place.name == name and place.region == region]


def test_no_place_is_listed_twice(places: list[lists.Place]) -> None:
    namesakes = defaultdict(list)
    for place in places:
        namesakes[place.region, place.name].append(place)
    for group in namesakes.values():
        for i, place in enumerate(group):
            assert all(kilometres((place.lat, place.lng), (other.lat, other.lng)) > 4.9 for other in group[:i]), place


def test_small_towns_are_there_and_thresholds_are_kept(places: list[lists.Place]) -> None:
    least = {country: min(p.population for p in places if p.country == country) for country in SITE_COUNTRIES}
    for country, threshold in build_places.MIN_POPULATION.items():
        assert threshold <= least[country] < threshold + 100


def test_the_committed_places_are_what_the_build_script_writes() -> None:
    packed = (lists.DATA / "places.csv.gz").read_bytes()
    assert len(packed) <= 1_500_000
    assert gzip.decompress(packed) == build_places.build()


# The grid


@given(points)
def test_a_cell_holds_its_point(point: tuple[float, float]) -> None:
    lat, lng = centre(cells.cell(*point))
    assert abs(lat - point[0]) <= 0.125
    assert abs((lng - point[1] + 180) % 360 - 180) <= 0.125


@pytest.mark.parametrize(
    ("lat", "lng", "cell"),
    [(52.37, 4.9, "209:19"), (0, 0, "0:0"), (-0.01, -0.01, "-1:-1"), (90, 180, "359:-720"), (-90, -180, "-360:-720")],
)
def test_a_cell_is_written_as_row_and_column(lat: float, lng: float, cell: str) -> None:
    assert cells.cell(lat, lng) == cell


@pytest.mark.parametrize("point", [(90.1, 0), (-91, 0), (0, 180.5), (0, -181), (math.nan, 0), (0, math.inf)])
def test_a_point_off_the_globe_is_refused(point: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="no such point"):
        cells.cell(*point)
    with pytest.raises(ValueError, match="no such point"):
        cells.cells_within(*point, 10)


@given(points, small_steps, st.floats(0, 600))
def test_a_cell_is_within_exactly_when_its_centre_is(
    point: tuple[float, float], step: tuple[float, float], km: float
) -> None:
    found = cells.cells_within(*point, km)
    other = max(-90, min(90, point[0] + step[0])), (point[1] + step[1] + 180) % 360 - 180
    cell = cells.cell(*other)
    distance = kilometres(point, centre(cell))
    assume(abs(distance - km) > 1e-6)
    assert (cell in found) == (distance < km or cell == cells.cell(*point))


@given(points, st.floats(0, 600))
def test_the_own_cell_comes_first_and_none_comes_twice(point: tuple[float, float], km: float) -> None:
    found = cells.cells_within(*point, km)
    assert found[0] == cells.cell(*point)
    assert len(found) == len(set(found))
    assert all(kilometres(point, centre(cell)) <= km + 1e-6 for cell in found[1:])


def test_every_cell_of_the_globe_is_within_half_its_girth() -> None:
    # 4.875 is a column's centre, so its opposite could be counted from both sides.
    found = cells.cells_within(52.4, 4.875, 20_100)
    assert len(found) == len(set(found)) == 720 * 1440


@pytest.mark.parametrize(("km", "min_cells", "max_cells"), [(0, 1, 1), (5, 1, 1), (25, 3, 7), (100, 55, 80)])
def test_a_search_around_amsterdam_asks_for_few_cells(km: float, min_cells: int, max_cells: int) -> None:
    assert min_cells <= len(cells.cells_within(52.37, 4.9, km)) <= max_cells
