"""The code by SMS with which a debit is authorised: what it is told with, until when, and who waits for whom."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.shop import Money
from modules.billing.debit import policies
from modules.billing.debit.queries import mandates as queries
from modules.billing.debit.service import direct_debit, payers
from modules.billing.debit.service.payers import Payer
from modules.billing.payments.service import orders
from modules.billing.payments.service.orders import ClientKey
from modules.billing.shop.queries import database_now, list_bundles
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing.debiting import Gateway, authorise, new_iban, new_phone
from tests.conftest import drain_now
from tests.factories.billing import make_actor
from tests.fixture_types import MakeMember
from tests.racing import start_while_open


@pytest.fixture
def member(debit_shop: Site, make_member: MakeMember) -> Member:
    """A member of a site that collects by direct debit."""
    return make_member()


def a_payer() -> Payer:
    return Payer(new_iban(), "J. Jansen", new_phone())


def ask(session: Session, member: Member, payer: Payer) -> UUID:
    """Let a member who reads German ask for a code; returns the challenge."""
    customer = replace(orders.get_customer(session, actor=make_actor(member)), language="de")
    return direct_debit.ask_code(
        session,
        customer=customer,
        payer=payer,
        bundle_id=list_bundles(session, site_id=member.site_id, country=customer.country)[0].id,
        code=None,
        order_id=None,
        client=ClientKey(str(uuid4()), b""),
        network="test",
    )


@pytest.mark.spec("5.6")
def test_a_code_is_told_with_what_it_pays_in_the_payer_s_language_until_it_ends(
    debit_shop: Site, member: Member
) -> None:
    payer = a_payer()
    with transaction() as session:
        challenge_id = ask(session, member, payer)
        code = direct_debit._code_of(queries.get_challenge(session, challenge_id))
        assert direct_debit.get_code_text(session, challenge_id) == (
            payer.phone,
            f"{code} ist dein Code bei {debit_shop.name}, um 9,99\u00a0€ per Lastschrift von"
            f" NL••\u00a0{payer.iban[-4:]} zu zahlen. Er gilt 10 Minuten. Sag ihn niemandem.",
        )
        session.execute(text("SET LOCAL session_replication_role = replica"))
        ends_now = text("UPDATE billing.otp_challenge SET expires_at = now() WHERE id = :id")
        session.execute(ends_now, {"id": challenge_id})
        assert direct_debit.get_code_text(session, challenge_id) is None
        assert direct_debit._count_try(session, challenge_id) is None


@pytest.mark.spec("5.6")
def test_a_payer_is_shown_what_the_code_authorises(debit_shop: Site, member: Member) -> None:
    payer = a_payer()
    with transaction() as session:
        challenge_id = ask(session, member, payer)
        challenge, today = queries.get_challenge(session, challenge_id), database_now(session).date()
        shown = direct_debit.show_challenge(session, challenge_id)
        site = sites_api.get_site(session, debit_shop.id)
    drain_now()
    assert len(challenge.salt) == 16
    words = {"reference": challenge.reference, "holder": "J. Jansen", "locale": "de"}
    assert shown == {
        "order_id": challenge.order_id,
        "amount": Money(999, "EUR"),
        "credits": 50,
        "iban": f"NL••\u00a0{payer.iban[-4:]}",
        "phone": f"••••\u00a0{payer.phone[-4:]}",
        "expires_at": challenge.expires_at,
        "due_on": policies.add_banking_days(today, 3),
        "creditor": debit_shop.company.name,
        "reference": f"HS{challenge_id.hex.upper()}",
        "mandate_text": direct_debit.mandate_text(site, iban_label=shown["iban"], **words),
    }


@pytest.mark.parametrize("whose", ["member", "account"])
def test_who_asks_for_a_code_waits_for_whoever_authorises_a_debit_of_the_same(
    gateway: Gateway, member: Member, whose: str
) -> None:
    payer = a_payer()

    def asked() -> UUID:
        with transaction() as session:
            return ask(session, member, payer)

    held: dict[str, Any] = {"member_id": member.id, "iban_hash": "another"}
    if whose == "account":
        held = {"member_id": uuid4(), "iban_hash": payers.hash_iban(payer.iban)}
    given, has_waited = start_while_open(lambda session: queries.lock_debits(session, **held), asked)
    drain_now()
    assert isinstance(given, UUID)
    assert (has_waited, len(gateway.texts(payer.phone))) == (True, 1)


def test_who_authorises_a_debit_waits_for_whoever_authorises_another_of_the_account(member: Member) -> None:
    payer = a_payer()
    with transaction() as session:
        challenge = queries.get_challenge(session, ask(session, member, payer))
    code = direct_debit._code_of(challenge)
    given, has_waited = start_while_open(
        lambda session: queries.lock_debits(session, member_id=uuid4(), iban_hash=payer.iban_hash),
        lambda: direct_debit.confirm(member_id=member.id, order_id=challenge.order_id, code=code),
    )
    assert (given, has_waited) == (None, True)


def test_an_account_that_has_a_mandate_is_debited_under_it(member: Member) -> None:
    used, unused = new_iban(), new_iban()
    authorise(member, iban=used)
    authorise(member, iban=unused)
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        long_ago = "UPDATE billing.dd_mandate SET last_used_at = now() - interval '1 year' WHERE member_id = :id"
        session.execute(text(long_ago), {"id": member.id})
    authorise(member, iban=used)
    stand = "SELECT iban_hash FROM billing.dd_mandate WHERE member_id = :id AND last_used_at > now() - interval '1 day'"
    agreed = "SELECT count(DISTINCT reference) FROM billing.otp_challenge WHERE member_id = :id"
    with transaction(read_only=True) as session:
        assert session.execute(text(stand), {"id": member.id}).scalars().all() == [payers.hash_iban(used)]
        assert session.execute(text(agreed), {"id": member.id}).scalar_one() == 2
