"""One demo site, made through the modules' own services: people sign up, fill in profiles, like, write and pay."""

import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from typing import Any, TypeVar
from uuid import UUID

from rich.progress import Progress
from sqlalchemy import text

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.ids import new_private_id
from cli.dev.demo import past, visits
from cli.dev.demo.dialogues import OLDER, SCAM, Dialogue, dialogues
from cli.dev.demo.finder import answer_finder
from cli.dev.demo.members import PASSWORD, DemoMember, Newcomer, choose_logins
from cli.dev.demo.people import DemoPerson
from cli.dev.demo.pictures import SIZE
from cli.dev.demo.shop import buy_bundle
from modules.accounts import api as accounts_api
from modules.accounts.contracts import NewMember
from modules.billing.ledger import service as ledger
from modules.messaging.contracts import Gift
from modules.messaging.service import conversations, sending
from modules.profiles.contracts import STEPS
from modules.profiles.service import profile as profiles
from modules.sites.contracts import Site
from modules.social.service import interactions as social

PAID_SHARE = 0.1
LIKES_EACH = 1.5
CONVERSATIONS_EACH = 0.2
FEWEST_CONVERSATIONS = 30  # in a small demo, too
BUNDLES = (50, 120, 120, 300, 700)
GIFT_SHARE = 0.25
SMALL_GIFTS = (Gift.ROSE, Gift.TEA, Gift.COFFEE, Gift.LETTER, Gift.STAR)
BATCH = 100
T = TypeVar("T")


