"""Two sites full of people, so that everybody can ask for everybody's things."""

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from flask import Flask
from sqlalchemy import select, update

from app.kernel.config import config
from app.kernel.db.session import transaction
from modules.accounts.contracts import MemberStatus
from modules.accounts.identity.models import MemberRow
from modules.accounts.sessions.models import LoginSession
from modules.billing import api as billing
from modules.billing.papers.service import papers
from modules.media import api as media_api
from modules.media.contracts import Use, reader_of
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.staff import Role
from modules.profiles.queries import people as profiles_queries
from modules.profiles.queries.places import get_place
from modules.profiles.service import profile
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories import catalog
from tests.factories.accounts import make_member, open_session, password_hash
from tests.factories.billing import buy_credits, give_credits, save_method
from tests.factories.messaging import write
from tests.factories.moderation import make_complaint, make_decision, make_staff
from tests.factories.moderation import open_session as open_staff_session
from tests.factories.notifications import subscribe_browser
from tests.factories.profiles import UTRECHT, add_photo, fill_profile
from tests.factories.sites import make_site
from tests.factories.social import block, like

BY_A_BLOCK = ("blocked", "blocker")  # apart from the owner, by either's wish
# Members who are let in, and people who are visitors whatever cookie they bring.
MEMBERS = ("unconfirmed", "free", "premium", *BY_A_BLOCK)
WARNING = Verdict(Measure.WARNING, Rule.SPAM, facts="The same words went to many people.")
VISITORS = ("visitor", "deleted", "banned", "foreigner", "colleague")
BORN = date(1979, 3, 27)
OWN_SECRETS = ("token", "second_token", "session_id", "waiting_folder", "order_id", "mandate_id")
MINE, OTHERS, ELSEWHERE = "own", "other's", "other site's"


@dataclass
class Person:
    """A member with one thing of every kind."""

    member: Any
    things: dict[str, Any] = field(default_factory=dict)


@dataclass
class World:
    """`owner` is whom everybody asks about; `third` writes with the owner; `far` lives on the other site.

    `blocked` and `blocker` are out of reach of the owner, by either's wish; a `colleague` is signed in to the console.
    """

    app: Any
    site: Site
    other_site: Site
    people: dict[str, Person]
    secrets: tuple[str, ...] = ()

    def browser(self, actor: str) -> Client:
        """Return a new browser of an actor: a member's with a new session, the others' with what they had."""
        person = self.people[actor]
        token = person.things.get("token")
        if actor in MEMBERS:
            with transaction() as session:
                token = open_session(session, member_id=person.member.id)
        browser = Client(self.app, self.site.hosts[0])
        if token is not None:
            browser.http.set_cookie("hearth_session", token, domain=self.site.hosts[0])
        if actor == "colleague":
            browser.http.set_cookie("hearth_staff", str(token), domain=self.site.hosts[0])
        return browser

    def things(self, actor: str, whose: str) -> dict[str, Any]:
        """Return the path's values for the actor's own things, the owner's, or those of a member of the other site.

        Who is no member has nothing, so asks about what is the free member's.
        """
        holder = {MINE: actor if self.people[actor].member else "free", OTHERS: "owner", ELSEWHERE: "far"}[whose]
        return self.people[holder].things


def build(app: Flask) -> World:
    """Make both sites and everybody on them, and let all that follows from it come to rest."""
    with transaction() as session:
        site, other_site = make_site(session, domain=f"a-{uuid4().hex[:8]}.localhost"), make_site(session)
        for each in (site, other_site):
            billing.open_shop(session, site_id=each.id)
    people = {name: _person(site, name) for name in (*MEMBERS, "deleted", "banned", "owner", "third")}
    people |= {name: _person(other_site, name) for name in ("far", "foreigner", "fourth")}
    people["visitor"], people["colleague"] = Person(None), Person(None)
    with transaction() as session:
        people["colleague"].things["token"] = open_staff_session(session, make_staff(session, *Role))
    drain_now()
    furnished = ("owner", "third", "far", "fourth", *MEMBERS, "deleted", "banned", "foreigner")
    for name in furnished:
        _furnish(people[name], name)
    _meet(people)
    for name in furnished:
        _sign(people[name])
    _leave(people["deleted"], MemberStatus.DELETED)
    _leave(people["banned"], MemberStatus.BANNED)
    catalog.settle()
    return World(app, site, other_site, people, _secrets(people))


def _person(site: Site, name: str) -> Person:
    with transaction() as session:
        member = make_member(
            session,
            site=site,
            name=f"{name.title()}face",
            email=f"{name}-{uuid4().hex[:8]}@canary.example",
            confirmed=name != "unconfirmed",
            paid=name in ("premium", "owner"),
            date_of_birth=BORN if name in ("owner", "far") else date(1985, 5, 17),
            signup_message=f"signup canary of {name}",
        )
        token = open_session(session, member_id=member.id)
    return Person(member, {"token": token})


