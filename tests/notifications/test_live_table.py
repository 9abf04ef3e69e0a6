"""Every event that browsers are told of: who is told, over HTTP, and that a block keeps it on its own side."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.events import live
from app.kernel.events.live import Signal
from app.kernel.events.outbox import Event, publish
from modules.accounts import events as accounts
from modules.billing import events as billing
from modules.billing.contracts.shop import Money
from modules.billing.payments.providers.port import ProviderChargeback
from modules.billing.payments.queries import orders, returns
from modules.billing.payments.service import chargebacks, refunds
from modules.messaging import events as messaging
from modules.notifications.live import ALL
from modules.profiles import events as profiles
from modules.sites.contracts import Site
from modules.social import events as social
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member, open_session
from tests.factories.billing import buy_credits, give_credits
from tests.factories.messaging import write
from tests.factories.social import block, like
from tests.notifications.streaming import LiveProcess, Tab, relay

MARK = "mark"
NOTHING: list[str] = []
# What Ada is told, and what the other side is.
Sides = tuple[list[str], list[str]]
LISTS = ["chats", "likes"]


@dataclass
class World:
    """Ada, who acts; Ben; and Cleo, whom Ada blocked after they had written to each other and liked each other."""

    people: dict[str, Any]
    tabs: dict[str, Tab]
    messages: dict[str, tuple[UUID, UUID]]
    order_id: UUID
    refund_id: UUID
    chargeback_id: UUID

    def id(self, name: str) -> UUID:
        member_id: UUID = self.people[name].id
        return member_id

    def hear(self) -> dict[str, list[str]]:
        """Return the topics that everybody was told since the last time."""
        live.announce([(uuid4(), Signal(member.id, MARK)) for member in self.people.values()])
        return {name: list(iter(lambda tab=tab: tab.signal()["topic"], MARK)) for name, tab in self.tabs.items()}


@pytest.fixture(scope="module")
def world(app: Flask, process: LiveProcess, live_site: Site) -> Iterator[World]:
    with transaction() as session:
        people = {name: make_member(session, site=live_site, name=name) for name in ("Ada", "Ben", "Cleo")}
        for member in people.values():
            give_credits(session, member_id=member.id, credits=500)
    drain_now()
    ada = people["Ada"]
    messages = {}
    for name in ("Ben", "Cleo"):
        like(ada, people[name])
        like(people[name], ada)
        with transaction() as session:
            message = write(session, sender=ada, to=people[name]).message
            messages[name] = (message.id, message.conversation_id)
    with transaction() as session:
        order_id, other_id = buy_credits(session, member=ada), buy_credits(session, member=ada)
        refund = refunds.request_refund(session, order_id=order_id, credits=10, actor="test", note="for a test")
        chargeback_id = _charge_back(session, other_id)
    block(ada, people["Cleo"])
    drain_now()
    relay()
    tabs = {}
    for name, member in people.items():
        browser = Client(app, live_site.hosts[0])
        with transaction() as session:
            browser.http.set_cookie("hearth_session", open_session(session, member_id=member.id), domain=browser.host)
        tabs[name] = Tab(browser)
        tabs[name].reset()
    yield World(people, tabs, messages, order_id, refund.id, chargeback_id)
    for tab in tabs.values():
        tab.close()


def _charge_back(session: Session, order_id: UUID) -> UUID:
    """Let a bank take an order's money back."""
    order = orders.get_order(session, order_id)
    [payment] = orders.list_payments(session, order_ids=[order_id])
    ref = f"chb_{uuid4().hex}"
    told = ProviderChargeback(ref, Money(order.total_minor, order.currency), "fraud", clock.now(), None)
    chargebacks.apply_chargeback(session, payment, order, told)
    known = returns.find_chargeback(session, provider=payment.provider, ref=ref)
    assert known is not None
    return known.id


@dataclass(frozen=True)
class Case:
    """What Ada does, with somebody or alone, and what everybody is told of it."""

    make: Callable[[World], Event]
    kind: type[Event]
    told: dict[str, list[str]]


def alone(kind: Any, topics: list[str], *more: Any) -> Case:
    """Something that only Ada is told of."""
    return Case(lambda world: kind(world.id("Ada"), *more), kind, {"Ada": topics})


def money(kind: Any, what: str) -> Case:
    """Something with Ada's money."""
    return Case(lambda world: kind(getattr(world, what)), kind, {"Ada": ["credits"]})


def photo(kind: Any) -> Case:
    """Something with a photo in Ada's profile."""
    return Case(lambda world: kind(uuid4(), world.id("Ada")), kind, {"Ada": ["user"]})


def leave(kind: Any, *more: Any) -> Case:
    """Ada goes or comes, of which those are told who wrote with her and are not blocked."""
    return Case(lambda world: kind(world.id("Ada"), *more), kind, {"Ben": LISTS})


