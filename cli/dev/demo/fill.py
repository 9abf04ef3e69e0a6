"""The demo's history, made through the modules' own services: sign up, fill in, like, write, pay.

It is the only command that calls services directly (an exception in pyproject.toml), because it does what two thousand
members do. Its events are not handled, so nobody is mailed, and the search index is built once at the end.
"""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from rich.progress import Progress
from sqlalchemy import text

from app.kernel import clock, jobs
from app.kernel.db.session import transaction
from app.kernel.ids import new_private_id
from app.registry import MODULES
from cli.dev.demo.cases import file_cases
from cli.dev.demo.community import Community
from cli.dev.demo.desks import fill_queues
from cli.dev.demo.members import Newcomer
from cli.dev.demo.people import people
from cli.dev.demo.pictures import store_photos
from cli.dev.demo.sites import make_sites
from modules.accounts import api as accounts_api
from modules.billing import api as billing_api
from modules.catalog.service import index
from modules.moderation import api as moderation
from modules.moderation.contracts.staff import Role
from modules.profiles import api as profiles_api
from modules.profiles.reference import lists as reference
from modules.sites.contracts import Site

# Two, because some actions need a second person.
STAFF = ("Linden", "Rowan")
STAFF_PASSWORD = "a-lantern-in-the-hall"
EVERGREEN_SHARE = 0.35
# Two periods of the console's first page, for its comparisons.
COUNTED_DAYS = 60


def has_sites() -> bool:
    """Return whether this installation has a site already."""
    with transaction(read_only=True) as session:
        return bool(session.execute(text("SELECT EXISTS (SELECT FROM sites.site)")).scalar_one())


@dataclass
class Demo:
    """Fills a database with `members` people in all, and reports to `progress`."""

    members: int
    progress: Progress

    def fill(self) -> list[dict[str, str]]:
        """Fill an empty database; returns the logins for trying the demo."""
        with transaction() as session:
            profiles_api.ensure_places(session)
            sites = make_sites(session)
            for site in sites.values():
                billing_api.open_shop(session, site_id=site.id)
        evergreen = round(self.members * EVERGREEN_SHARE)
        counts = {"hearthside": self.members - evergreen, "evergreen": evergreen}
        invented = {key: self.invent(site, counts[key]) for key, site in sites.items()}
        # The sites are filled in parallel, so that one computes while the other waits for the database.
        with ThreadPoolExecutor(1 + len(sites)) as threads:
            painted = threads.submit(self.paint, [newcomer for crowd in invented.values() for newcomer in crowd])
            lives = [threads.submit(Community(site, self.progress).fill, invented[key]) for key, site in sites.items()]
            logins = [login for life in lives for login in life.result()]
            staff = [create_staff(sites["hearthside"], name) for name in STAFF]
            file_cases(sites["hearthside"], email=logins[0]["email"], staff_id=staff[0].id)
            for site in sites.values():
                fill_queues(site, colleague=staff[1].id)
            mark_events_dispatched()
            self.index()
            self.count()
            painted.result()
        return [*logins, *(one.login for one in staff)]

    def invent(self, site: Site, count: int) -> list[Newcomer]:
        """Generate people."""
        invented = people(count, site=site.key, places=reference.places(), today=clock.today())  # type: ignore[arg-type]
        return [Newcomer(person, tuple(new_private_id().hex for _ in person.portraits)) for person in invented]

    def paint(self, newcomers: list[Newcomer]) -> None:
        """Draw everybody's photos, in other processes while people sign up and write."""
        folders = defaultdict(list)
        for newcomer in newcomers:
            for portrait, folder in zip(newcomer.person.portraits, newcomer.folders, strict=True):
                folders[portrait].append(folder)
        task = self.progress.add_task("photos", total=sum(map(len, folders.values())))
        store_photos(folders, lambda stored: self.progress.advance(task, stored))

    def index(self) -> None:
        """Build the search index."""
        task = self.progress.add_task("search index", total=self.members)
        index.rebuild_index()
        self.progress.update(task, completed=self.members)

    def count(self) -> None:
        """Count the figures of the past, which the worker does from today on."""
        jobs.install(MODULES)
        task = self.progress.add_task("figures", total=COUNTED_DAYS)
        for back in range(COUNTED_DAYS):
            with transaction() as session:
                accounts_api.count_figures(session, day=clock.today() - timedelta(days=back))
            self.progress.advance(task)


@dataclass(frozen=True)
class NewStaff:
    """A new staff member, with their sign-in data."""

    id: UUID
    login: dict[str, str]


def create_staff(site: Site, name: str) -> NewStaff:
    """Create a staff member with all roles; `hearth demo code` prints the code for signing in."""
    email = f"{name.lower()}@{site.key}.example.org"
    with transaction() as session:
        enrolment = moderation.create_staff(session, email=email, name=name, roles=list(Role), password=STAFF_PASSWORD)
    login = {
        "address": f"http://{site.domain}/ops",
        "email": email,
        "password": STAFF_PASSWORD,
        "who": f"{name}, staff; the code: ./hearth demo code {name.lower()}",
        "totp": enrolment.provisioning_uri,
    }
    return NewStaff(enrolment.staff_id, login)


def mark_events_dispatched() -> None:
    """Mark all events as dispatched: nobody is to be told of the demo's past."""
    with transaction() as session:
        session.execute(text("UPDATE platform.outbox_event SET dispatched_at = now() WHERE dispatched_at IS NULL"))
