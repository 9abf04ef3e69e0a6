"""Answers of demo members to the match finder: most answer some questions, some none."""

import random
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import text

from app.kernel.db.session import Session
from modules.catalog.contracts import Aim, Matter, Question, Way

ANSWERING_SHARE = 0.7
# Of a hundred members.
AIMS = {Aim.LASTING: 45, Aim.COMPANY: 25, Aim.FRIENDS: 15, Aim.OPEN: 15}


def answer_finder(session: Session, member_ids: Iterable[UUID], chance: random.Random) -> None:
    """Answer the questions that profiles leave open, in one statement."""
    rows = [_answers(member_id, chance) for member_id in member_ids if chance.random() < ANSWERING_SHARE]
    if rows:
        session.execute(ADD_ANSWERS, rows)


def _answers(member_id: UUID, chance: random.Random) -> dict[str, Any]:
    return {
        "member_id": member_id,
        "radius_km": chance.choice((None, None, 50, 100)),
        "aim": chance.choices(list(AIMS), weights=list(AIMS.values()))[0],
        "ways": chance.sample(list(Way), chance.randint(1, 3)),
        "matters": chance.sample(list(Matter), chance.randint(0, 2)),
        "asked": [str(question) for question in Question],
    }


ADD_ANSWERS = text(
    "INSERT INTO catalog.finder_answers (member_id, radius_km, aim, ways, matters, asked) "
    "VALUES (:member_id, :radius_km, :aim, :ways, :matters, :asked)"
)
