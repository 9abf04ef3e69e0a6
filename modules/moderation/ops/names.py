"""Names of staff in lists, for staff who may not open the list of staff."""

from typing import Any

from sqlalchemy import ColumnElement, select

from modules.moderation.staff.models import StaffRow


def name_of(staff_id: Any) -> ColumnElement[str]:
    """Return the name of a staff member, as a column of a list."""
    return select(StaffRow.name).where(StaffRow.id == staff_id).scalar_subquery()
