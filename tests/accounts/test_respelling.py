"""Addresses that an earlier version kept in another spelling are found by either."""

import pytest

from tests.accounts.routes.doors import log_in
from tests.conftest import Client
from tests.fixture_types import MakeMember

BEFORE, NOW = "Robin@bäckerei.example", "Robin@xn--bckerei-5wa.example"


@pytest.mark.spec("5.3", "7.1")
@pytest.mark.parametrize("typed", [BEFORE, NOW], ids=ascii)
def test_an_address_that_an_older_version_keeps_while_it_is_replaced_is_found(
    client: Client, make_member: MakeMember, typed: str
) -> None:
    make_member(email=BEFORE)
    assert log_in(client, typed).status_code == 200
