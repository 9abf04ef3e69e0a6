"""What waits on the desks of staff in the world of world.py: a record of most resources; and each role at its desk."""

from typing import Any
from uuid import UUID, uuid4

from app.kernel.db import transaction
from app.registry import RESOURCES
from modules.moderation import policies
from modules.moderation.contracts import Measure, ReportKind, ReportReason, Role, Rule, Verdict
from modules.moderation.service import appeals, queue
from modules.sites import api as sites_api
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member
from tests.factories.billing import give_credits
from tests.factories.messaging import actor_of, answer, write
from tests.factories.moderation import Colleague, make_decision, make_report, make_staff, open_session
from tests.factories.profiles import make_fictional
from tests.factories.sites import make_site
from tests.security.world import World

# Words of members that only those who need them for their work may read. No code holds them: hypothesis makes values of
# the texts it finds there.
REPORTED, REPORTS, OBJECTION, ASKED = (f"{kind} {uuid4().hex[:8]}" for kind in ("line", "report", "appeal", "question"))
BAN = Verdict(Measure.TIMED_BAN, Rule.SPAM, facts="The same words went to very many people.", days=30)


def furnish(world: World) -> None:
    """Let a message be reported, a decision be objected to, somebody be banned, and a fictional profile be asked."""
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
        third.things["asked_id"] = _ask_a_fictional_profile(session)
    drain_now()


def _ask_a_fictional_profile(session: Any) -> UUID:
    words = {f"fictional_{name}": "Story" for name in ("singular", "plural")}
    site = make_site(session, fictional_enabled=True, fictional_warning="Nobody stands behind it.", **words)
    vera, asker = make_fictional(session, site=site), make_member(session, site=site)
    give_credits(session, member_id=asker.id, credits=100)
    return write(session, sender=asker, to=vera, body=ASKED, is_acknowledged=True).message.conversation_id


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

        Other tests of the same database have left records of their own.
        """
        found: list[str] = []
        for page in range(1, 6):
            answer = self.browser.get(f"/ops/api/{key}?per_page=100&page={page}")
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
