"""The numbers of the dashboards: what counts, on which day, for whom."""

import csv
import io
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from app.kernel import clock, figures
from app.kernel.db.session import Session, transaction
from app.kernel.ids import new_id
from cli.main import main
from modules.accounts import api as accounts_api
from modules.accounts import jobs
from modules.accounts.identity.service.figures import list_due_days
from modules.moderation.complaints.service.complaints import answer_complaint
from modules.moderation.contracts.decisions import AppealOutcome, Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import Outcome
from modules.moderation.contracts.staff import Role
from modules.moderation.queue.service import queue
from modules.moderation.reports.service.reports import decide_report
from modules.notifications.contracts import Cause
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories import accounts
from tests.factories.billing import buy_credits, give_credits
from tests.factories.messaging import write
from tests.factories.moderation import decide_appeal, make_complaint, make_decision, make_report, object_to
from tests.factories.profiles import make_fictional
from tests.factories.sites import disclose
from tests.factories.social import like
from tests.fixture_types import LogIn, MakeColleague, MakeMember

Browser = Callable[..., Client]


def numbers(site: Site, *, back: int = 0, source: str | None = None) -> dict[str, int]:
    """Count, and return what of a site is known of the day that lies so many days back."""
    jobs.count_figures()
    return counted(site, back=back, source=source)


def counted(site: Site, *, back: int = 0, source: str | None = None) -> dict[str, int]:
    """Return what of a site was counted of the day that lies so many days back."""
    day = clock.today() - timedelta(days=back)
    with transaction(read_only=True) as session:
        found = figures.sum_by_day(
            session, begin=day, end=day + timedelta(days=1), names=figures.all_figures(), site_id=site.id, source=source
        )
    return {" ".join(map(str, filter(None, (one.name, one.currency, one.within)))): one.amount for one in found}


def path(name: str = "figures", *, days: int = 30, **more: Any) -> str:
    end = clock.today() + timedelta(days=1)
    asked = {"begin": end - timedelta(days=days), "end": end, **more}
    return f"/ops/api/{name}?" + "&".join(f"{key}={value}" for key, value in asked.items())


@pytest.mark.spec("10.4")
def test_what_members_do_counts_on_its_day(site: Site, make_member: MakeMember, login: LogIn) -> None:
    ruth, henk = make_member(), make_member()
    make_member(confirmed=False)
    login(ruth)
    like(ruth, henk)
    like(henk, ruth)
    with transaction() as session:
        buy_credits(session, member=ruth, credits=120)
        write(session, sender=ruth, to=henk)
        write(session, sender=henk, to=ruth)
    found = numbers(site)
    assert {name: found[name] for name in found if name.split(".")[0] in ("accounts", "social", "messaging")} == {
        "accounts.signups": 3,
        "accounts.confirmed": 2,
        "accounts.active": 1,
        "social.likes": 2,
        "social.matches": 1,
        "messaging.conversations": 1,
        "messaging.messages": 2,
    }
    assert counted(site, back=1) == {}


@pytest.mark.spec("10.4")
def test_the_days_of_an_outage_are_made_up_for(site: Site, make_member: MakeMember) -> None:
    last = clock.today() - timedelta(days=4)
    sign_up_before(make_member, days=(4,))
    with transaction() as session:
        count_last(session, day=last)
    sign_up_before(make_member, days=(1, 3, 4, 5, 6))
    jobs.count_figures()
    found = [counted(site, back=back).get("accounts.signups") for back in range(1, 7)]
    assert found == [1, None, 1, 2, 1, None], "from the day before the last one that was counted, and no day earlier"


def count_last(session: Session, *, day: date) -> None:
    """Count a day, and forget what was counted of later ones, as if nothing had run since."""
    accounts_api.count_figures(session, day=day)
    session.execute(text("DELETE FROM platform.figure WHERE day > :day"), {"day": day})


def sign_up_before(make_member: MakeMember, *, days: Iterable[int]) -> None:
    """Make members who signed up so many days ago."""
    moved = text("UPDATE accounts.member SET signup_at = signup_at - make_interval(days => :back) WHERE id = :id")
    for back in days:
        member = make_member()
        with transaction() as session:
            session.execute(moved, {"back": back, "id": member.id})


def test_of_a_long_outage_a_month_is_made_up_for(make_member: MakeMember) -> None:
    today = clock.today()
    sign_up_before(make_member, days=(40,))
    with transaction() as session:
        count_last(session, day=today - timedelta(days=40))
        due = list_due_days(session, today=today)
        session.connection().rollback()  # else the next test makes up for the month
    assert due == [today - timedelta(days=back) for back in range(31, -1, -1)], "the oldest first, as a run may be cut"