def both(kind: Any, make: Callable[[World, str], Event], here: Sides, blocked: Sides) -> list[Case]:
    """Something between Ada and Ben, and the same across a block: what she is told, and what the other is."""
    pairs = (("Ben", here), ("Cleo", blocked))
    return [
        Case(lambda world, other=other: make(world, other), kind, {"Ada": told[0], other: told[1]})
        for other, told in pairs
    ]


def in_message(kind: Any, here: Sides, *more: str) -> list[Case]:
    """Something with a message of Ada's, of which the other is not told across a block."""
    return both(
        kind, lambda world, other: kind(world.messages[other][0], *map(world.id, more)), here, (here[0], NOTHING)
    )


def in_conversation(kind: Any, here: Sides, *more: Any) -> list[Case]:
    """Something that Ada does in a conversation."""
    return both(
        kind, lambda world, other: kind(world.messages[other][1], world.id("Ada"), *more), here, (here[0], NOTHING)
    )


def to_other(kind: Any, here: Sides, blocked: Sides) -> list[Case]:
    """Something that Ada does to somebody."""
    return both(kind, lambda world, other: kind(world.id("Ada"), world.id(other)), here, blocked)


def send(world: World, other: str) -> Event:
    """Ada writes to somebody."""
    return messaging.MessageSent(*world.messages[other], world.id("Ada"), world.id(other))


CONVO = ["conversation"]
CASES = [
    *both(messaging.MessageSent, send, (["message"], ["message"]), (NOTHING, NOTHING)),
    *in_message(messaging.MessageRefunded, (["credits", *CONVO], CONVO), "Ada"),
    *in_message(messaging.PhotoPosted, (CONVO, NOTHING)),
    *in_message(messaging.PhotoFailed, (CONVO, CONVO)),
    *in_message(messaging.PhotoRemoved, (CONVO, CONVO)),
    *in_message(messaging.PhotoGivenBack, (CONVO, CONVO)),
    *in_conversation(messaging.ConversationRead, (["seen"], ["seen"]), 1),
    *in_conversation(messaging.ConversationRemoved, (["chats"], NOTHING)),
    *in_conversation(messaging.HintsDismissed, (CONVO, NOTHING)),
    *to_other(social.LikeGiven, (["likes"], ["like"]), (["likes"], NOTHING)),
    *to_other(social.LikeWithdrawn, (["likes"], ["likes"]), (["likes"], NOTHING)),
    *to_other(social.MatchMade, (["match"], ["match"]), (NOTHING, NOTHING)),
    # A block is told as a departure is; its end only where no other block stands.
    *to_other(social.MemberBlocked, (LISTS, LISTS), (LISTS, LISTS)),
    *to_other(social.MemberUnblocked, (LISTS, LISTS), (LISTS, NOTHING)),
    alone(social.LikesSeen, ["likes"]),
    leave(accounts.MemberDeleted),
    leave(accounts.MemberReactivated, "2026-01-01"),
    leave(accounts.MemberBanned, "2026-01-01"),
    leave(accounts.MemberUnbanned, "2026-01-01"),
    # Her session still stands, so nobody is logged out.
    alone(accounts.SessionsEnded, NOTHING),
    alone(accounts.MemberErased, NOTHING),
    alone(accounts.MemberConfirmed, ["user"]),
    alone(accounts.LanguageChanged, ["user"]),
    alone(accounts.EmailChanged, ["user"], "2026-01-01"),
    alone(profiles.ProfileChanged, ["user"]),
    alone(profiles.VisibilityChanged, ["user"]),
    photo(profiles.PhotoReady),
    photo(profiles.PhotoActivated),
    photo(profiles.PhotoRefused),
    alone(billing.CreditsAdjusted, ["credits"]),
    alone(billing.ReloadStarted, ["credits"], "2026-01-01"),
    alone(billing.ReloadPaused, ["credits"], "2026-01-01"),
    alone(billing.ReloadEnded, ["credits"], "2026-01-01"),
    money(billing.OrderCompleted, "order_id"),
    money(billing.RefundApproved, "refund_id"),
    money(billing.RefundSettled, "refund_id"),
    money(billing.RefundFailed, "refund_id"),
    money(billing.RefundRefused, "refund_id"),
    money(billing.ChargebackReceived, "chargeback_id"),
]


def test_every_event_that_is_declared_is_tried() -> None:
    assert {case.kind for case in CASES} == {signals.event for signals in ALL}


@pytest.mark.spec("6.7", "9.4")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind.name()}-{'-'.join(case.told)}")
def test_those_whom_it_concerns_are_told_and_nobody_across_a_block(world: World, case: Case) -> None:
    with transaction() as session:
        publish(session, case.make(world))
    relay()
    assert world.hear() == {"Ada": NOTHING, "Ben": NOTHING, "Cleo": NOTHING, **case.told}
