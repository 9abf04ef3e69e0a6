"""The table of towns, as it is filled from the file that comes with the product."""

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from app.kernel.text import folding
from modules.profiles.errors import PlaceUnknown
from modules.profiles.queries import places as queries
from modules.profiles.reference import lists as reference
from modules.profiles.service import places
from tests.factories.profiles import ANTWERP, UTRECHT

NOTE = "SELECT digest FROM profiles.reference_load WHERE name = 'places'"


@pytest.fixture
def _two_towns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the file have two of its towns."""
    two = [town for town in reference.places_and_other_names() if town[0].id in (UTRECHT, ANTWERP)]
    monkeypatch.setattr(reference, "places_and_other_names", lambda: iter(two))


@pytest.mark.usefixtures("_two_towns")
def test_towns_are_filled_again_only_where_the_file_is_another() -> None:
    with transaction() as session:
        loaded = session.execute(text(NOTE)).scalar_one()
        assert places.ensure_places(session) is False
    for before in (
        "UPDATE profiles.reference_load SET digest = 'of another file'",
        "DELETE FROM profiles.reference_load",
    ):
        with transaction() as session:
            session.execute(text(f"{before} WHERE name = 'places'"))
            session.execute(text("UPDATE profiles.place SET name = 'Trajectum' WHERE id = :id"), {"id": UTRECHT})
            assert places.ensure_places(session) is True
            assert session.execute(text(NOTE)).scalar_one() == loaded
            assert queries.get_place(session, UTRECHT).name == "Utrecht"
            assert places.get_place_named(session, country="BE", name="antwerpen").id == ANTWERP
        with transaction() as session:
            assert places.ensure_places(session) is False


@pytest.mark.usefixtures("_two_towns")
def test_towns_are_filled_again_where_names_are_folded_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    with transaction() as session:
        loaded = session.execute(text(NOTE)).scalar_one()
    with monkeypatch.context() as patch, transaction() as session:
        patch.setattr(folding, "__file__", __file__)
        assert places.ensure_places(session) is True
        changed = session.execute(text(NOTE)).scalar_one()
    with transaction() as session:
        assert places.ensure_places(session) is True
        assert session.execute(text(NOTE)).scalar_one() == loaded != changed


@pytest.mark.parametrize(
    ("country", "name", "town"),
    [
        ("DE", "Keulen", "Köln"),
        ("DE", "aken", "Aken"),
        ("BE", "Anvers", "Antwerpen"),
        ("BE", "brussel", "Bruxelles / Brussel"),
    ],
)
def test_a_town_is_named_in_any_language_and_its_own_name_goes_before(country: str, name: str, town: str) -> None:
    with transaction() as session:
        assert places.get_place_named(session, country=country, name=name).name == town


def test_a_part_of_a_name_names_no_town() -> None:
    with transaction() as session, pytest.raises(PlaceUnknown):
        places.get_place_named(session, country="DE", name="Keule")
