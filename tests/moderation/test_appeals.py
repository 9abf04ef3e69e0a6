"""Appeals against decisions, bans from the command line, and how long what was seen is kept."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.text import formats
from modules.accounts.contracts import Member
from modules.moderation import api
from modules.moderation.contracts.decisions import AppealOutcome, Rule
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.errors import FactsMissing, OwnSignature
from modules.moderation.service import export, retention
from tests.conftest import Client, drain_now
from tests.factories.moderation import Colleague, decide_appeal, make_complaint, make_report, object_to
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import A_WEEK, FACTS, WARNING, countersign, decide, log_in, row_of, strikes


class TestAppeals:
    """Who is concerned objects, and somebody else decides."""

    def decide(self, decision_id: UUID, staff: Colleague, outcome: AppealOutcome) -> None:
        with transaction() as session:
            decide_appeal(session, decision_id, staff=staff, outcome=outcome)

    @pytest.mark.spec("10.5")
    def test_a_reversal_gives_back_the_account_and_the_strikes(
        self,
        mo: Member,
        staff: Colleague,
        colleague: MakeColleague,
        make_member: MakeMember,
        login: LogIn,
        client: Client,
    ) -> None:
        ruth = make_member(language="en")
        with transaction() as session:
            make_report(session, ruth, mo)
        decision_id = decide(mo, staff, A_WEEK, kind=ItemKind.MEMBER_REPORT)
        drain_now()
        key = log_in(client, mo).json["statement"].partition("key=")[2]
        answer = object_to(client, decision_id, key)
        assert (answer.status_code, answer.json["can_appeal"], strikes(mo)) == (201, False, 2)
        assert object_to(client, decision_id, key).json["code"] == "moderation.appeal-open"
        with pytest.raises(OwnSignature):
            self.decide(decision_id, staff, AppealOutcome.REVERSED)
        self.decide(decision_id, colleague(), AppealOutcome.REVERSED)
        drain_now()
        assert (strikes(mo), log_in(client, mo).status_code) == (0, 200)
        (told,) = login(mo).get("/api/v1/cases").json["decisions"]
        assert (told["state"], told["appeals"][0]["outcome"], told["can_appeal"]) == ("lifted", "reversed", False)
        with transaction(read_only=True) as session:
            (copied,) = export.export_member(session, mo.id, "en").data["decisions"]
        assert [(one["text"], one["outcome"], one["answer"]) for one in copied["appeals"]] == [
            ("That was a misunderstanding.", AppealOutcome.REVERSED, "We looked at it anew.")
        ]
        with transaction(read_only=True) as session:
            mails = text("SELECT type FROM notifications.mail WHERE member_id IN (:mo, :ruth)")
            types = set(session.execute(mails, {"mo": mo.id, "ruth": ruth.id}).scalars())
        assert {"member-banned", "appeal-decided", "report-decided", "report-reviewed"} <= types
        assert object_to(login(mo), decision_id).json["code"] == "moderation.decision-over"

    @pytest.mark.spec("10.5")
    def test_each_objection_is_heard_by_somebody_who_has_not_decided_about_it_before(
        self, mo: Member, staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole, login: LogIn
    ) -> None:
        decision_id, browser = decide(mo, staff, WARNING), login(mo)
        first, second = colleague(name="Robin"), colleague(name="Kim")
        assert object_to(browser, decision_id).status_code == 201
        self.decide(decision_id, first, AppealOutcome.CONFIRMED)
        assert object_to(browser, decision_id).status_code == 201
        for judge in (staff, first):
            with pytest.raises(OwnSignature):
                self.decide(decision_id, judge, AppealOutcome.CONFIRMED)

        def is_own(judge: Any) -> bool:
            path = f"/ops/api/moderation.decisions/{decision_id}/actions/evidence"
            told: bool = staff_browser(judge).post(path, {}, key=uuid4().hex).json["is_own"]
            return told

        assert [is_own(judge) for judge in (staff, first, second)] == [True, True, False]
        self.decide(decision_id, second, AppealOutcome.REVERSED)

    @pytest.mark.spec("10.5")
    def test_after_a_hundred_and_eighty_days_it_is_too_late(
        self, mo: Member, staff: Colleague, login: LogIn, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        decision_id, browser = decide(mo, staff, WARNING), login(mo)
        later = clock.now() + timedelta(days=180, minutes=1)
        monkeypatch.setattr(clock, "now", lambda: later)
        assert object_to(browser, decision_id).json["code"] == "moderation.appeal-late"

    @pytest.mark.spec("10.5")
    def test_nobody_objects_for_another(
        self, mo: Member, staff: Colleague, login: LogIn, make_member: MakeMember
    ) -> None:
        decision_id = decide(mo, staff, WARNING)
        assert object_to(login(make_member()), decision_id).status_code == 404
        assert object_to(login(make_member()), decision_id, "0" * 32).status_code == 404


class TestCommandLine:
    """An operator's ban has its reasons too, and one for good a signature."""

    def ban(self, member: Member, **over: Any) -> UUID:
        with transaction() as session:
            values = {"rule": Rule.INSULT, "facts": FACTS, "days": 7, **over}
            return api.ban_member(session, member_id=member.id, **values)

    def test_it_is_written_lifted_and_refused_without_its_parts(self, mo: Member, staff: Colleague) -> None:
        with pytest.raises(FactsMissing):
            self.ban(mo, facts="Bad.")
        for_good = self.ban(mo, days=None)
        assert row_of(for_good).state == "proposed"
        countersign(for_good, staff)
        assert row_of(for_good).state == "in-force"
        with transaction() as session:
            assert api.lift_bans(session, member_id=mo.id, reason="a mistake") == 1
            assert api.lift_bans(session, member_id=mo.id, reason="a mistake") == 0


@pytest.mark.spec("10.5")
def test_what_was_seen_is_kept_for_so_long_and_erasure_empties_words(mo: Member, staff: Colleague) -> None:
    decision_id = decide(mo, staff, WARNING)
    with transaction() as session:
        retention.empty_evidence(session)
    assert row_of(decision_id).evidence["member"]["name"] == "Mo"
    with transaction() as session:
        retention.erase_member(session, member_id=mo.id)
    kept = row_of(decision_id)
    assert (kept.facts, kept.evidence, kept.rule) == ("", {}, "spam")


def test_complaints_and_decisions_are_in_the_copy_of_a_members_data(mo: Member, staff: Colleague) -> None:
    with transaction() as session:
        made = make_complaint(session, mo, text="I was charged twice.")
    warned, banned = (row_of(decide(mo, staff, verdict)) for verdict in (WARNING, A_WEEK))
    with transaction(read_only=True) as session:
        exported = export.export_member(session, mo.id, "en")
    (said,) = made.messages
    assert exported.data["complaints"] == [
        {"number": made.number, "by": "complainant", "at": said.created_at, "text": "I was charged twice."}
    ]
    assert exported.data["decisions"] == [
        {
            "number": row.number,
            "at": row.in_force_at,
            "measure": row.measure,
            "rule": row.rule,
            "facts": FACTS,
            "until": row.ends_at,
            "appeals": [],
        }
        for row in (banned, warned)
    ]
    (table,) = [table for table in exported.tables if table.title == "Our decisions about you"]
    assert table.rows == [
        (row.number, formats.moment("en", row.in_force_at), measure, FACTS)
        for row, measure in (
            (banned, "Your account is suspended: your whole account"),
            (warned, "A warning"),
        )
    ]
