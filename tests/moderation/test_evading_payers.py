"""Who comes back after a ban and pays from the same bank account is looked at, and not banned."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.decisions.models import BannedMark
from modules.moderation.decisions.service import decisions
from modules.sites.contracts import Site
from tests.billing.conftest import debit_shop, gateway, new_payer
from tests.billing.debiting import Payer
from tests.conftest import drain_now
from tests.factories.moderation import Colleague
from tests.moderation.test_decisions import A_WEEK, decide
from tests.moderation.test_evasion import matches_of
from tests.moderation.test_queue import items, only

__all__ = ["debit_shop", "gateway", "new_payer"]


@pytest.fixture
def banned(debit_shop: Site, new_payer: Callable[..., Payer]) -> Payer:
    """Somebody who paid by direct debit."""
    payer = new_payer()
    payer.pay()
    return payer


@pytest.mark.spec("10.5", "9.3")
def test_who_pays_from_the_account_of_somebody_banned_is_looked_at(
    banned: Payer, staff: Colleague, new_payer: Callable[..., Payer]
) -> None:
    decision_id = decide(banned.member, staff, A_WEEK)
    drain_now()
    back, stranger = new_payer(iban=banned.iban), new_payer()
    for payer in (back, stranger):
        payer.pay()
    drain_now()
    assert only(back.member, ItemKind.EVASION).signals == ["banned-bank-account"]
    assert matches_of(back.member) == [("banned-bank-account", banned.member.id)]
    assert items(stranger.member, ItemKind.EVASION) == []
    with transaction() as session:
        decisions.lift(session, decision_id=decision_id, staff_id=staff.id, reason="a mistake")
        assert session.execute(select(BannedMark.kind).where(BannedMark.decision_id == decision_id)).all() == []


@pytest.mark.spec("10.5", "9.3")
def test_a_ban_looks_at_those_who_pay_from_the_same_account_already(
    banned: Payer, staff: Colleague, new_payer: Callable[..., Payer]
) -> None:
    twin, stranger = new_payer(iban=banned.iban), new_payer()
    for payer in (twin, stranger):
        payer.pay()
    drain_now()
    assert items(twin.member, ItemKind.EVASION) == []
    decide(banned.member, staff, A_WEEK)
    drain_now()
    assert matches_of(twin.member) == [("banned-bank-account", banned.member.id)]
    assert items(stranger.member, ItemKind.EVASION) == []