@dataclass
class Community:
    """The people of one site; random choices are the same every time."""

    site: Site
    progress: Progress
    chance: random.Random = field(default_factory=lambda: random.Random(20))
    gift_chance: random.Random = field(default_factory=lambda: random.Random(24))
    funded: set[UUID] = field(default_factory=set)

    def fill(self, newcomers: list[Newcomer]) -> list[dict[str, str]]:
        """Have people sign up, like each other and write; returns the logins for trying the demo."""
        crowd = self.make_members(newcomers)
        real = [one for one in crowd if not one.person.is_fictional]
        self.answer_finder(real)
        self.shop(real)
        self.like(real)
        self.write(real)
        with transaction() as session:
            past.spread(session, self.site.id)
        return choose_logins(real)

    def answer_finder(self, real: list[DemoMember]) -> None:
        """Have people answer the match finder."""
        with transaction() as session:
            answer_finder(session, [one.id for one in real], random.Random(31))

    def make_members(self, newcomers: list[Newcomer]) -> list[DemoMember]:
        """Give people accounts, profiles, wallets and photos."""
        password_hash = accounts_api.hash_password(PASSWORD)
        task = self.progress.add_task(f"members of {self.site.name}", total=len(newcomers))
        crowd: list[DemoMember] = []
        for batch in batches(newcomers):
            with transaction() as session:
                for newcomer in batch:
                    crowd.append(self.make_member(session, newcomer, password_hash))
            self.progress.advance(task, len(batch))
        return crowd

    def make_member(self, session: Session, newcomer: Newcomer, password_hash: str) -> DemoMember:
        """Sign up one person, activate the account and fill in the profile."""
        person = newcomer.person
        member_id = self.sign_up(session, person, password_hash)
        profiles.update_profile(session, member_id=member_id, changes=facts(person))
        session.execute(
            text(
                "UPDATE profiles.profile SET completed_steps = :steps, "
                "last_active_at = date_trunc('minute', now() - :ago) WHERE member_id = :id"
            ),
            {"ago": person.active_ago, "steps": list(STEPS), "id": member_id},
        )
        self.add_photos(session, member_id, newcomer)
        if not person.is_fictional:
            ledger.grant_signup_credits(session, member_id=member_id)
        return DemoMember(person, member_id, self.site, is_paid=False)

    def sign_up(self, session: Session, person: DemoPerson, password_hash: str) -> UUID:
        """Make the account: without a login for a fictional profile, else with the demo's password."""
        signup_at = clock.now() - person.signed_up_ago
        if person.is_fictional:
            return accounts_api.create_fictional_member(
                session,
                site_id=self.site.id,
                name=person.name,
                date_of_birth=person.date_of_birth,
                language=person.language,
                signup_at=signup_at,
            )
        new = NewMember(
            email=person.email,
            name=person.name,
            password_hash=password_hash,
            date_of_birth=person.date_of_birth,
            language=person.language,
            signup_message=person.signup_message,
            signup_at=signup_at,
        )
        member_id = accounts_api.create_member(session, site_id=self.site.id, new=new)
        accounts_api.confirm_member(session, member_id=member_id)
        return member_id

    def add_photos(self, session: Session, member_id: UUID, newcomer: Newcomer) -> None:
        """Add a person's portraits to their profile, reviewed; one in thirty waits for review."""
        rows = []
        for position, folder in enumerate(newcomer.folders):
            waits = position > 0 and self.chance.random() < 1 / 30
            status = "pending" if waits else "active"
            photo = {"id": new_private_id(), "member": member_id, "at": position, "folder": folder, "status": status}
            rows.append(photo | SIZE)
        if rows:
            session.execute(ADD_PHOTO, rows)

    def shop(self, real: list[DemoMember]) -> None:
        """Have some people buy a bundle from the simulated provider; a real provider is not used."""
        simulator = os.environ.get("HEARTH_SIMULATOR_URL")
        if simulator is None:
            return
        buyers = [one for one in real if self.chance.random() < PAID_SHARE]
        task = self.progress.add_task(f"orders of {self.site.name}", total=len(buyers))
        for buyer in buyers:
            buy_bundle(buyer, self.chance.choice(BUNDLES), simulator)
            self.progress.advance(task)

    def like(self, real: list[DemoMember]) -> None:
        """Have people like people who match them; many likes are mutual."""
        pairs = [pair for _ in range(round(len(real) * LIKES_EACH)) if (pair := self.pair(real))]
        task = self.progress.add_task(f"likes of {self.site.name}", total=len(pairs))
        for batch in batches(pairs):
            with transaction() as session:
                for liker, liked in batch:
                    social.give_like(session, viewer=liker.viewer(), member_id=liker.id, to_id=liked.id)
                    if self.chance.random() < 0.35:
                        social.give_like(session, viewer=liked.viewer(), member_id=liked.id, to_id=liker.id)
                visits.record_visits(session, [(liker.id, liked.id) for liker, liked in batch])
            self.progress.advance(task, len(batch))

    def pair(self, crowd: list[DemoMember]) -> tuple[DemoMember, DemoMember] | None:
        """Return two people who match each other, or None if none are found soon."""
        for _ in range(40):
            one, other = self.chance.choice(crowd), self.chance.choice(crowd)
            if one is not other and one.fits(other):
                return one, other
        return None

    def write(self, real: list[DemoMember]) -> None:
        """Have people write to each other, and pay for it."""
        total = max(FEWEST_CONVERSATIONS, round(len(real) * CONVERSATIONS_EACH))
        task = self.progress.add_task(f"letters of {self.site.name}", total=total)
        started: dict[UUID, int] = {}
        seen: set[frozenset[UUID]] = set()
        for _ in range(total):
            self.progress.advance(task)
            pair = self.pair([one for one in real if started.get(one.id, 0) < 2] or real)
            if pair is None or frozenset((pair[0].id, pair[1].id)) in seen:
                continue
            seen.add(frozenset((pair[0].id, pair[1].id)))
            started[pair[0].id] = started.get(pair[0].id, 0) + 1
            dialogue = self.dialogue(*pair)
            if dialogue is not None:
                self.write_dialogue(*pair, dialogue)

    def dialogue(self, starter: DemoMember, answerer: DemoMember) -> Dialogue | None:
        """Choose a dialogue that suits these two."""
        topics = {"any", *answerer.person.interests}
        both = (starter.person, answerer.person)
        if all(clock.age_on(clock.today(), person.date_of_birth) > 55 for person in both):
            topics.add(OLDER)
        known = [d for d in dialogues(starter.person.language) if d.topic in topics and d.topic != SCAM]
        return self.chance.choice(known) if known and starter.person.language == answerer.person.language else None

    def write_dialogue(self, starter: DemoMember, answerer: DemoMember, dialogue: Dialogue) -> None:
        """Write a dialogue, some days ago; sometimes its end is unread."""
        lines = dialogue.lines[: self.chance.randint(2, 6)]
        with transaction() as session:
            self.grant_credits(session, starter)
            self.grant_credits(session, answerer)
            sent = None
            for line in lines:
                writer = starter if line.by_starter else answerer
                if sent is None:
                    sent = sending.start_conversation(
                        session, actor=writer.actor(), partner_id=answerer.id, body=line.text
                    )
                else:
                    sent = sending.send_message(
                        session, actor=writer.actor(), conversation_id=sent.message.conversation_id, body=line.text
                    )
                reader = answerer if line.by_starter else starter
                if line is not lines[-1] or self.chance.random() < 0.6:
                    conversations.mark_read(
                        session,
                        actor=reader.actor(),
                        conversation_id=sent.message.conversation_id,
                        seq=sent.message.seq,
                    )
            if sent is not None:
                if self.gift_chance.random() < GIFT_SHARE:
                    self.send_gift(session, starter, sent.message.conversation_id)
                self.backdate(session, sent.message.conversation_id)

    def send_gift(self, session: Session, giver: DemoMember, conversation_id: UUID) -> None:
        """Have somebody send a small gift, paid with granted credits."""
        ledger.adjust_credits(session, member_id=giver.id, credits=self.site.gift_credits, note="demo", actor="demo")
        gift = self.gift_chance.choice(SMALL_GIFTS)
        sending.send_message(session, actor=giver.actor(), conversation_id=conversation_id, body="", gift=gift)

    def grant_credits(self, session: Session, one: DemoMember) -> None:
        """Grant a person enough credits for all their conversations, once."""
        if one.id not in self.funded:
            self.funded.add(one.id)
            ledger.adjust_credits(session, member_id=one.id, credits=60, note="demo", actor="demo")

    def backdate(self, session: Session, conversation_id: UUID) -> None:
        """Spread a conversation over the hours and days before now."""
        values = {"id": conversation_id, "end": timedelta(minutes=self.chance.expovariate(1 / 2000))}
        session.execute(MOVE_MESSAGES, {**values, "gap": self.chance.randint(5, 90)})
        session.execute(MOVE_CONVERSATION, values)


