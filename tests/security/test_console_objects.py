"""Deeds in the console whose answer depends on whose the thing is: one's own, a colleague's, or nobody's yet.

One table says what is answered. Who asks here may do everything, so that only whose it is can be the reason; who may
ask at all is tried in test_console.py.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from app.kernel.db.session import transaction
from app.registry import RESOURCES
from modules.billing import api as billing
from modules.moderation.contracts.staff import Role
from modules.sites.contracts import Site
from tests import simulating
from tests.billing import debiting
from tests.factories.sites import make_site
from tests.security import in_hand
from tests.security.desks import Desk
from tests.security.in_hand import Thing
from tests.security.world import World

MINE, COLLEAGUES, FREE = "mine", "a colleague's", "nobody's"
# What is answered where nothing is refused: it is done, or there is nothing for one to do.
DONE, NOTHING = "done", "nothing"


@dataclass(frozen=True)
class Deed:
    """What is answered to somebody about a thing of their own, a colleague's, and nobody's, if there is such a one.

    The form is `form`, with what it `says` that its writer saw.
    """

    make: Callable[..., Thing]
    mine: str
    colleagues: str
    free: str | None = None
    form: dict[str, Any] = field(default_factory=dict)
    says: str = ""

    @property
    def answers(self) -> dict[str, str]:
        """Return what is answered, by whose the thing is."""
        told = {MINE: self.mine, COLLEAGUES: self.colleagues, FREE: self.free}
        return {whose: answer for whose, answer in told.items() if answer is not None}


CLAIMED, NOT_CLAIMED = "moderation.case-claimed", "moderation.case-not-claimed"
LOCKED, NOT_LOCKED = "moderation.conversation-locked", "moderation.conversation-not-locked"
OWN_SIGNATURE, OWN_ACCOUNT = "moderation.own-signature", "moderation.own-account"
SECOND_PERSON, SAME_PERSON = "billing.second-person-needed", "billing.same-person"
WORDS = {"text": "We looked into it, and wrote to the bank."}


def of_a_case(mine: str, colleagues: str, free: str, **form: Any) -> Deed:
    """Return a deed of the review queue, which is done at the version that one saw."""
    return Deed(in_hand.review_case, mine, colleagues, free, form=form, says="version")


def of_a_complaint(**form: Any) -> Deed:
    """Return a deed at a complaint, which takes it on."""
    return Deed(in_hand.complaint, DONE, CLAIMED, DONE, form=form, says="seen" if form else "")


def of_a_conversation(says: str = "", **form: Any) -> Deed:
    """Return what only who holds a conversation may do."""
    return Deed(in_hand.conversation, DONE, NOT_LOCKED, NOT_LOCKED, form=form, says=says)


DEEDS: dict[str, Deed] = {
    "moderation.review claim": of_a_case(DONE, CLAIMED, DONE),
    "moderation.review release": of_a_case(DONE, NOT_CLAIMED, NOT_CLAIMED),
    "moderation.review decide": of_a_case(DONE, NOT_CLAIMED, NOT_CLAIMED, measure="none"),
    "moderation.review evidence": Deed(in_hand.review_case, DONE, NOT_CLAIMED, NOT_CLAIMED),
    "moderation.complaints claim": of_a_complaint(),
    "moderation.complaints answer": of_a_complaint(**WORDS),
    "moderation.complaints ask": of_a_complaint(**WORDS),
    "moderation.complaints close": of_a_complaint(**WORDS),
    "moderation.fiction take": Deed(in_hand.conversation, DONE, LOCKED, DONE),
    "moderation.fiction release": Deed(in_hand.conversation, DONE, NOTHING, NOTHING),
    "moderation.fiction answer": of_a_conversation("seen", text="Good evening"),
    "moderation.fiction settle": of_a_conversation("seen"),
    "moderation.fiction truth": of_a_conversation(),
    "moderation.fiction note": of_a_conversation(text="Likes to talk about boats."),
    "moderation.fiction hand-over": of_a_conversation(reason="She says that she is fifteen."),
    "moderation.fiction case": of_a_conversation(),
    "moderation.decisions countersign": Deed(in_hand.proposed_ban, OWN_SIGNATURE, DONE),
    "moderation.decisions refuse": Deed(in_hand.proposed_ban, OWN_SIGNATURE, DONE),
    "moderation.appeals decide": Deed(
        in_hand.objection, OWN_SIGNATURE, DONE, form={"outcome": "reversed", "answer": "You were right."}
    ),
    "moderation.staff set-roles": Deed(in_hand.account, OWN_ACCOUNT, DONE, form={"roles": ["support"]}, says="before"),
    "moderation.staff disable": Deed(in_hand.account, OWN_ACCOUNT, DONE, form={"reason": "Left the company."}),
    "billing.refunds approve": Deed(in_hand.refund, SECOND_PERSON, DONE),
    "billing.refunds reject": Deed(in_hand.refund, DONE, DONE, form={"reason": "too-late"}),
    "billing.batches release": Deed(in_hand.batch, SAME_PERSON, DONE),
}
# Of these it does not matter whose the thing is: nobody has it in hand, made it or decided it in a way that counts.
WHOEVER = {
    "sites.sites": "set-base set-words set-places set-prices set-doors set-profiles set-fiction",
    "sites.hosts": "remove",
    "sites.texts": "change remove",
    "sites.message-costs": "change remove",
    "sites.companies": "change",
    "sites.pages": "change remove",
    "accounts.members": "end-sessions send-activation send-reset",
    "billing.orders": "invoice ask-provider refund standing",
    "billing.refunds": "credit-note ask-provider case send-again",
    "billing.discounts": "change set-end stop",
    "billing.bundles": "retire",
    "billing.debit-mandates": "end",
    "billing.batches": "discard",
    "moderation.decisions": "lift evidence",
    "moderation.bans": "lift",
    "moderation.complaints": "note hand-over address assign due case",
    "moderation.fictional-profiles": "set-words set-facts set-hours set-writers add-photo main-photo remove-photo"
    " remove-photos hide show retire",
    "moderation.staff": "set-languages enable",
    "platform.given-up": "retry",
}


@pytest.fixture(scope="module")
def site(_engines: None) -> Site:
    """A site that sells and collects."""
    with transaction() as session:
        made = make_site(session)
        billing.open_shop(session, site_id=made.id)
    debiting.let_collect(made)
    return made


@pytest.fixture
def desk(app: Flask, site: Site, _simulator: simulating.Simulator) -> Desk:
    """Somebody who may do everything; a new one each time, for some of it ends their own account if it may."""
    return Desk(World(app, site, site, {}), *Role)


@pytest.mark.spec("10.4", "10.6")
@pytest.mark.parametrize(("name", "whose"), [(name, whose) for name, deed in DEEDS.items() for whose in deed.answers])
def test_what_is_answered_depends_on_whose_it_is(desk: Desk, site: Site, name: str, whose: str) -> None:
    deed, (key, does) = DEEDS[name], name.split()
    holders = {MINE: lambda: desk.staff, COLLEAGUES: in_hand.new_colleague, FREE: lambda: None}
    record_id, saw = deed.make(site, holders[whose]())
    record = f"/ops/api/{key}/{record_id}"
    before = desk.browser.get(record).json
    if next(one for one in RESOURCES if one.key == key).action(does):
        form = {**deed.form, **({deed.says: saw[deed.says]} if deed.says else {})}
        answer = desk.browser.post(f"{record}/actions/{does}", form, key=uuid4().hex)
    else:
        answer = desk.browser.get(f"{record}/views/{does}")
    expected = deed.answers[whose]
    if answer.status_code >= 400:
        assert answer.json["code"] == expected
    else:
        assert expected in (DONE, NOTHING), "this is refused"
    if expected != DONE:
        assert desk.browser.get(record).json == before


def test_every_deed_says_whether_it_matters_whose_the_thing_is() -> None:
    """A new one stands in the table, or with those of which it does not matter."""
    made = {f"{one.key} {action.name}" for one in RESOURCES for action in one.actions if not action.creates}
    made |= {f"{one.key} {view.name}" for one in RESOURCES for view in one.views}
    whoever = {f"{key} {name}" for key, names in WHOEVER.items() for name in names.split()}
    assert made == DEEDS.keys() | whoever
    assert DEEDS.keys() & whoever == set()
