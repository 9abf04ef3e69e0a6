"""Credits given, spent, given back and taken."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from app.kernel.secrets.signing import keyed_hash
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.accounts.errors import MemberNotFound
from modules.billing import api
from modules.billing.contracts.payments import Spending
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import LotKind, Reason
from modules.billing.errors.ledger import CreditsInvalid, InsufficientCredits, PostingReused
from modules.billing.errors.payments import NothingToRefund
from modules.billing.ledger import queries
from modules.billing.ledger.models import SystemAccount
from modules.billing.ledger.queries import get_balance
from modules.billing.ledger.service import NewLot, Posting, add_lot, grant_signup_credits, post
from modules.sites.contracts import Site
from tests.accounts.leaving import erase_now
from tests.billing.shopping import sound
from tests.factories.billing import buy_credits, give_credits, spend_credits
from tests.factories.sites import make_site
from tests.fixture_types import MakeMember

SIGNUP = """
SELECT tx.id FROM billing.ledger_tx AS tx
  JOIN billing.ledger_entry AS entry ON entry.tx_id = tx.id
  JOIN billing.ledger_account AS wallet ON wallet.id = entry.account_id
 WHERE wallet.owner_id = :member_id AND tx.reason = 'signup'
"""
NOTED = "SELECT idem, reason, actor, note, reference_id, reverses_tx FROM billing.ledger_tx WHERE id = :id"
TOLD = """
SELECT count(*) FROM platform.outbox_event
 WHERE dispatched_at IS NULL AND name = 'billing.CreditsAdjusted' AND payload->>'member_id' = :id
"""


@pytest.fixture
def member(make_member: MakeMember) -> Member:
    """A member with the 10 signup credits of the test's site."""
    made = make_member()
    with transaction(read_only=True) as session:
        assert get_balance(session, made.id) == 10
    return made


def lots_of(member_id: UUID) -> list[tuple[str, int]]:
    with transaction(read_only=True) as session:
        return [(lot.kind, lot.remaining) for lot in queries.list_lots(session, member_id=member_id)]


def signup_of(session: Session, member_id: UUID) -> UUID:
    """Return the posting of a member's signup credits."""
    return UUID(str(session.execute(text(SIGNUP), {"member_id": member_id}).scalar_one()))


def noted(session: Session, tx_id: UUID) -> tuple[Any, ...]:
    """Return what the ledger keeps of a posting: its key, reason, actor, note, reference and what it reverses."""
    return tuple(session.execute(text(NOTED), {"id": tx_id}).one())


def test_activation_gives_the_signup_credits_once(member: Member, site: Site) -> None:
    with transaction() as session:
        assert grant_signup_credits(session, member_id=member.id) == 0
        assert get_balance(session, member.id) == 10
        key = f"signup:{keyed_hash('signup credits', f'{site.id} {member.email}')}"
        assert noted(session, signup_of(session, member.id)) == (key, "signup", "house", "", None, None)


def test_signup_credits_that_were_noted_under_the_member_are_not_given_again(make_member: MakeMember) -> None:
    newcomer = make_member(confirmed=False)
    given = Posting(f"signup:{newcomer.id}", newcomer.id, 10, SystemAccount.CREDIT_ISSUE, Reason.SIGNUP, actor="house")
    with transaction() as session:
        posted = post(session, given)
        assert posted.account_id
        add_lot(session, NewLot(posted.tx_id, posted.account_id, LotKind.BONUS, 10))
        assert grant_signup_credits(session, member_id=newcomer.id) == 0
        assert get_balance(session, newcomer.id) == 10


def test_who_is_erased_gets_no_signup_credits(make_member: MakeMember) -> None:
    newcomer = make_member(confirmed=False)
    erase_now(newcomer)
    with transaction() as session:
        assert grant_signup_credits(session, member_id=newcomer.id) == 0