@pytest.mark.spec("7.1")
def test_money_counts_once_it_is_paid_and_the_first_order_makes_a_buyer(site: Site, make_member: MakeMember) -> None:
    ruth, henk = make_member(), make_member()
    with transaction() as session:
        for member in (ruth, ruth, henk):
            buy_credits(session, member=member)
        paid = session.execute(
            text("SELECT sum(total_minor), min(currency) FROM billing.credit_order WHERE site_id = :id"),
            {"id": site.id},
        ).one()
    found = numbers(site)
    assert (found["billing.orders"], found["billing.buyers"]) == (3, 2)
    assert found[f"billing.revenue {paid.min}"] == paid.sum


@pytest.mark.spec("5.8")
def test_fictional_profiles_never_count(site: Site, make_member: MakeMember) -> None:
    ruth = make_member()
    with transaction() as session:
        disclose(session, site)
        vera = make_fictional(session, site=sites_api.get_site(session, site.id))
    like(ruth, vera)
    with transaction() as session:
        session.execute(
            text(
                "INSERT INTO social.like_ (from_id, to_id, source) SELECT :vera, id, 'member' FROM accounts.member "
                "WHERE site_id = :site AND NOT is_fictional"
            ),
            {"vera": vera.id, "site": site.id},
        )
    found = numbers(site)
    assert (found["accounts.signups"], found["social.likes-of-fictional"], found.get("social.likes")) == (1, 1, None)


def test_counting_again_changes_nothing_and_forgets_what_was_taken_back(site: Site, make_member: MakeMember) -> None:
    ruth, henk = make_member(), make_member()
    like(ruth, henk)
    assert numbers(site) == numbers(site)
    with transaction() as session:
        session.execute(text("DELETE FROM social.like_ WHERE from_id = :id"), {"id": ruth.id})
    assert "social.likes" not in numbers(site)


def test_who_was_here_stays_counted_when_they_come_again_the_day_after(
    site: Site, make_member: MakeMember, login: LogIn
) -> None:
    ruth = make_member()
    login(ruth)
    moved = text("UPDATE accounts.login_session SET seen_at = :at WHERE member_id = :id")
    yesterday = datetime.combine(clock.today(), datetime.min.time(), UTC) - timedelta(hours=2)
    with transaction() as session:
        session.execute(moved, {"id": ruth.id, "at": yesterday})
    assert numbers(site, back=1)["accounts.active"] == 1
    with transaction() as session:
        session.execute(moved, {"id": ruth.id, "at": clock.now()})
    assert (numbers(site, back=1)["accounts.active"], counted(site)["accounts.active"]) == (1, 1)


def test_a_day_outlives_whom_it_counted(site: Site, make_member: MakeMember) -> None:
    ruth = make_member()
    before = numbers(site)
    with transaction() as session:
        accounts_api.delete_member(session, member_id=ruth.id, reason=None)
        session.execute(text("UPDATE platform.figure SET day = day - 10 WHERE site_id = :id"), {"id": site.id})
    assert numbers(site, back=10) == before


def test_cases_and_mails_count(site: Site, make_member: MakeMember, colleague: MakeColleague) -> None:
    ruth, henk = make_member(), make_member()
    linden = colleague(Role.MODERATOR)
    with transaction() as session:
        make_report(session, ruth, henk)
        queue.open_item(session, kind=ItemKind.RISK, subject_id=henk.id, member_id=henk.id)
        waiting = "SET opened_at = opened_at - interval '90 seconds', version = version + 1 WHERE subject_id = :id"
        session.execute(text(f"UPDATE moderation.review_item {waiting}"), {"id": henk.id})
        make_decision(session, henk, linden, Verdict(Measure.WARNING, Rule.FRAUD))
        session.execute(
            text("INSERT INTO notifications.disabled_type (member_id, type, cause) VALUES (:id, 'message', :cause)"),
            {"id": ruth.id, "cause": Cause.BOUNCE},
        )
    found = numbers(site)
    names = ("moderation.reports", "moderation.decided", "moderation.waited 300", "notifications.bounces")
    assert [found[name] for name in names] == [1, 1, 1, 1]
    assert {name: found[name] for name in found if "waited-" in name} == {"moderation.waited-risk 300": 1}


