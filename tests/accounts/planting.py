"""What is written of a member where only some come to: in cases, by writers, in leaving, in debits, in refusals."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import Session, transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import DeletionReason, Member
from modules.accounts.leaving.service import leaving
from modules.moderation.contracts.decisions import AppealOutcome, Measure, Rule, Verdict
from modules.moderation.contracts.reports import ReportKind
from modules.moderation.decisions.models import AppealRow
from modules.moderation.decisions.service import appeals
from modules.moderation.fiction.service import conversations
from modules.moderation.fiction.service import handover as fiction_handover
from modules.moderation.queue.service import queue
from modules.profiles.contracts import CHOICE_FIELDS
from modules.profiles.reference.lists import choices
from modules.profiles.service.profile import complete_step, set_intimate_consent, touch_last_active
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing.debiting import Gateway, Payer
from tests.conftest import Client
from tests.factories.billing import give_credits
from tests.factories.messaging import answer, write
from tests.factories.moderation import make_decision, make_report, make_staff
from tests.factories.notifications import PUSH_KEYS
from tests.factories.profiles import fill_profile, make_fictional
from tests.factories.sites import disclose

ANSWERS: dict[str, Any] = {field: choices(field)[0] for field in CHOICE_FIELDS}
ANSWERS |= {"seeking_min_age": 30, "seeking_max_age": 50}


def leave_and_come_back(member: Member, key: str) -> None:
    """Let somebody leave with a word, and think better of it."""
    with transaction() as session:
        leaving.delete_member(session, member_id=member.id, reason=DeletionReason.OTHER, words=f"I am {key} and go.")
    with transaction() as session:
        accounts_api.reactivate_member(session, member_id=member.id)


def ask_for_push(browser: Client, key: str) -> None:
    """Let a browser of theirs ask for push messages; that of before went when they left."""
    subscription = {"endpoint": f"https://fcm.googleapis.com/{key}", "keys": PUSH_KEYS}
    agent = {"User-Agent": f"agent {key}"}
    assert browser.post("/api/v1/push-subscriptions", subscription, headers=agent).status_code == 204


def note_beside_facts(site: Site, member: Member, key: str, **profile: str) -> None:
    """Let them tell all that a profile can hold, with a note beside a fact; they had taken a consent back once."""
    with transaction() as session:
        shown = {"visible_profile_notes": ["hair_color"]}
        sites_api.update_site_settings(session, site_id=site.id, changes=shown)
        set_intimate_consent(session, member_id=member.id, is_given=False)
        complete_step(session, member_id=member.id, step="photo")
        touch_last_active(session, member_ids=[member.id])
        fill_profile(session, member.id, notes={"hair_color": f"Dyed by {key}"}, **ANSWERS, **profile)


def judge(member: Member, browser: Client, key: str) -> None:
    """Decide about them, let them object, and answer that; and open a case of its own."""
    with transaction() as session:
        first, second = make_staff(session), make_staff(session)
        verdict = Verdict(Measure.WARNING, rule=Rule.SPAM, facts=f"You wrote {key} to everybody.")
        decision_id = make_decision(session, member, first, verdict)
    words = {"words": f"I only ever said {key}."}
    assert browser.post(f"/api/v1/cases/{decision_id}/appeal", words, key=uuid4().hex).status_code == 201
    with transaction() as session:
        appeal_id = session.execute(select(AppealRow.id).where(AppealRow.decision_id == decision_id)).scalar_one()
        heard: dict[str, Any] = {"outcome": AppealOutcome.CONFIRMED, "answer": f"You said {key} often."}
        appeals.decide_appeal(session, appeal_id=appeal_id, staff_id=second.id, **heard)
        queue.open_case(session, member_id=member.id, staff_id=first.id, reason=f"The police asked for {key}.")


def note_by_writer(site: Site, member: Member, key: str) -> None:
    """Let them write to a fictional profile, and its writer keep a note of it and hand it to moderation."""
    with transaction() as session:
        vera = make_fictional(session, site=disclose(session, site))
        sent = write(session, sender=member, to=vera, body="Hello Vera", is_acknowledged=True)
        writer = make_staff(session)
        about = {"conversation_id": sent.message.conversation_id, "staff_id": writer.id}
        conversations.take(session, **about)
        conversations.write_note(session, text=f"Calls herself {key}", **about)
        fiction_handover.hand_over(session, reason=f"She says {key}.", is_urgent=True, **about)


def pay_by_debit(member: Member, browser: Client, gateway: Gateway, *, key: str, network: str) -> None:
    """Let them order a debit of an account, in a name that is its holder's."""
    browser.http.environ_base["REMOTE_ADDR"] = network
    Payer(member, browser, gateway).pay(holder=f"Holder {key}")


def report_messages(session: Session, member: Member, other: Member, key: str) -> UUID:
    """Let them report what somebody answered to their own words; returns whom they reported."""
    give_credits(session, member_id=other.id, credits=50)
    conversation_id = write(session, sender=other, to=member, body="Hello").message.conversation_id
    answer(session, sender=member, conversation_id=conversation_id, body=f"My {key}")
    sent = answer(session, sender=other, conversation_id=conversation_id, body="Send me a gift card")
    about = {"kind": ReportKind.MESSAGE, "member_id": None, "thing_id": sent.message.id}
    make_report(session, member, other, words=f"They wrote after {key}.", **about)
    found: UUID = other.id
    return found


def ask_what_the_database_refuses(member: Member, other: Member) -> None:
    """Let a constraint refuse somebody's address; the details of its error are values of rows."""
    taken = text("UPDATE accounts.member SET email = (SELECT email FROM accounts.member WHERE id = :id) WHERE id = :by")
    with pytest.raises(IntegrityError), transaction() as session:
        session.execute(taken, {"id": member.id, "by": other.id})
