"""The ledger against plain dicts: any order of grants, spends, repeats and refunds (hypothesis)."""

from typing import Any, ClassVar
from uuid import UUID, uuid4

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from app.kernel.db.session import transaction
from modules.billing import api
from modules.billing.contracts.states import Reason
from modules.billing.errors.ledger import InsufficientCredits
from modules.billing.ledger import queries
from modules.billing.ledger.queries import get_balance
from modules.sites.contracts import Site
from tests.billing.shopping import sound
from tests.factories.accounts import make_member
from tests.factories.sites import make_site
from tests.property_runs import property_runs

AMOUNTS = st.integers(1, 30)
MEMBERS = st.integers(0, 2)


class Ledger(RuleBasedStateMachine):
    """Three members; the model is a balance each, and what every spend was."""

    site: ClassVar[Site]
    spends = Bundle("spends")

    @initialize()
    def begin(self) -> None:
        with transaction() as session:
            self.members = [make_member(session, site=self.site, confirmed=False).id for _ in range(3)]
        self.balances = dict.fromkeys(self.members, 0)
        self.open: dict[UUID, tuple[UUID, int]] = {}

    @rule(member=MEMBERS, credits=AMOUNTS)
    def give(self, member: int, credits: int) -> None:
        self._adjust(self.members[member], credits)

    @rule(member=MEMBERS, credits=AMOUNTS)
    def take(self, member: int, credits: int) -> None:
        self._adjust(self.members[member], -credits)

    def _adjust(self, member_id: UUID, credits: int) -> None:
        enough = self.balances[member_id] + credits >= 0
        try:
            with transaction() as session:
                api.adjust_credits(session, member_id=member_id, credits=credits, note="a rule", actor="test")
        except InsufficientCredits:
            assert not enough
        else:
            assert enough
            self.balances[member_id] += credits

    @rule(target=spends, member=MEMBERS, credits=AMOUNTS)
    def spend(self, member: int, credits: int) -> dict[str, Any]:
        call: dict[str, Any] = {
            "member_id": self.members[member],
            "credits": credits,
            "reason": Reason.MESSAGE,
            "reference_id": uuid4(),
            "idem": uuid4(),
        }
        enough = self.balances[self.members[member]] >= credits
        try:
            with transaction() as session:
                spent = api.spend(session, **call)
        except InsufficientCredits:
            assert not enough
            return {}
        assert enough
        self.balances[self.members[member]] -= credits
        self.open[spent.tx_id] = (self.members[member], credits)
        return {"call": call, "tx_id": spent.tx_id}

    @rule(spend=spends)
    def repeat(self, spend: dict[str, Any]) -> None:
        if spend:
            with transaction() as session:
                assert api.spend(session, **spend["call"]).tx_id == spend["tx_id"]

    @rule(spend=spends)
    def refund(self, spend: dict[str, Any]) -> None:
        if not spend:
            return
        member_id, credits = self.open.pop(spend["tx_id"], (spend["call"]["member_id"], 0))
        with transaction() as session:
            assert api.refund_spend(session, tx_id=spend["tx_id"], reason="a rule") == credits
        self.balances[member_id] += credits

    @invariant()
    def agrees(self) -> None:
        with transaction(read_only=True) as session:
            for member_id, balance in getattr(self, "balances", {}).items():
                assert get_balance(session, member_id) == balance
                lots = queries.list_lots(session, member_id=member_id)
                assert sum(lot.remaining for lot in lots) == balance

    def teardown(self) -> None:
        sound()


@pytest.mark.usefixtures("_engines")
def test_the_ledger_is_its_model() -> None:
    with transaction() as session:
        Ledger.site = make_site(session)
    run_state_machine_as_test(Ledger, settings=property_runs(runs=8, steps=25))