@pytest.mark.spec("10.4")
def test_every_queue_tells_how_long_people_waited(
    site: Site, make_member: MakeMember, colleague: MakeColleague
) -> None:
    ruth, henk = make_member(), make_member()
    linden = colleague(Role.SUPPORT)
    earlier = "UPDATE moderation.complaint SET created_at = created_at - interval '35 minutes' WHERE id = :id"
    said = "UPDATE moderation.complaint_message SET created_at = created_at - interval '15 minutes' "
    said += "WHERE complaint_id = :id AND author = 'staff'"
    with transaction() as session:
        report, complaint = make_report(session, ruth, henk), make_complaint(session, ruth)
        session.execute(text(earlier), {"id": complaint.id})
        verdict: dict[str, Any] = {"outcome": Outcome.NOT_UPHELD, "answer": "It is fine."}
        decide_report(session, report_id=report.id, staff_id=linden.id, **verdict)
        answer_complaint(session, complaint_id=complaint.id, staff_id=linden.id, text="We look into it.")
        # Messages keep their moments; here the first answer came long before the second.
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(text(said), {"id": complaint.id})
        session.execute(text("SET LOCAL session_replication_role = origin"))
        answer_complaint(
            session, complaint_id=complaint.id, staff_id=linden.id, text="It was a mistake.", is_closed=True
        )
    # What was moved into the past may lie on the other side of midnight.
    found = numbers(site, back=1) | counted(site)
    assert {name: found[name] for name in found if "waited" in name or "lasted" in name} == {
        f"moderation.complaints-lasted {60 * 60}": 1,
        "moderation.reports-waited 60": 1,
        f"moderation.complaints-waited {30 * 60}": 1,
    }


@pytest.mark.spec("7.1")
def test_who_buys_within_two_weeks_of_signing_up_counts_for_that_day(site: Site) -> None:
    known_after, signups = timedelta(days=14), set()
    with transaction() as session:
        for early in (timedelta(hours=1), timedelta(hours=-1)):
            signed_up, member = clock.now() - known_after + early, accounts.make_member(session, site=site)
            buy_credits(session, member=member)
            moved = text("UPDATE accounts.member SET signup_at = :at WHERE id = :id")
            session.execute(moved, {"at": signed_up, "id": member.id})
            signups.add(signed_up.date())
        for day in signups:
            accounts_api.count_figures(session, day=day + known_after)
    with transaction(read_only=True) as session:
        begin, end = min(signups), max(signups) + timedelta(days=1)
        found = figures.sum_by_day(session, begin=begin, end=end, names=("billing.converted",), site_id=site.id)
    assert [one.amount for one in found] == [1], "one bought an hour before the two weeks were over, one after"


def test_mails_that_were_tried_again_or_given_up_are_told_apart(site: Site, make_member: MakeMember) -> None:
    ruth = make_member()
    with transaction() as session:
        for tries, ended in ((0, "done_at"), (2, "done_at"), (60, "failed_at")):
            ids = {"mail": new_id(), "event": new_id(), "member": ruth.id, "tries": tries}
            for statement in (
                "INSERT INTO notifications.mail (id, member_id, type, cause_key) "
                "VALUES (:mail, :member, 'welcome', CAST(:mail AS text))",
                "INSERT INTO platform.outbox_event (id, name, payload, dispatched_at) VALUES "
                "(:event, 'notifications.MailQueued', jsonb_build_object('mail_id', CAST(:mail AS text)), now())",
                f"INSERT INTO platform.inbox_entry (event_id, handler, attempts, {ended}) "
                "VALUES (:event, 'notifications.on_mail_queued', :tries, now())",
            ):
                session.execute(text(statement), ids)
    found = numbers(site)
    assert [found[f"notifications.{name}"] for name in ("tried-again", "given-up")] == [1, 1]


@pytest.mark.spec("10.6")
def test_decisions_count_by_what_was_done_and_how_long_they_waited(
    site: Site, make_member: MakeMember, colleague: MakeColleague, login: LogIn
) -> None:
    henk = make_member()
    linden, robin = colleague(Role.MODERATOR), colleague(Role.MODERATOR)
    with transaction() as session:
        made = make_decision(session, henk, linden, Verdict(Measure.WARNING, Rule.INSULT))
    with transaction() as session:
        make_decision(session, henk, linden, Verdict(Measure.NONE))
    with transaction() as session:
        make_decision(session, henk, linden, Verdict(Measure.STRIKE, Rule.FAKE, takes_texts=True))
    assert object_to(login(henk), made).status_code == 201
    with transaction() as session:
        decide_appeal(session, made, staff=robin, outcome=AppealOutcome.REVERSED)
    found = numbers(site)
    told = ("warned", "removed", "nothing-found", "appeals", "reversals", "decided-in-an-hour")
    assert [found[f"moderation.{name}"] for name in told] == [2, 1, 1, 1, 1, 3]
    untold = ("limited", "banned", "by-machine", "decided-in-a-day", "decided-later")
    assert not [name for name in untold if f"moderation.{name}" in found]