def test_a_mailbox_has_the_signup_credits_once_whichever_form_of_it_was_hashed(
    make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(accounts_api, "list_mailbox_forms", lambda *_: ("info@bäckerei.example",))
        before = make_member(email="info@bäckerei.example")
    now = make_member(email="info+2@xn--bckerei-5wa.example")
    with transaction(read_only=True) as session:
        assert [get_balance(session, one.id) for one in (before, now)] == [10, 0]


def test_an_unconfirmed_member_has_no_credits(make_member: MakeMember) -> None:
    newcomer = make_member(confirmed=False)
    with transaction(read_only=True) as session:
        assert get_balance(session, newcomer.id) == 0


@pytest.mark.parametrize("credits", [0, 1, 2])
def test_a_site_gives_its_number_of_signup_credits(make_member: MakeMember, credits: int) -> None:
    with transaction() as session:
        site = make_site(session, signup_credits=credits)
    newcomer = make_member(site=site, confirmed=False)
    with transaction() as session:
        assert grant_signup_credits(session, member_id=newcomer.id) == credits
        assert get_balance(session, newcomer.id) == credits
        entries = queries.list_entries(session, member_id=newcomer.id, limit=5)
        assert [entry.credits for entry in entries] == ([credits] if credits else [])


def test_given_credits_are_spent_before_bought_ones_and_old_before_new(member: Member) -> None:
    with transaction() as session:
        buy_credits(session, member=member, credits=20)
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=7)
    with transaction() as session:
        assert spend_credits(session, member_id=member.id, credits=12).balance == 25
    assert lots_of(member.id) == [(LotKind.BONUS, 5), (LotKind.PURCHASED, 20)]
    with transaction() as session:
        spend_credits(session, member_id=member.id, credits=10)
    assert lots_of(member.id) == [(LotKind.PURCHASED, 15)]


def test_a_refund_fills_the_very_lots(member: Member) -> None:
    with transaction() as session:
        buy_credits(session, member=member, credits=20)
    before = lots_of(member.id)
    with transaction() as session:
        spent = spend_credits(session, member_id=member.id, credits=25)
    with transaction() as session:
        assert api.refund_spend(session, tx_id=spent.tx_id, reason="not delivered") == 25
        assert get_balance(session, member.id) == 30
    assert lots_of(member.id) == before
    with transaction() as session:
        assert api.refund_spend(session, tx_id=spent.tx_id, reason="again") == 0
        assert get_balance(session, member.id) == 30


def test_only_a_spend_can_be_refunded(member: Member) -> None:
    with pytest.raises(NothingToRefund), transaction() as session:
        api.refund_spend(session, tx_id=uuid4(), reason="never was")
    with transaction(read_only=True) as session:
        signup = signup_of(session, member.id)
    with pytest.raises(NothingToRefund), transaction() as session:
        api.refund_spend(session, tx_id=signup, reason="a grant")


@pytest.mark.spec("8.5")
def test_nobody_spends_what_is_not_there(member: Member) -> None:
    with pytest.raises(InsufficientCredits) as refused, transaction() as session:
        spend_credits(session, member_id=member.id, credits=11)
    assert refused.value.extra == {"needed": 11, "balance": 10}
    assert lots_of(member.id) == [(LotKind.BONUS, 10)]
    with pytest.raises(InsufficientCredits), transaction() as session:
        spend_credits(session, member_id=uuid4(), credits=1)


def test_a_key_is_spent_once_and_means_one_thing(member: Member) -> None:
    posting: dict[str, Any] = {
        "member_id": member.id,
        "reason": Reason.MESSAGE,
        "reference_id": uuid4(),
        "idem": uuid4(),
    }
    with transaction() as session:
        first = api.spend(session, credits=3, **posting)
    with transaction() as session:
        assert api.spend(session, credits=3, **posting) == first
    with pytest.raises(PostingReused), transaction() as session:
        api.spend(session, credits=4, **posting)
    with transaction(read_only=True) as session:
        assert get_balance(session, member.id) == 7