def _furnish(person: Person, name: str) -> None:
    """Give somebody a profile, a shown and a waiting photo, a second browser, credits and an order."""
    member_id = person.member.id
    with transaction() as session:
        fill_profile(
            session,
            member_id,
            place_id=UTRECHT,
            headline=f"headline of {name}",
            sexuality="bisexual",
            gender="woman",
            seeking_genders=["woman"],
            seeking_min_age=21,
            seeking_max_age=87,
        )
        profile.touch_last_active(session, member_ids=[member_id])
        shown = add_photo(session, member_id)
        waiting = add_photo(session, member_id, approved=False)
        give_credits(session, member_id=member_id, credits=100)
        second = open_session(session, member_id=member_id)
        own_sessions = select(LoginSession.id).where(LoginSession.member_id == member_id)
        session_id = sorted(session.execute(own_sessions).scalars())[-1]
        person.things |= {
            "member_id": member_id,
            "photo_id": shown,
            "session_id": session_id,
            "subscription_id": subscribe_browser(session, member_id=member_id, session_id=session_id),
            "second_token": second,
            "decision_id": make_decision(session, person.member, make_staff(session), WARNING),
            "complaint_id": make_complaint(session, person.member, text=f"complaint of {name}").id,
            "order_id": buy_credits(session, member=person.member, credits=300 if name == "owner" else 120),
            "mandate_id": save_method(session, member_id=member_id, label=f"card of {name}"),
            "shown_folder": profiles_queries.find_photo_folder(session, shown),
            "waiting_folder": profiles_queries.find_photo_folder(session, waiting),
        }
        papers.issue_invoice(session, order_id=person.things["order_id"])


def _sign(person: Person) -> None:
    """Give somebody the address of their own shown photo, as it is once all blocks are in place."""
    member_id, folder = person.member.id, str(person.things["shown_folder"])
    with transaction(read_only=True) as session:
        epoch = session.execute(select(MemberRow.photo_epoch).where(MemberRow.id == member_id)).scalar_one()
    key = media_api.storage_key(Use.PROFILE, folder, "full")
    url = urlsplit(media_api.sign(key, reader=reader_of(member_id, photo_epoch=epoch)))
    signed = {name: values[0] for name, values in parse_qs(url.query).items()}
    person.things |= {"key": key, "media": signed}


def _meet(people: dict[str, Person]) -> None:
    """Let everybody write to the owner, whose own conversation is the one with the third, who likes the owner too."""
    owner = people["owner"]
    with transaction() as session:
        for name in (*MEMBERS, "deleted", "banned", "third"):
            sent = write(session, sender=people[name].member, to=owner.member, body=f"letter of {name}")
            people[name].things["conversation_id"] = sent.message.conversation_id
        far = write(session, sender=people["fourth"].member, to=people["far"].member, body="letter of far")
    owner.things["conversation_id"] = people["third"].things["conversation_id"]
    for name in ("far", "fourth"):
        people[name].things["conversation_id"] = far.message.conversation_id
    people["foreigner"].things["conversation_id"] = far.message.conversation_id
    like(people["third"].member, owner.member)
    block(owner.member, people["blocked"].member)
    block(people["blocker"].member, owner.member)


def _leave(person: Person, status: MemberStatus) -> None:
    with transaction() as session:
        session.execute(update(MemberRow).where(MemberRow.id == person.member.id).values(status=status))
        profile.follow_account(session, member_id=person.member.id)


def _secrets(people: dict[str, Person]) -> tuple[str, ...]:
    """Return what no answer to anybody else may hold of the owner, the third, and the people of the other site."""
    with transaction(read_only=True) as session:
        place = get_place(session, UTRECHT)
    storage_folder = Path(config().storage_url.removeprefix("file://"))
    secrets = [password_hash(), "$argon2", str(place.lat), str(place.lng), place.cell, str(storage_folder)]
    secrets += [config().database_url, config().secret.decode(), str(BORN)]
    for name in ("owner", "third", "far", "fourth"):
        person = people[name]
        secrets += [person.member.email, f"signup canary of {name}", f"card of {name}", f"complaint of {name}"]
        secrets += [str(person.things[key]) for key in OWN_SECRETS]
    # What is said between others, and everything of the other site.
    secrets += ["letter of third", "letter of far", "Farface", "Fourthface", "headline of far", "headline of fourth"]
    secrets += [str(people["far"].member.id), people["far"].things["key"], people["owner"].things["media"]["v"]]
    return tuple(secrets)


def hidden_by_a_block(world: World) -> tuple[str, ...]:
    """Return what whoever is blocked by the owner, or blocks them, may not see of the owner, anywhere (spec 6.7)."""
    owner = world.people["owner"]
    folder = owner.things["key"].split("/")[1]
    return ("Ownerface", "headline of owner", str(owner.member.id), folder)
