"""What waits on the desks of staff in the world of world.py: a record of every resource; and each role at its desk."""

from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import select, update

from app import relay
from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import InboxEntry
from app.registry import RESOURCES
from modules.billing import api as billing
from modules.billing.ops.actors import actor_of as actor_of_staff
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.reports import ReportKind, ReportReason
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.service import appeals
from modules.moderation.fiction.service import conversations
from modules.moderation.queue.service import queue
from modules.moderation.staff.policies import permissions as policies
from modules.notifications.contracts import Cause, NoticeType
from modules.notifications.service import settings
from modules.sites import api as sites_api
from tests.billing import debiting
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member
from tests.factories.billing import buy_credits, charge_back, give_credits
from tests.factories.messaging import actor_of, answer, write
from tests.factories.moderation import Colleague, make_decision, make_report, make_staff, open_session
from tests.factories.profiles import make_fictional
from tests.factories.sites import DISCLOSED, make_site
from tests.security.world import World

# Words of members that only those who need them for their work may read. No code holds them: hypothesis makes values of
# the texts it finds there.
REPORTED, REPORTS, OBJECTION, ASKED = (f"{kind} {uuid4().hex[:8]}" for kind in ("line", "report", "appeal", "question"))
COUNTING, HARMLESS = "billing.count_code_revenue", "catalog.on_profile_changed"
BAN = Verdict(Measure.TIMED_BAN, Rule.SPAM, facts="The same words went to very many people.", days=30)


def furnish(world: World) -> None:
    """Let a message be reported, a decision be objected to, somebody be banned, and a fictional profile be asked; let
    money go all its ways, and the engine stumble: no resource is without a record.
    """
    owner, third, banned = (world.people[name] for name in ("owner", "third", "banned"))
    with transaction() as session:
        staff = make_staff(session, Role.MODERATOR)
        line = answer(
            session, sender=third.member, conversation_id=owner.things["conversation_id"], body=REPORTED
        ).message
        about = {"kind": ReportKind.MESSAGE, "reason": ReportReason.INSULT, "member_id": None, "thing_id": line.id}
        make_report(session, owner.member, third.member, words=REPORTS, **about)
        objection = {"actor": actor_of(owner.member), "decision_id": owner.things["decision_id"], "key": ""}
        appeals.appeal(session, words=OBJECTION, **objection)
        make_decision(session, banned.member, staff, BAN)
        queue.open_case(session, member_id=third.member.id, staff_id=staff.id, reason="Asked by the police.")
        sites_api.set_texts(session, site_id=world.site.id, language="nl", texts={"description": "Kind people"})
        page = {"token": "house-rules", "language": "en", "title": "Rules", "description": "", "body": "Be kind."}
        sites_api.set_page(session, site_id=world.site.id, **page)
        third.things["asked_id"] = ask_a_fictional_profile(session)
    drain_now()
    with transaction() as session:
        _read_and_leave(session, third.things["asked_id"])
    _trouble_finance(world)
    drain_now()
    _let_the_engine_stumble(world)


def ask_a_fictional_profile(session: Session) -> UUID:
    """Let a member of a site of its own write to a fictional profile; returns the conversation."""
    site = make_site(session, **DISCLOSED)
    vera, asker = make_fictional(session, site=site), make_member(session, site=site)
    give_credits(session, member_id=asker.id, credits=100)
    return write(session, sender=asker, to=vera, body=ASKED, is_acknowledged=True).message.conversation_id


def _read_and_leave(session: Session, conversation_id: UUID) -> None:
    """Let a writer read a conversation, which is written down, and give it back."""
    writer = make_staff(session, Role.WRITER)
    conversations.take(session, conversation_id=conversation_id, staff_id=writer.id)
    conversations.release(session, conversation_id=conversation_id, staff_id=writer.id)


