"""The answer about the member who is logged in: every module's part, whose facts are read in one statement."""

from collections.abc import Mapping
from dataclasses import make_dataclass
from functools import cache
from typing import Any

from sqlalchemy import Executable, select, true

from app.kernel.db.read import read
from app.kernel.db.session import Session
from app.kernel.http.auth import Actor
from app.registry import MODULES

PARTS = {manifest.name: manifest.current_user for manifest in MODULES if manifest.current_user is not None}
_WITH_FACTS = {name: part for name, part in PARTS.items() if part.facts is not None}
_Facts: Any = make_dataclass("_Facts", [(name, part.contract) for name, part in _WITH_FACTS.items()], frozen=True)


def current_user(session: Session, actor: Actor) -> dict[str, Any]:
    """Return what every module reports about the logged-in member (spec 3.1)."""
    facts = read(session, _Facts, _statement(), {"member_id": actor.member}).one()
    user: dict[str, Any] = {}
    for name, part in PARTS.items():
        answer: Mapping[str, Any] = part.answer(session, actor, getattr(facts, name, None))
        user.update(answer)
    return user


@cache
def _statement() -> Executable:
    """Return the statement that selects the one row of each module beside those of the others."""
    rows = {name: part.facts.subquery(name) for name, part in _WITH_FACTS.items() if part.facts is not None}
    columns = [column.label(f"{name}.{column.key}") for name, row in rows.items() for column in row.columns]
    first, *others = rows.values()
    joined: Any = first
    for row in others:
        joined = joined.outerjoin(row, true())
    return select(*columns).select_from(joined)
