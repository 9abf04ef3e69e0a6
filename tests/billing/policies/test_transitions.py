"""What may follow what; tests/billing/test_transitions.py asks the database the same."""

from itertools import product

import pytest

from modules.billing.errors.payments import TransitionForbidden
from modules.billing.payments.policies.transitions import MACHINES, ensure_transition, merge
from tests.refusing import refused


@pytest.mark.parametrize("machine", MACHINES)
def test_the_code_refuses_every_other_change(machine: str) -> None:
    table = MACHINES[machine]
    for old, new in product(table, table):
        if new in table[old]:
            ensure_transition(table, old, new)
            assert merge(table, old, new) is new
        else:
            with refused(TransitionForbidden, current=old.value, to=new.value):
                ensure_transition(table, old, new)
            assert merge(table, old, new) is old


def test_paid_and_completed_are_for_good() -> None:
    assert MACHINES["payment"]["paid"] == MACHINES["order"]["completed"] == frozenset()
