"""Which statements PostgreSQL plans for their values, and which have one plan for all values."""

from typing import Any

from sqlalchemy import Executable, func

from app.kernel.db.prepared import AnyResult
from app.kernel.db.session import Session, force_custom_plan

# A column of a statement that is planned for its values: the statements after it use their general plans again, whose
# planning costs as much as reading the cards of a page. A statement of its own would cost more than it saves.
GENERAL_PLANS = func.set_config("plan_cache_mode", "auto", True)


def planned_for_values(session: Session, statement: Executable, values: dict[str, Any]) -> AnyResult:
    """Run a statement that has the column GENERAL_PLANS, planned for its values."""
    force_custom_plan(session)
    session.info.pop("has_custom_plan", None)
    return session.execute(statement, values)
