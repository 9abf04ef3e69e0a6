"""Open cases for staff in the demo: their number grows with the number of people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any
from uuid import UUID

from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from app.kernel.http.auth import Actor
from cli.dev.demo.dialogues import SCAM, dialogues
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Feature, Member
from modules.billing.ledger import service as ledger
from modules.billing.payments.service import refunds
from modules.messaging.service import sending
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.complaints import Topic
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import Signal
from modules.moderation.contracts.reports import ReportKind, ReportReason
from modules.moderation.decisions.service import appeals, decisions, new_texts
from modules.moderation.queue.service import queue, watching
from modules.moderation.reports.service import reports
from modules.profiles import api as profiles_api
from modules.sites.contracts import Site

# The number of people for one case of a kind; a small demo has none of these.
PEOPLE_PER_CASE = 150
CREDITS = 60
BIG_BUNDLE = 700
# The version of a case that was opened and claimed.
TAKEN = 1

ABOUT_PROFILES = (
    (ReportReason.MONEY, "On the second day he asked me to pay for his ticket."),
    (ReportReason.FAKE, "She says she lives in Utrecht, but doesn't know a single street there."),
    (ReportReason.INSULT, "I politely said no and was called names."),
    (ReportReason.OTHER, "The profile text advertises holidays."),
)
ABOUT_PHOTOS = (
    (ReportReason.FAKE, "The same picture is on another profile."),
    (ReportReason.OTHER, "There's a phone number in the corner."),
)
ABOUT_MESSAGES = (
    (ReportReason.INSULT, "I don't want to be spoken to like this."),
    (ReportReason.SEXUAL, "It was the first thing he wrote."),
)
COMPLAINTS = (
    (Topic.PAYMENT, "The payment left my account on Monday, and I still have no credits."),
    (Topic.PERSON, "Someone I blocked has written to me again under another name."),
    (Topic.ACCOUNT, "I can't change my email address: it says the link has expired."),
    (Topic.PRIVACY, "What data do you keep about me when I delete my account?"),
    (Topic.OTHER, "Can I make the text on the search page larger?"),
)
VERDICTS = (
    Verdict(Measure.FEATURE_LIMIT, Rule.INSULT, days=7, features=(Feature.MESSAGES,)),
    Verdict(Measure.TIMED_BAN, Rule.SPAM, days=14),
    Verdict(Measure.WARNING, Rule.FAKE),
    Verdict(Measure.PERMANENT_BAN, Rule.FRAUD),
    Verdict(Measure.NONE),
)
OBJECTION = "I wrote the same to three people because I am shy, not because I sell anything."
TO_A_DRAWING = (
    "You like the sea in winter too? I have a dog that would come along.",
    "Are you a real person? It says you're not, and I'd like to be sure.",
    "Good evening! What's the book you're reading in your photo?",
)


@dataclass
class OpenCases:
    """Makes one site's cases; the colleague has decided the settled ones, so that others may sign or reverse them."""

    session: Session
    site: Site
    colleague: UUID
    cast: Iterator[Member]
    cases: int

    def fill(self) -> None:
        """Make open cases for each queue."""
        for photo_id in self._ids(WAITING_PHOTOS):
            watching.watch_photo(self.session, photo_id=photo_id)
        for member in self._next(self.cases):
            new_texts.watch_texts(self.session, member_id=member.id)
        self.report()
        self.ask_for_money()
        self.decide()
        self.complain()
        self.write_to_drawings()
        self.ask_for_money_back()
        self.session.execute(SPREAD_CASES, {"site": self.site.id})

    def report(self) -> None:
        """Have members report profiles, photos and messages."""
        for (reason, words), member in zip(ABOUT_PROFILES, self._next(self.cases), strict=False):
            self._report(self._one(), ReportKind.PROFILE, reason, words, member_id=member.id)
        some = {"site": self.site.id, "limit": self.cases // 2}
        for (reason, words), (owner, photo) in zip(ABOUT_PHOTOS, self.session.execute(PHOTOS, some), strict=False):
            self._report(self._one(), ReportKind.PHOTO, reason, words, member_id=owner, thing_id=photo)
        for (reason, words), (reader, message_id) in zip(
            ABOUT_MESSAGES, self.session.execute(RECEIVED, some), strict=False
        ):
            who = accounts_api.get_member(self.session, reader)
            self._report(who, ReportKind.MESSAGE, reason, words, thing_id=message_id)

    def ask_for_money(self) -> None:
        """Have a member ask for money, which the rules detect."""
        [dialogue] = [one for one in dialogues("en") if one.topic == SCAM]
        for swindler in self._next(self.cases // 4):
            target, sent = self._one(), None
            for line in dialogue.lines:
                writer = swindler if line.by_starter else target
                ledger.adjust_credits(self.session, member_id=writer.id, credits=CREDITS, note="demo", actor="demo")
                if sent is None:
                    sent = sending.start_conversation(
                        self.session, actor=actor_of(writer), partner_id=target.id, body=line.text
                    )
                else:
                    conversation_id = sent.message.conversation_id
                    sent = sending.send_message(
                        self.session, actor=actor_of(writer), conversation_id=conversation_id, body=line.text
                    )
                if line.by_starter:
                    last = sent.message.id
            watching.note_signal(self.session, member_id=swindler.id, signal=Signal.NEW_ASKS_MONEY, message_id=last)

    def decide(self) -> None:
        """Decide about some members; one appeals, and one ban waits for a second signature."""
        for verdict, member in zip(VERDICTS, self._next(self.cases), strict=False):
            reason = "Members told support about this by phone."
            item_id = queue.open_case(self.session, member_id=member.id, staff_id=self.colleague, reason=reason)
            decision_id = decisions.decide(
                self.session, item_id=item_id, staff_id=self.colleague, version=TAKEN, verdict=verdict
            )
            if verdict.measure is Measure.TIMED_BAN:
                actor = actor_of(member)
                appeals.appeal(self.session, actor=actor, decision_id=decision_id, key="", words=OBJECTION)

    def complain(self) -> None:
        """Have members complain; support asks one of them a question, with a note for colleagues."""
        made = [
            complaints.create_complaint(self.session, actor=actor_of(member), topic=topic, text=words)
            for (topic, words), member in zip(COMPLAINTS, self._next(self.cases), strict=False)
        ]
        for complaint in made[2:3]:
            note = "The link is valid for a day; they requested it three days ago."
            complaints.note_complaint(self.session, complaint_id=complaint.id, staff_id=self.colleague, text=note)
            answer = "The link is valid for one day. Would you like a new one, and which address should we send it to?"
            complaints.answer_complaint(
                self.session, complaint_id=complaint.id, staff_id=self.colleague, text=answer, asks=True
            )

    def write_to_drawings(self) -> None:
        """Have members write to fictional profiles, knowing what they are."""
        drawn = self._ids(DRAWN, self.cases // 2)
        for profile_id, words, member in zip(drawn, TO_A_DRAWING, self._next(self.cases), strict=False):
            ledger.adjust_credits(self.session, member_id=member.id, credits=CREDITS, note="demo", actor="demo")
            sending.start_conversation(
                self.session, actor=actor_of(member), partner_id=profile_id, body=words, is_acknowledged=True
            )

    def ask_for_money_back(self) -> None:
        """Have support request refunds that need a second person's approval."""
        for order_id in self._ids(BIG_ORDERS, self.cases // 3):
            refunds.request_refund(
                self.session,
                order_id=order_id,
                credits=BIG_BUNDLE,
                actor=f"staff:{self.colleague}",
                note="Bought by mistake; no credits used.",
            )

    def _report(self, reporter: Member, kind: ReportKind, reason: ReportReason, words: str, **what: Any) -> None:
        reports.report(self.session, actor=actor_of(reporter), kind=kind, reason=reason, words=words, **what)

    def _ids(self, statement: object, limit: int | None = None) -> Sequence[UUID]:
        values = {"site": self.site.id, "limit": limit, "credits": BIG_BUNDLE}
        return self.session.execute(statement, values).scalars().all()  # type: ignore[call-overload,no-any-return]

    def _one(self) -> Member:
        return next(self.cast)

    def _next(self, count: int) -> list[Member]:
        return list(islice(self.cast, count))


def fill_queues(site: Site, *, colleague: UUID) -> None:
    """Make open cases of a site for the staff."""
    with transaction() as session:
        newest = accounts_api.list_site_members(session, site_id=site.id, limit=100_000)
        real = [one for one in newest if not one.is_fictional and profiles_api.is_visible(session, one.id)]
        if cases := len(real) // PEOPLE_PER_CASE:
            OpenCases(session, site, colleague, cycle(real), cases).fill()


def actor_of(member: Member) -> Actor:
    """Return a member as an actor for services."""
    return Actor(
        site_id=member.site_id,
        language=member.language,
        network="demo",
        member_id=member.id,
        is_confirmed=True,
        is_paid=member.is_paid,
    )


WAITING_PHOTOS = text(
    "SELECT photo.id FROM profiles.photo photo JOIN profiles.profile profile USING (member_id) "
    "WHERE photo.status = 'pending' AND profile.site_id = :site ORDER BY photo.id"
)
PHOTOS = text(
    "SELECT photo.member_id, photo.id FROM profiles.photo photo JOIN profiles.profile profile USING (member_id) "
    "WHERE photo.status = 'active' AND photo.position = 0 AND profile.site_id = :site ORDER BY photo.id LIMIT :limit"
)
RECEIVED = text(
    "SELECT CASE WHEN m.sender_id = c.a_id THEN c.b_id ELSE c.a_id END, m.id FROM messaging.message m "
    "JOIN messaging.conversation c ON c.id = m.conversation_id "
    "WHERE c.site_id = :site AND m.kind = 'text' AND c.last_seq > 1 AND m.seq = 1 ORDER BY m.id DESC LIMIT :limit"
)
DRAWN = text("SELECT id FROM accounts.member WHERE site_id = :site AND is_fictional ORDER BY id LIMIT :limit")
BIG_ORDERS = text(
    "SELECT id FROM billing.credit_order WHERE site_id = :site AND state = 'completed' AND credits = :credits "
    "ORDER BY id LIMIT :limit"
)
SPREAD_CASES = text(
    "UPDATE moderation.review_item item SET opened_at = item.opened_at - waits.since, "
    "due_at = item.due_at - waits.since, version = item.version + 1 "
    "FROM (SELECT id, random() * interval '4 hours 10 minutes' AS since FROM moderation.review_item) waits "
    "WHERE waits.id = item.id AND item.closed_at IS NULL AND item.site_id = :site"
)
