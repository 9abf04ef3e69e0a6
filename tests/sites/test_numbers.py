"""The page of numbers: generated from the public figures, the same in every language, and pointing at nobody."""

from datetime import date

import pytest
from sqlalchemy import insert

from app.kernel import clock, figures, i18n
from app.kernel.db.session import transaction
from modules.sites.contracts import Site
from modules.sites.service import numbers, pages
from tests.conftest import Client
from tests.factories.sites import make_site

PATH = "/api/v1/pages/transparency"


def set_numbers(site: Site, *, back: int = 0, **counts: int) -> None:
    """Let a site have figures in the month that lies so many whole months back."""
    begin, _ = numbers.last_months(clock.today())[back]
    with transaction() as session:
        for name, count in counts.items():
            row = {"day": begin, "name": name, "site_id": site.id, "source": "", "currency": "", "amount": count}
            session.execute(insert(figures.FigureRow).values(row))


def table_of(client: Client, nth: int = 0) -> dict[str, list[str]]:
    """Return a table of the page as its rows by their labels."""
    blocks = [block for block in client.get(PATH).json["blocks"] if block["kind"] == "table"]
    rows = [["".join(span["text"] for span in cell) for cell in row] for row in blocks[nth]["rows"]]
    return {label: cells for label, *cells in rows}


@pytest.mark.spec("2.30")
def test_numbers_stand_beside_their_months_and_small_ones_point_at_nobody(client: Client, site: Site) -> None:
    set_numbers(site, **{"moderation.reports": 12, "moderation.banned": 4, "moderation.appeals": 5})
    set_numbers(site, back=1, **{"moderation.reports": 1})
    table = table_of(client)
    assert table["Reports by members"] == ["12", "1–4", "0"]
    assert table["Accounts suspended or banned"] == ["1–4", "0", "0"]
    assert table["Appeals against decisions"] == ["5", "0", "0"]


@pytest.mark.spec("2.30")
def test_the_median_is_said_by_its_time_and_only_of_enough_decisions(client: Client, site: Site) -> None:
    set_numbers(site, **{"moderation.decided-in-an-hour": 4, "moderation.decided-in-three-days": 5})
    set_numbers(site, back=1, **{"moderation.decided-later": 4})
    set_numbers(site, back=2, **{"moderation.decided-in-an-hour": 5, "moderation.decided-later": 5})
    assert table_of(client)["Half of all cases were decided"] == [
        "within 3 days",
        "too few to say",
        "within an hour",
    ]


def test_another_sites_numbers_and_another_months_are_not_ours(client: Client, site: Site) -> None:
    with transaction() as session:
        other = make_site(session)
    set_numbers(other, **{"moderation.reports": 50})
    day = clock.today().replace(day=1)
    with transaction() as session:
        row = {"day": day, "name": "moderation.reports", "site_id": site.id, "source": "", "currency": "", "amount": 60}
        session.execute(insert(figures.FigureRow).values(row))
    assert table_of(client)["Reports by members"] == ["0", "0", "0"]


@pytest.mark.parametrize("language", i18n.LOCALES)
@pytest.mark.usefixtures("app")
def test_every_page_tells_all_public_figures_and_no_others(language: str) -> None:
    source = (pages.FOLDER / language / f"{pages.NUMBERS}.md").read_text()
    public = {name for name, figure in figures.all_figures().items() if figure.is_public}
    named = {name for name in figures.all_figures() if f'"{name}"' in source}
    assert public - named == set(numbers.WAITS)
    assert named <= public


def test_the_last_months_are_whole_also_over_the_turn_of_a_year() -> None:
    assert numbers.last_months(date(2027, 2, 1)) == [
        (date(2027, 1, 1), date(2027, 2, 1)),
        (date(2026, 12, 1), date(2027, 1, 1)),
        (date(2026, 11, 1), date(2026, 12, 1)),
    ]
