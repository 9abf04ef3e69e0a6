"""Rows come back as the contracts that their readers want, matched by the names of their columns."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

import pytest
from sqlalchemy import Integer, Text, bindparam, column, literal, select, union_all, values
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.exc import MultipleResultsFound, NoResultFound

from app.kernel.db.columns import EnumText
from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session, transaction
from modules.sites.models import LanderTextRow, SiteHost


class Flavour(StrEnum):
    SWEET = "sweet"
    SOUR = "sour"


@dataclass(frozen=True, slots=True)
class Country:
    code: str
    people: int | None


@dataclass(frozen=True, slots=True)
class Fruit:
    name: str
    flavour: Flavour | None = None
    country: Country | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    host: str
    site_id: UUID
    is_known: bool


NAME, FLAVOUR = literal("plum").label("name"), literal("sour", EnumText(Flavour)).label("flavour")


@pytest.fixture
def session() -> Iterator[Session]:
    with transaction(snapshot=True) as session:
        yield session


def test_columns_find_their_fields_in_any_order(session: Session) -> None:
    assert read(session, Fruit, select(FLAVOUR, NAME)).one() == Fruit("plum", Flavour.SOUR)


def test_a_text_comes_back_as_the_enum_that_its_column_holds(session: Session) -> None:
    many = literal(["sweet", "sour"], ARRAY(EnumText(Flavour), as_tuple=True))
    assert session.execute(select(FLAVOUR, many, literal(None, EnumText(Flavour)))).one() == (
        Flavour.SOUR,
        (Flavour.SWEET, Flavour.SOUR),
        None,
    )
    assert type(session.execute(select(FLAVOUR)).scalar_one()) is Flavour


def test_a_text_that_is_none_of_its_values_is_refused(session: Session) -> None:
    with pytest.raises(KeyError, match="salty"):
        session.execute(select(literal("salty", EnumText(Flavour)))).one()


def test_columns_of_a_part_make_the_contract_in_its_field(session: Session) -> None:
    country = part("country", literal("NL").label("code"), literal(18, Integer).label("people"))
    assert read(session, Fruit, select(NAME, *country)).one() == Fruit("plum", country=Country("NL", 18))


def test_a_part_that_an_outer_join_did_not_find_is_none(session: Session) -> None:
    nowhere = part("country", literal(None, Text).label("code"), literal(None, Integer).label("people"))
    assert read(session, Fruit, select(NAME, *nowhere)).one() == Fruit("plum", country=None)


def test_a_part_of_which_something_is_known_is_there(session: Session) -> None:
    unknown = part("country", literal("NL").label("code"), literal(None, Integer).label("people"))
    assert read(session, Fruit, select(NAME, *unknown)).one().country == Country("NL", None)


def test_a_column_without_a_field_is_refused(session: Session) -> None:
    with pytest.raises(TypeError, match=r"Fruit: no field for \['price'\], no column for \[\]"):
        read(session, Fruit, select(NAME, literal(1).label("price")))


def test_a_field_without_a_column_is_refused_unless_it_has_a_default(session: Session) -> None:
    with pytest.raises(TypeError, match=r"Fruit: no field for \[\], no column for \['name'\]"):
        read(session, Fruit, select(FLAVOUR))
    with pytest.raises(TypeError, match=r"Country: no field for \[\], no column for \['people'\]"):
        read(session, Fruit, select(NAME, *part("country", literal("NL").label("code"))))


def test_two_columns_of_one_name_are_refused(session: Session) -> None:
    with pytest.raises(TypeError, match="two columns have one name: name, name"):
        read(session, Fruit, select(NAME, literal("pear").label("name")))


def test_a_field_has_a_column_or_parts_but_not_both(session: Session) -> None:
    both = select(NAME, literal("NL").label("country"), *part("country", literal("NL").label("code")))
    with pytest.raises(TypeError, match="a column is named country, and others are parts of it"):
        read(session, Fruit, both)


def test_a_table_gives_the_columns_that_a_contract_has_fields_for() -> None:
    assert [column.key for column in columns_of(Fruit, LanderTextRow)] == []
    assert [column.key for column in columns_of(Place, SiteHost)] == ["host", "site_id"]
    assert [column.key for column in columns_of(Place, SiteHost, without=["host"])] == ["site_id"]


def test_a_statement_is_read_with_its_parameters(session: Session) -> None:
    named = select(bindparam("named", type_=Text).label("name"))
    assert read(session, Fruit, named, {"named": "quince"}).one() == Fruit("quince")


def test_how_many_there_are_is_asked_in_the_words_of_sqlalchemy(session: Session) -> None:
    basket = values(column("name", Text), name="basket").data([("plum",), ("pear",)])
    both, none = select(basket.c.name), select(NAME).where(literal(False))
    assert read(session, Fruit, both).all() == [*read(session, Fruit, both)] == [Fruit("plum"), Fruit("pear")]
    assert read(session, Fruit, none).all() == []
    assert read(session, Fruit, none).one_or_none() is None
    assert read(session, Fruit, select(NAME)).one_or_none() == Fruit("plum")
    with pytest.raises(NoResultFound):
        read(session, Fruit, none).one()
    for ask in (read(session, Fruit, both).one, read(session, Fruit, both).one_or_none):
        with pytest.raises(MultipleResultsFound):
            ask()


def test_rows_may_come_in_pieces(session: Session) -> None:
    many = union_all(*(select(literal(str(number)).label("name")) for number in range(3)))
    assert [fruit.name for fruit in read(session, Fruit, many, yield_per=2)] == ["0", "1", "2"]
