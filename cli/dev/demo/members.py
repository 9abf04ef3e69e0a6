"""Demo people before and after they sign up, and the logins for trying the demo."""

from collections import Counter
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import text

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.http.auth import Actor
from cli.dev.demo.people import DemoPerson
from modules.profiles.contracts import Viewer
from modules.sites.contracts import Site

PASSWORD = "warm-tea-and-rain"
ENOUGH = 12  # people; more are not needed
INTEREST = text(
    "SELECT talks, talks * 5 + likes FROM "
    "(SELECT count(*) AS likes FROM social.like_ WHERE to_id = :id) AS l, "
    "(SELECT count(*) AS talks FROM messaging.conversation WHERE a_id = :id OR b_id = :id) AS t"
)


@dataclass(frozen=True)
class Newcomer:
    """A demo person before signing up; `folders` will have the files of their photos, one for each portrait."""

    person: DemoPerson
    folders: tuple[str, ...]


@dataclass
class DemoMember:
    """A demo person with an account."""

    person: DemoPerson
    id: UUID
    site: Site
    is_paid: bool

    def viewer(self) -> Viewer:
        """Return this person as a viewer of profiles."""
        return Viewer(self.id, is_paid=self.is_paid, site_id=self.site.id, language=self.person.language)

    def actor(self) -> Actor:
        """Return this person as an actor for services."""
        return Actor(
            site_id=self.site.id,
            language=self.person.language,
            network="demo",
            member_id=self.id,
            is_confirmed=True,
            is_paid=self.is_paid,
        )

    def fits(self, other: "DemoMember") -> bool:
        """Return whether each matches what the other looks for."""
        return self._wants(other) and other._wants(self)

    def _wants(self, other: "DemoMember") -> bool:
        low, high = self.person.seeking_ages
        age = clock.age_on(clock.today(), other.person.date_of_birth)
        return other.person.gender in self.person.seeking_genders and low <= age <= high


def choose_logins(real: list[DemoMember]) -> list[dict[str, str]]:
    """Choose one login per language, preferring people with conversations and matches; and a buyer."""
    at_home = Counter(_search_key(one) for one in real)
    chosen: dict[str, tuple[tuple[bool, bool, int], DemoMember]] = {}
    with transaction(read_only=True) as session:
        for one in real:
            if not one.person.portraits:
                continue
            talks, interest = session.execute(INTEREST, {"id": one.id}).one()
            low, high = one.person.seeking_ages
            fitting = sum(
                at_home[one.person.place.country, gender, age]
                for gender in one.person.seeking_genders
                for age in range(low, high + 1)
            )
            rank = (talks > 0, fitting > 0, interest + min(fitting, ENOUGH))
            best = chosen.get(one.person.language)
            if best is None or rank > best[0]:
                chosen[one.person.language] = (rank, one)
    people = [one for _, (_, one) in sorted(chosen.items())]
    if not any(one.is_paid for one in people):
        people += [one for one in real if one.is_paid][:1]
    return [_login(one) for one in people]


def _login(one: DemoMember) -> dict[str, str]:
    facts = (one.person.name, one.person.language, "premium" if one.is_paid else "free", one.site.name)
    return {
        "address": f"http://{one.site.domain}",
        "email": one.person.email,
        "password": PASSWORD,
        "who": ", ".join(facts),
    }


def _search_key(one: DemoMember) -> tuple[str, Any, int]:
    # The values by which a search filters first.
    return one.person.place.country, one.person.gender, clock.age_on(clock.today(), one.person.date_of_birth)