def facts(person: DemoPerson) -> dict[str, Any]:
    """Return the values of a person's profile."""
    low, high = person.seeking_ages
    return {
        "gender": person.gender,
        **person.choices,
        "interests": list(person.interests),
        "place_id": person.place.id,
        "headline": person.headline,
        "about": person.about,
        "seeking_genders": list(person.seeking_genders),
        "seeking_min_age": low,
        "seeking_max_age": high,
    }


def batches(items: Iterable[T]) -> Iterator[list[T]]:
    """Yield the items in lists of BATCH."""
    iterator = iter(items)
    while batch := list(islice(iterator, BATCH)):
        yield batch


ADD_PHOTO = text(
    "INSERT INTO profiles.photo (id, member_id, position, status, width, height, folder, sha256) "
    "VALUES (:id, :member, :at, :status, :width, :height, :folder, sha256(convert_to(:folder, 'UTF8')))"
)
MOVE_MESSAGES = text(
    "UPDATE messaging.message m SET sent_at = now() - :end - make_interval(mins => (c.last_seq - m.seq) * :gap) "
    "FROM messaging.conversation c WHERE c.id = m.conversation_id AND c.id = :id"
)
MOVE_CONVERSATION = text("UPDATE messaging.participant SET last_at = now() - :end WHERE conversation_id = :id")