def _trouble_finance(world: World) -> None:
    """Let money wait for its second person, come by a code, be taken back by a bank, and be owed by direct debit."""
    owner, third = world.people["owner"], world.people["third"]
    with transaction() as session:
        large = buy_credits(session, member=third.member, credits=1000)
        actor = actor_of_staff(make_staff(session, Role.SUPPORT).id)
        asked = billing.request_refund(session, order_id=large, credits=1000, actor=actor, note="Asked by mail.")
        code = f"DESK{uuid4().hex[:8]}".upper()
        billing.create_discount(session, site_id=world.site.id, code=code, actor="test", value_percentage=20)
        buy_credits(session, member=third.member, credits=300, code=code)
        charge_back(session, order_id=owner.things["order_id"])
    debiting.let_collect(world.site)
    third.things |= {"refunded_id": large, "refund_id": asked.id, "iban": debiting.new_iban()}
    debiting.authorise(third.member, iban=third.things["iban"])
    third.things["batch_id"] = debiting.make_batch(world.site).id


def _let_the_engine_stumble(world: World) -> None:
    """Record a run of a scheduled job, an unwanted mail, and a given-up job that does no harm when it is retried."""
    with transaction() as session:
        unwanted: dict[str, Any] = {"types": [NoticeType.LIKE], "cause": Cause.UNSUBSCRIBE}
        settings.disable_mail(session, member_id=world.people["third"].member.id, **unwanted)
        done = select(InboxEntry.event_id).where(InboxEntry.handler == HARMLESS, InboxEntry.done_at.is_not(None))
        newest = done.order_by(InboxEntry.event_id.desc()).limit(1).scalar_subquery()
        job = update(InboxEntry).where(InboxEntry.handler == HARMLESS, InboxEntry.event_id == newest)
        session.execute(job.values(done_at=None, failed_at=clock.now(), error="It did not answer."))
    relay.run_now(COUNTING)


class Desk:
    """Somebody at work with these roles: what they may do, and a browser that is signed in."""

    def __init__(self, world: World, *roles: Role) -> None:
        self.permissions = frozenset[str]().union(*(policies.PERMISSIONS[role] for role in roles))
        self.host = world.site.hosts[0]
        self.made = {str(thing) for person in world.people.values() for thing in person.things.values()}
        with transaction() as session:
            self.staff: Colleague = make_staff(session, *roles)
        self.browser = Client(world.app, self.host)
        self.browser.http.set_cookie("hearth_staff", self.sign_in(), domain=self.host, path="/ops")

    def sign_in(self) -> str:
        """Return the token of a new session, in which password and code were just shown."""
        with transaction() as session:
            return open_session(session, self.staff)

    def ids(self, key: str) -> list[str]:
        """Return the ids of a resource's first 500 records as its own list tells them, and of those the ones that were
        made for the world first.

        Other tests of the same database have left records of their own, which are due before; so what is due is asked
        for from its end.
        """
        sort = next(one for one in RESOURCES if one.key == key).default_sort
        order = f"&sort=-{sort}" if sort == "due_at" else ""
        found: list[str] = []
        for page in range(1, 6):
            answer = self.browser.get(f"/ops/api/{key}?per_page=100&page={page}{order}")
            assert answer.status_code == 200, answer.text
            found += [record["id"] for record in answer.json["data"]]
            if answer.json["total"] <= len(found):
                break
        return sorted(found, key=lambda one: one not in self.made)

    def first_records(self) -> dict[str, str]:
        """Return the id of the first record of every resource that the role may read and that has one; each opens."""
        first = {resource.key: next(iter(self.ids(resource.key)), None) for resource in self.resources}
        there = {key: record_id for key, record_id in first.items() if record_id}
        for key, record_id in there.items():
            assert self.browser.get(f"/ops/api/{key}/{record_id}").status_code == 200, key
        return there

    @property
    def resources(self) -> list[Any]:
        """Return the resources that the role may read."""
        return [resource for resource in RESOURCES if resource.permission in self.permissions]
