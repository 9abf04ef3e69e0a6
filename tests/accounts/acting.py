"""What members do that leaves rows without words: with others, with settings and money; and cases of them."""

from dataclasses import replace
from datetime import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from app.kernel import clock
from app.kernel.config import config
from app.kernel.db.session import transaction
from modules.accounts.contracts import Feature, Member
from modules.accounts.invitations import service as invitations
from modules.billing.payments.service import payments
from modules.catalog.contracts import Aim, Matter, Question, Way
from modules.catalog.service import finder
from modules.messaging import api as messaging_api
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind, Signal
from modules.moderation.decisions.service import fraud
from modules.moderation.queue.service import matches, queue
from modules.notifications.contracts import Cause, Channel, MailRhythm, MailState, NoticeType
from modules.notifications.models import Mail
from modules.notifications.service import mails, pushes, settings, unsent
from modules.notifications.service.unsent import UnsentPush
from modules.profiles.queries.people import list_own_photos
from modules.sites.contracts import Site
from modules.social.contracts import SwipeKind
from modules.social.service import interactions as social
from tests.conftest import Client, drain_now
from tests.factories.billing import buy_with_own_code, charge_back, give_credits, save_spending_rules
from tests.factories.messaging import write
from tests.factories.moderation import make_decision, make_staff
from tests.factories.profiles import fill_profile
from tests.factories.social import like, viewer_of
from tests.fixture_types import MakeMember
from tests.messaging.photographing import send as send_photo


def make_others(member: Member, make_member: MakeMember) -> list[Any]:
    """Make a member with an id before another's and one with an id after it: pairs are kept in the order of ids."""
    before, after = None, None
    while before is None or after is None:
        other = make_member(name="Kim")
        before, after = (other, after) if other.id < member.id else (before, other)
    with transaction() as session:
        for other in (before, after):
            fill_profile(session, other.id)
            give_credits(session, member_id=other.id, credits=100)
    return [before, after]


def meet(member: Member, others: list[Any]) -> None:
    """Let a member and others visit, like, pass over and write to each other; all must be there for one another."""
    for other in others:
        for one, two in ((member, other), (other, member)):
            about: dict[str, Any] = {"viewer": viewer_of(one), "member_id": one.id, "to_id": two.id}
            with transaction() as session:
                social.visit_profile(session, **about)
                social.swipe(session, kind=SwipeKind.PASS, **about)
            like(one, two)
        with transaction() as session:
            write(session, sender=other, to=member)
    with transaction() as session:
        social.set_auto_like(session, member_id=member.id, is_enabled=True)
        social.give_auto_like(session, viewer=viewer_of(member), member_id=member.id, to_id=others[0].id)
        social.set_auto_like(session, member_id=member.id, is_enabled=False)


def invite(site: Site, member: Member, key: str) -> None:
    """Let a member have come by an invitation of the operator's, with a note of whom it is for, and make one."""
    with transaction() as session:
        theirs = invitations.create_invitation(session, site=site, note=f"For {key}")
        invitation_id = invitations.take_invitation(session, site_id=site.id, code=theirs.code)
        assert invitation_id is not None
        invitations.note_use(session, invitation_id=invitation_id, member_id=member.id)
        invitations.create_invitation(session, site=site, made_by=member.id)


def answer_finder(member: Member) -> None:
    """Let a member tell the match finder what it asks beyond the profile."""
    told: dict[Question, dict[str, Any]] = {
        Question.DISTANCE: {"radius_km": 50},
        Question.AIM: {"aim": Aim.LASTING},
        Question.WAYS: {"ways": (Way.HOME, Way.CULTURE)},
        Question.MATTERS: {"matters": (Matter.NEAR,)},
    }
    with transaction() as session:
        for question, values in told.items():
            finder.save_answer(session, member_id=member.id, question=question, values=values)


def wish(member: Member) -> None:
    """Let a member say how they want to be told, have one mail sent and one sent back, and a push message wait."""
    changes = {
        Channel.MAIL: {NoticeType.LIKE: False},
        Channel.PUSH: {NoticeType.OFFER: False},
        "mail_rhythm": MailRhythm.DAILY,
        "quiet_from": time(22),
        "quiet_until": time(7),
        "shows_text": True,
        "is_night_silent": False,
    }
    with pytest.MonkeyPatch.context() as patch, transaction() as session:
        patch.setattr(pushes, "config", lambda: replace(config(), vapid_file=Path("key.pem")))
        settings.change_settings(session, member_id=member.id, changes=changes)
        settings.disable_mail(session, member_id=member.id, types=[NoticeType.MESSAGE], cause=Cause.BOUNCE)
        pushes.request_push(session, member_id=member.id, type=NoticeType.MATCH)
        waiting = UnsentPush(member.id, uuid4(), NoticeType.MATCH, version=9, queued_at=clock.now())
        unsent.add_unsent(session, waiting)
        queued = select(Mail.id).where(Mail.member_id == member.id, Mail.state == MailState.QUEUED).limit(1)
        mails.record_sent(session, mail_id=session.execute(queued).scalar_one())


def save_money_rules(member: Member) -> None:
    """Let a member be known to the provider, use a code of their own, have money charged back, and limit what they
    spend; last of all that they buy.
    """
    payments._create_customer("mollie", member.id, "en")
    with transaction() as session:
        charge_back(session, order_id=buy_with_own_code(session, member=member))
    with transaction() as session:
        save_spending_rules(session, member=member)


def show_photo(member: Member, browser: Client, other: Member) -> None:
    """Let a member send a photo, and a case hold it."""
    sent = send_photo(browser, other)
    assert sent.status_code == 201, sent.json
    drain_now()
    with transaction() as session:
        messaging_api.hold_photos(session, message_ids=[sent.json["message"]["id"]], case_id=uuid4())


def open_cases(member: Member, first: Any) -> None:
    """Note by which signs a member and another are alike, keep the member from something, and tell each of the two that
    the other was removed for fraud; last of all, for the member cannot send photos any more.
    """
    with transaction() as session:
        photo = {"photo_id": list_own_photos(session, member.id)[0].id, "known_id": None}
        for one, two, signal, found in (
            (member, first, Signal.BANNED_PHOTO, photo),
            (first, member, Signal.SHARED_DEVICE, {"photo_id": None, "known_id": None}),
        ):
            about: dict[str, Any] = {"kind": ItemKind.EVASION, "subject_id": one.id, "member_id": one.id}
            item_id = queue.open_item(session, signals=[signal], **about)
            matches.note_matches(session, item_id=item_id, matches=[{"signal": signal, **found, "other_id": two.id}])
        verdict = Verdict(Measure.FEATURE_LIMIT, rule=Rule.SPAM, features=(Feature.PHOTOS,), days=7)
        make_decision(session, member, make_staff(session), verdict)
        fraud.notify_fraud(session, removed_id=first.id, returned={member.id: 3})
        fraud.notify_fraud(session, removed_id=member.id, returned={first.id: 3})
        fraud.withdraw_notices(session, removed_id=first.id)