def test_the_ledger_keeps_who_moved_credits_why_and_under_which_key(member: Member) -> None:
    talk, key = uuid4(), uuid4()
    with transaction() as session:
        spent = api.spend(session, member_id=member.id, credits=3, reason=Reason.MESSAGE, reference_id=talk, idem=key)
        api.refund_spend(session, tx_id=spent.tx_id, reason="not delivered")
        assert spent.balance == 7
        assert noted(session, spent.tx_id) == (f"message:{key}", "message", f"member:{member.id}", "", talk, None)
        refund = session.execute(
            text("SELECT id FROM billing.ledger_tx WHERE reverses_tx = :id"), {"id": spent.tx_id}
        ).scalar_one()
        assert noted(session, refund) == (
            f"refund:{spent.tx_id}",
            "refund",
            "house",
            "not delivered",
            None,
            spent.tx_id,
        )
        api.adjust_credits(session, member_id=member.id, credits=5, note=" we are sorry ", actor="cli", idem=key)
        given = session.execute(
            text("SELECT id FROM billing.ledger_tx WHERE idem = :idem"), {"idem": f"support:{key}"}
        ).scalar_one()
        assert noted(session, given) == (f"support:{key}", "support", "cli", "we are sorry", None, None)


@pytest.mark.parametrize("credits", [0, -5, 1_000_001])
def test_a_spend_is_a_plain_number_of_credits(member: Member, credits: int) -> None:
    with pytest.raises(CreditsInvalid), transaction() as session:
        spend_credits(session, member_id=member.id, credits=credits)


def test_a_single_credit_that_support_gives_can_be_spent(member: Member) -> None:
    with transaction() as session:
        api.adjust_credits(session, member_id=member.id, credits=1, note="we are sorry", actor="cli")
    assert lots_of(member.id) == [(LotKind.BONUS, 10), (LotKind.BONUS, 1)]


def test_support_gives_and_takes_with_a_reason(member: Member) -> None:
    with transaction() as session:
        given = api.adjust_credits(session, member_id=member.id, credits=5, note="we are sorry", actor="cli")
        taken = api.adjust_credits(session, member_id=member.id, credits=-12, note="a mistake", actor="cli")
    assert (given, taken) == (15, 3)
    with pytest.raises(CreditsInvalid) as refused, transaction() as session:
        api.adjust_credits(session, member_id=member.id, credits=5, note=" ", actor="cli")
    assert refused.value.field == "note"
    with pytest.raises(InsufficientCredits), transaction() as session:
        api.adjust_credits(session, member_id=member.id, credits=-4, note="too much", actor="cli")


@pytest.mark.parametrize("credits", [0, 1_000_001, -1_000_001])
def test_support_moves_a_number_of_credits_within_bounds(member: Member, credits: int) -> None:
    with pytest.raises(CreditsInvalid) as refused, transaction() as session:
        api.adjust_credits(session, member_id=member.id, credits=credits, note="we are sorry", actor="cli")
    assert refused.value.field == "credits"


@pytest.mark.parametrize("credits", [1, -1])
def test_support_moves_no_credits_of_who_is_no_member(credits: int) -> None:
    with pytest.raises(MemberNotFound), transaction() as session:
        api.adjust_credits(session, member_id=uuid4(), credits=credits, note="we are sorry", actor="cli")


def test_a_member_is_told_when_support_gives_or_takes(member: Member) -> None:
    with transaction() as session:
        for credits, told in ((5, 1), (-3, 2)):
            api.adjust_credits(session, member_id=member.id, credits=credits, note="we are sorry", actor="cli")
            assert session.execute(text(TOLD), {"id": str(member.id)}).scalar_one() == told


def test_what_was_spent_leaves_out_what_came_back(member: Member) -> None:
    talk, other = uuid4(), uuid4()
    with transaction() as session:
        buy_credits(session, member=member, credits=20)
    with transaction() as session:
        spend_credits(session, member_id=member.id, credits=8, reference_id=talk)
        spend_credits(session, member_id=member.id, credits=4, reference_id=talk)
        refunded = spend_credits(session, member_id=member.id, credits=9, reference_id=other)
        api.refund_spend(session, tx_id=refunded.tx_id, reason="not delivered")
    with transaction(read_only=True) as session:
        spent = api.sum_spending(session, member_id=member.id, references=[talk, other])
    assert spent == {talk: Spending(credits=12, paid=18, currencies=("EUR",))}


