"""Of whom members were told that they were removed for fraud: how long that is kept, and that it is told once."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from modules.accounts import api as accounts_api
from modules.moderation.models import FraudNotice
from modules.moderation.service import fraud, keeping


@pytest.mark.spec("4.2")
def test_who_is_erased_was_told_of_nobody_and_an_erased_cheat_has_no_name(make_member: Any, db: Any) -> None:
    mo, ruth, ada = (make_member(name=name) for name in ("Mo", "Ruth", "Ada"))
    with db() as session:
        fraud.notify_fraud(session, removed_id=mo.id, returned={ruth.id: 6, ada.id: 0})
    for gone in (mo, ruth):
        with db() as session:
            accounts_api.delete_member(session, member_id=gone.id, reason=None)
            accounts_api.erase_member(session, member_id=gone.id)
            keeping.erase_member(session, member_id=gone.id)
    with db(read_only=True) as session:
        assert fraud.list_notices(session, ruth.id) == []
        assert [one.about for one in fraud.list_notices(session, ada.id)] == [None]


def test_nobody_is_told_twice_of_somebody_or_of_themselves(make_member: Any, db: Any) -> None:
    mo, ruth = make_member(), make_member()
    row = {"member_id": ruth.id, "removed_id": mo.id, "credits": 0}
    for rows in ([row, row], [row | {"removed_id": ruth.id}], [row | {"credits": -1}]):
        with pytest.raises(IntegrityError), db() as session:
            session.execute(insert(FraudNotice), [one | {"id": uuid4()} for one in rows])
