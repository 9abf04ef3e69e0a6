"""A setting of a site stands in every place that needs it; a failure names the settings that are missing there."""

from dataclasses import fields

import pytest
from sqlalchemy import Integer, update
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from modules.sites.contracts import Site
from modules.sites.models import SiteRow
from modules.sites.ops.sites import SITES
from modules.sites.policies import BOUNDS
from modules.sites.schemas import SettingsOut
from modules.sites.service.sites import SITE_SETTINGS

NUMBERS = [column.key for column in SiteRow.__table__.columns if isinstance(column.type, Integer)]
# Settings that visitors' pages do not get.
INTERNAL = {"care_credits", "hide_account_existence"}


@pytest.mark.spec("3.2")
def test_every_setting_is_a_field_of_the_contract() -> None:
    assert SITE_SETTINGS - {field.name for field in fields(Site)} == set()


@pytest.mark.spec("3.2", "10.4")
def test_every_setting_is_shown_in_the_console() -> None:
    assert SITE_SETTINGS - {column.source for column in SITES.columns} == set()


@pytest.mark.spec("3.2", "10.4")
def test_every_setting_can_be_changed_in_a_form_of_the_console() -> None:
    in_forms = {name for action in SITES.actions if action.form for name in action.form().fields}
    assert SITE_SETTINGS - in_forms == set()


@pytest.mark.spec("3.2", "7.8")
def test_every_setting_is_answered_to_pages_or_internal() -> None:
    assert SITE_SETTINGS - {*SettingsOut().fields} == INTERNAL


@pytest.mark.spec("3.2")
def test_every_number_has_bounds() -> None:
    assert {*NUMBERS} - {*BOUNDS} == set()


@pytest.mark.spec("3.2")
@pytest.mark.parametrize("name", NUMBERS)
def test_the_database_refuses_a_number_below_its_bounds(site: Site, name: str) -> None:
    below = update(SiteRow).where(SiteRow.id == site.id).values({name: BOUNDS[name][0] - 1})
    with pytest.raises(IntegrityError, match="check constraint"), transaction() as session:
        session.execute(below)