@pytest.mark.spec("9.7")
def test_the_price_that_is_named_is_what_the_ledger_takes(member: Member, site: Site) -> None:
    talk, named, taken = uuid4(), [], []

    def paid() -> int:
        with transaction(read_only=True) as session:
            spent = api.sum_spending(session, member_id=member.id, references=[talk])
        return spent[talk].paid if spent else 0

    with transaction() as session:
        buy_credits(session, member=member, credits=7)  # 63 cents; the 10 of the signup are spent first
        api.set_bundle(session, site_id=site.id, country="NL", credits=13, price=Money(1000, "EUR"))
    with transaction() as session:
        spend_credits(session, member_id=member.id, credits=10, reference_id=talk)
        buy_credits(session, member=member, credits=20)
    for credits in (2, 2, 5, 1, 9, 8):
        before = paid()
        with transaction() as session:
            purse = api.get_purse(session, member_id=member.id, site_id=site.id, country="NL")
            named.append(api.price_of(site, purse, credits=credits).money)
            spend_credits(session, member_id=member.id, credits=credits, reference_id=talk)
        taken.append(Money(paid() - before, "EUR"))
    assert named == taken
    assert paid() == 63 + 180
    with transaction(read_only=True) as session:
        purse = api.get_purse(session, member_id=member.id, site_id=site.id, country="NL")
        assert api.price_of(site, purse, credits=5).money == Money(385, "EUR")


def test_a_sound_ledger_has_no_differences(member: Member) -> None:
    with transaction() as session:
        spent = spend_credits(session, member_id=member.id, credits=5)
        api.refund_spend(session, tx_id=spent.tx_id, reason="not delivered")
    sound()


DAMAGE = {
    "wallets equal their entries": "UPDATE billing.ledger_account SET balance = balance + 1 WHERE id = :wallet",
    "wallets equal their lots": "UPDATE billing.credit_lot SET remaining = remaining - 1 WHERE account_id = :wallet",
    "lots equal their uses": "UPDATE billing.credit_lot SET remaining = remaining - 1 WHERE account_id = :wallet",
    "postings balance": "UPDATE billing.ledger_entry SET amount = amount + 1 WHERE account_id = :wallet AND seq = 1",
    "chains are intact": "UPDATE billing.ledger_tx SET fingerprint = 'x' WHERE id ="
    " (SELECT tx_id FROM billing.ledger_entry WHERE account_id = :wallet AND seq = 1)",
    "chains end at their heads": "UPDATE billing.ledger_account SET version = version + 1 WHERE id = :wallet",
    "uses equal their spends": "DELETE FROM billing.lot_use WHERE tx_id ="
    " (SELECT tx_id FROM billing.ledger_entry WHERE account_id = :wallet AND seq = 2)",
    "reversals mirror what they undo": "UPDATE billing.ledger_entry SET amount = amount + 1"
    " WHERE account_id = :wallet AND seq = 3",
    "wallets are never negative": "UPDATE billing.ledger_entry SET balance_after = -1"
    " WHERE account_id = :wallet AND seq = 2",
}


@pytest.mark.parametrize("check", DAMAGE)
def test_the_audit_finds_what_somebody_changed_behind_the_triggers(member: Member, check: str) -> None:
    with transaction() as session:
        spent = spend_credits(session, member_id=member.id, credits=5)
        api.refund_spend(session, tx_id=spent.tx_id, reason="not delivered")
    found = damage_and_audit(member.id, DAMAGE[check])
    assert check in found


def damage_and_audit(member_id: UUID, damage: str) -> set[str]:
    """Change rows with triggers and checks off, audit, and undo everything. Returns the checks that found something."""

    class Undo(Exception):
        pass

    found: set[str] = set()
    with pytest.raises(Undo), transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(text("ALTER TABLE billing.ledger_entry DROP CONSTRAINT ledger_entry_balance_after_check"))
        wallet = session.execute(
            text("SELECT id FROM billing.ledger_account WHERE owner_id = :owner"), {"owner": member_id}
        ).scalar_one()
        session.execute(text(damage), {"wallet": wallet})
        found = {difference.check for difference in api.audit_ledger(session)}
        raise Undo
    return found
