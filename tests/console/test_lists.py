"""Every resource of every module can be listed, sorted, filtered, opened and taken away on the real database."""

from datetime import UTC, date, datetime
from functools import partial
from uuid import UUID, uuid4

import pytest

from app.console.catalogue import holds
from app.console.values import cells, heads, shown
from app.kernel.db.session import transaction
from app.kernel.resources import TIMES, Filter, OpsQuery, Resource, read_records
from app.registry import RESOURCES


@pytest.fixture(scope="module")
def installation(_engines: None) -> None:
    """The tables, with or without rows: a statement that the database refuses is refused without them too."""


def sorts_of(resource: Resource) -> list[str]:
    return [
        "id",
        resource.default_sort.removeprefix("-"),
        *(column.source for column in resource.columns if column.sort),
    ]


def filters_for(resource: Resource, source: str) -> list[Filter]:
    column = resource.column(source)
    if column and column.kind in TIMES:
        first = date(2026, 1, 1) if column.kind == "day" else datetime(2026, 1, 1, tzinfo=UTC)
        return [Filter(span, match="within") for span in ((first, None), (None, first), (first, first))]
    return [value_for(resource, source)]


def value_for(resource: Resource, source: str) -> Filter:
    column = resource.column(source)
    assert column
    if column.kind == "yes_no":
        return Filter(True)
    if holds(resource, source, UUID):
        return Filter(uuid4())
    whole = column.kind == "badge" or source in resource.exact
    return Filter(column.choices[0] if column.choices else "x", match="same" if whole else "part")


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("resource", RESOURCES, ids=[resource.key for resource in RESOURCES])
def test_each_list_is_one_that_the_database_understands(installation: None, resource: Resource) -> None:
    ask = partial(read_records, resource=resource)
    with transaction(snapshot=True) as session:
        for sort in sorts_of(resource):
            for is_descending in (True, False):
                page = ask(session, query=OpsQuery(sort=sort, is_descending=is_descending))
                for row in page.rows:
                    assert {*shown(resource, row)} == {"id", *(column.source for column in resource.columns)}
                    assert len(cells(resource, row)) == len(heads(resource))
                    assert [one.id for one in ask(session, query=OpsQuery(ids=[row.id])).rows] == [row.id]
        for source in resource.filters:
            for sought in filters_for(resource, source):
                ask(session, query=OpsQuery(filters={source: sought}))
        assert list(ask(session, query=OpsQuery(limit=10)).rows) is not None