@pytest.mark.spec("5.8")
def test_messages_with_fictional_profiles_and_these_themselves_are_told_apart(
    site: Site, make_member: MakeMember
) -> None:
    ruth, henk = make_member(), make_member()
    with transaction() as session:
        disclose(session, site)
        vera = make_fictional(session, site=sites_api.get_site(session, site.id))
        give_credits(session, member_id=ruth.id, credits=100)
        write(session, sender=ruth, to=henk)
    with transaction() as session:
        sent = write(session, sender=ruth, to=vera, is_acknowledged=True)
        # The console does not write for them yet: what staff would write is a row like any other.
        columns = "id, conversation_id, seq, sender_id, body"
        row = f"INSERT INTO messaging.message ({columns}) VALUES (:id, :conversation, 2, :vera, 'Hi')"
        given = {"id": new_id(), "conversation": sent.message.conversation_id, "vera": vera.id}
        session.execute(text(row), given)
    found = numbers(site)
    names = ("accounts.fictional", "messaging.to-fictional", "messaging.from-fictional")
    assert [found[name] for name in names] == [1, 1, 1]


def test_figures_for_the_public_page_are_not_all_on_the_dashboards(
    site: Site, make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser
) -> None:
    shown = {one["name"] for one in staff_browser(colleague(Role.ADMIN)).get(path(site_id=site.id)).json["figures"]}
    assert "moderation.reports" in shown
    assert not shown & {"moderation.warned", "accounts.copies", "accounts.fictional"}


@pytest.mark.spec("10.4")
@pytest.mark.parametrize(("role", "sees_money"), [(Role.MODERATOR, False), (Role.SUPPORT, False), (Role.FINANCE, True)])
def test_money_is_shown_to_those_who_work_with_it(
    role: Role, sees_money: bool, site: Site, make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser
) -> None:
    ruth = make_member()
    with transaction() as session:
        buy_credits(session, member=ruth)
    numbers(site)
    browser = staff_browser(colleague(role))
    answer = browser.get(path(site_id=site.id)).json
    shown = {one["name"]: one["days"] for one in answer["figures"]}
    assert ("billing.revenue" in shown) is sees_money
    assert shown["accounts.signups"] == [{"day": clock.today().isoformat(), "currency": "", "within": 0, "amount": 1}]
    table = list(
        csv.DictReader(io.StringIO(browser.get(path("figures.csv", site_id=site.id)).data.decode("utf-8-sig")))
    )
    assert any(row["figure"] == "billing.revenue" for row in table) is sees_money
    first = {"day": clock.today().isoformat(), "site": site.key, "source": "", "figure": "accounts.signups"}
    assert {**first, "currency": "", "within_seconds": "", "amount": "1"} in table


@pytest.mark.parametrize(
    "asked", ["", "begin=2026-01-02&end=2026-01-01", "begin=2020-01-01&end=2026-01-01", "begin=x&end=2026-01-01"]
)
def test_a_span_that_is_none_is_refused(asked: str, colleague: MakeColleague, staff_browser: Browser) -> None:
    answer = staff_browser(colleague()).get(f"/ops/api/figures?{asked}")
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")


def test_the_command_line_shows_and_counts_anew(site: Site, make_member: MakeMember) -> None:
    make_member()
    today = clock.today().isoformat()
    asked = ["figures", "count", "--from", today, "--until", today]
    run = CliRunner().invoke
    assert run(main, [*asked, "--dry-run"]).output == "1 days would be counted again.\n"
    assert "1 days counted." in run(main, [*asked, "--yes"]).output
    shown = run(main, ["figures", "show", "--site", site.key, "--name", "accounts.signups", "--json"]).output
    assert '"amount": 1' in shown
    for wrong in (
        ["figures", "show", "--name", "accounts.none"],
        ["figures", "count", "--from", today, "--until", "2020-01-01"],
        ["figures", "count", "--from", today, "--until", "2999-01-01"],
    ):
        assert run(main, wrong).exit_code == 2
