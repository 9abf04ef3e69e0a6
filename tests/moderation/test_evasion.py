"""Who comes back after a ban is looked at: by the address, the file of a photo, and what it looks like."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from PIL import Image, ImageOps
from sqlalchemy import func, select, update

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.accounts.sessions.models import LoginSession
from modules.accounts.sessions.service import sessions
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.models import BannedLikeness, BannedMark
from modules.moderation.decisions.policies import likeness as likeness_policies
from modules.moderation.decisions.service import decisions, evasion
from modules.moderation.queue.models import ReviewItemRow, ReviewMatch
from modules.moderation.queue.service import queue, watching
from modules.moderation.service import retention
from modules.profiles import api as profiles_api
from modules.profiles.service import photos
from tests.accounts.leaving import erase_now
from tests.accounts.routes.doors import links, sign_up
from tests.conftest import Client, drain_now
from tests.factories.moderation import Colleague
from tests.factories.profiles import fill_profile
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import A_WEEK, FOR_GOOD, act, countersign, decide, lift, log_in, row_of
from tests.moderation.test_queue import items, only
from tests.profiles import pictures


@pytest.mark.spec("10.5")
def test_who_comes_back_after_a_ban_is_looked_at_and_not_banned(
    mo: Member, staff: Colleague, make_member: MakeMember
) -> None:
    decision_id = decide(mo, staff, A_WEEK)
    local, _, domain = mo.email.partition("@")
    back = make_member(email=f"{local}+again@{domain}")
    with transaction() as session:
        evasion.watch_email(session, member_id=back.id)
    item = only(back, ItemKind.EVASION)
    assert (item.signals, back.status) == (["banned-email"], "active")
    with transaction() as session:
        decisions.lift(session, decision_id=decision_id, staff_id=staff.id, reason="a mistake")
        kept = select(BannedMark.kind).where(BannedMark.decision_id == decision_id)
        assert session.execute(kept).all() == []


def upload(member: Member, content: bytes) -> UUID:
    """Let a member upload a picture, and have it made ready."""
    with transaction() as session:
        photo_id = photos.add_photo(session, member_id=member.id, is_paid=True, content=content)
    drain_now()
    return photo_id


def saved_anew(picture: Image.Image) -> bytes:
    return pictures.encoded(picture, quality=40)


@pytest.mark.spec("10.5", "6.4")
@pytest.mark.parametrize(
    ("change", "is_known"),
    [
        (lambda picture: picture, True),
        (lambda picture: picture.resize((300, 400)), True),
        (lambda picture: picture.rotate(90, expand=True), True),
        (ImageOps.mirror, True),
        (ImageOps.flip, True),
        (lambda picture: ImageOps.mirror(picture.rotate(270, expand=True)), True),
        (lambda _: pictures.scene(8), False),
    ],
    ids=["quality", "smaller", "turned", "mirrored", "upside-down", "turned-and-mirrored", "another"],
)
def test_a_banned_persons_picture_is_known_again_however_it_was_saved(
    mo: Member, staff: Colleague, make_member: MakeMember, change: Callable[[Image.Image], Image.Image], is_known: bool
) -> None:
    picture = pictures.scene(7)
    upload(mo, pictures.encoded(picture, quality=92))
    decision_id = decide(mo, staff, A_WEEK)
    back = make_member()
    photo_id = upload(back, saved_anew(change(picture)))
    found = [one.signals for one in items(back, ItemKind.EVASION)]
    assert found == ([["banned-photo"]] if is_known else [])
    with transaction() as session:
        assert accounts_api.get_member(session, back.id).status == "active"
        queue.settle(session, kind=ItemKind.EVASION, subject_id=back.id)
        decisions.lift(session, decision_id=decision_id, staff_id=staff.id, reason="a mistake")
        evasion.watch_photo(session, photo_id=photo_id)
    # With the ban, what was kept of the picture is gone too.
    assert len(items(back, ItemKind.EVASION)) == len(found)


@pytest.mark.spec("9.3")
def test_what_a_banned_persons_picture_looks_like_is_kept_keyed_and_for_three_years(
    mo: Member, staff: Colleague
) -> None:
    upload(mo, pictures.encoded(pictures.scene(7)))
    decision_id = decide(mo, staff, A_WEEK)
    kept = select(BannedLikeness.bands).where(BannedLikeness.decision_id == decision_id)
    with transaction() as session:
        (likeness,) = (look.likeness for look in profiles_api.list_fingerprints(session, mo.id))
        (bands,) = session.execute(kept).scalars()
        assert likeness is not None
        plain = {int.from_bytes(band, "big") for band in likeness_policies.bands(likeness)}
        assert len(set(bands)) == 16
        assert not plain & set(bands)
        old = clock.now() - retention.MARKS_ARE_KEPT - timedelta(days=1)
        session.execute(update(BannedLikeness).values(created_at=old))
        retention.empty_evidence(session)
        assert session.execute(kept).all() == []


@pytest.mark.spec("10.5")
def test_a_picture_with_nothing_on_it_looks_like_nothing_and_is_known_again_by_its_file(
    mo: Member, staff: Colleague, make_member: MakeMember
) -> None:
    plain = pictures.encoded(Image.new("RGB", (600, 800), (200, 100, 50)))
    known = upload(mo, plain)
    with transaction(read_only=True) as session:
        assert [look.likeness for look in profiles_api.list_fingerprints(session, mo.id)] == [None]
    upload(mo, pictures.encoded(pictures.scene(7)))
    decide(mo, staff, A_WEEK)
    photo_id = upload(make_member(), plain)
    row = ReviewMatch
    with transaction(read_only=True) as session:
        matches = session.execute(select(row.other_id, row.known_id).where(row.photo_id == photo_id)).all()
    assert matches == [(mo.id, known)]


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("A.b+c@GMail.com", "ab@gmail.com"),
        ("a.b@googlemail.com", "ab@gmail.com"),
        ("A.b-c_d+e@pm.me", "abcd@proton.me"),
        ("abcd@ProtonMail.com", "abcd@proton.me"),
        ("abcd@protonmail.ch", "abcd@proton.me"),
        ("base-shop+x@yahoo.co.uk", "base-@yahoo.co.uk"),
        ("base-news@yahoo.co.uk", "base-@yahoo.co.uk"),
        ("base@yahoo.co.uk", "base@yahoo.co.uk"),
        ("a-b@yahoo.co.jp", "a-b@yahoo.co.jp"),
        ("a.b-c@ymail.com", "a.b-c@ymail.com"),
        ("+x@example.org", "+x@example.org"),
        (" a.b+x@example.org", "a.b@example.org"),
        ('"a@b"+c@example.org', '"a@b"@example.org'),
    ],
)
def test_an_address_is_known_again_without_dots_and_tags(address: str, plain: str) -> None:
    with transaction(read_only=True) as session:
        assert session.execute(select(func.accounts.mailbox(address))).scalar_one() == plain


def tagged(email: str) -> str:
    local, _, domain = email.partition("@")
    return f"{local}+2@{domain}"


def share_browser(*people: Any) -> None:
    with transaction() as session:
        for one in people:
            sessions.open_session(session, member_id=one.id, device=people[0].id.hex)


def evidence_of(browser: Client, item: Any) -> Any:
    """Take a case on, and see what there is to see."""
    assert act(browser, "review", item.id, "claim", version=item.version).status_code == 200
    return act(browser, "review", item.id, "evidence").json


@pytest.mark.spec("10.5")
def test_whoever_judges_sees_which_ban_which_account_and_which_picture_matched(
    mo: Member, staff: Colleague, staff_browser: OpenConsole, make_member: MakeMember
) -> None:
    known = upload(mo, pictures.encoded(pictures.scene(7)))
    decision_id = decide(mo, staff, A_WEEK)
    back = make_member(email=tagged(mo.email), name="Momo")
    with transaction() as session:
        fill_profile(session, back.id, about="I am new here.")
        evasion.watch_email(session, member_id=back.id)
    photo = upload(back, saved_anew(ImageOps.mirror(pictures.scene(7))))
    share_browser(back, mo)
    with transaction() as session:
        watching.watch_device(session, member_id=back.id)
    browser = staff_browser(staff)
    seen = evidence_of(browser, only(back, ItemKind.EVASION))
    assert seen["texts"]["about"] == "I am new here."
    (match,) = seen["matches"]
    assert sorted(match["signals"]) == ["banned-device", "banned-email", "banned-photo"]
    other, (ban,), (pictured,) = match["member"], match["bans"], match["pictures"]
    assert (other["id"], other["name"], other["status"]) == (str(mo.id), "Mo", "banned")
    assert other["signup_at"] == mo.signup_at.isoformat()
    assert (ban["id"], ban["number"]) == (str(decision_id), row_of(decision_id).number)
    assert (ban["measure"], ban["rule"], ban["state"]) == ("timed-ban", "insult", "in-force")
    assert (pictured["photo"]["id"], pictured["known"]["id"]) == (str(photo), str(known))
    assert pictured["known"]["blurred"] != pictured["known"]["full"]


@pytest.mark.spec("10.5")
def test_the_accounts_that_share_a_browser_are_named_and_the_second_person_sees_them_too(
    staff: Colleague, colleague: MakeColleague, staff_browser: OpenConsole, make_member: MakeMember
) -> None:
    people = [make_member(name=name) for name in ("Ada", "Bea", "Cleo")]
    share_browser(*people)
    with transaction() as session:
        watching.watch_device(session, member_id=people[0].id)
        watching.watch_device(session, member_id=people[0].id)
    item, browser = only(people[0], ItemKind.RISK), staff_browser(staff)
    seen = evidence_of(browser, item)
    others = [(match["member"]["name"], match["signals"], match["bans"]) for match in seen["matches"]]
    assert sorted(others) == [("Bea", ["shared-device"], []), ("Cleo", ["shared-device"], [])]
    verdict = {"measure": "permanent-ban", "rule": "fraud", "version": item.version + 1}
    assert act(browser, "review", item.id, "decide", **verdict).status_code == 200
    (proposed,) = browser.get(f"/ops/api/moderation.decisions?member_id={people[0].id}").json["data"]
    second = staff_browser(colleague(Role.MODERATOR, name="Robin"))
    assert act(second, "decisions", proposed["id"], "evidence").json["matches"] == seen["matches"]


def matches_of(member: Member) -> list[tuple[str, UUID]]:
    row, item = ReviewMatch, ReviewItemRow
    named = select(row.signal, row.other_id).join(item, item.id == row.item_id).where(item.member_id == member.id)
    with transaction(read_only=True) as session:
        return sorted((one.signal, one.other_id) for one in session.execute(named))


@pytest.mark.spec("10.5")
@pytest.mark.parametrize(
    ("noted", "typed"),
    [
        ("{}.b@pm.me", "{}.B+again@pm.me"),
        ("{}-news@yahoo.co.uk", "{}-News@yahoo.co.uk"),
        ("{}@bäckerei.example", "{}+again@xn--bckerei-5wa.example"),
        ("{}@xn--bckerei-5wa.example", "{}+again@Bäckerei.example"),
    ],
    ids=["proton", "yahoo", "unicode", "today"],
)
def test_who_signs_up_with_an_address_that_an_earlier_version_noted_of_a_ban_is_looked_at(
    mo: Member, staff: Colleague, client: Client, monkeypatch: pytest.MonkeyPatch, noted: str, typed: str
) -> None:
    name = f"a{uuid4().hex[:12]}"
    with monkeypatch.context() as earlier:
        earlier.setattr(accounts_api, "find_mailbox", lambda *_: noted.format(name))
        decide(mo, staff, A_WEEK)
    member_id = UUID(sign_up(client, email=typed.format(name)).json["id"])
    assert client.post("/api/v1/activation", {"token": links(member_id, "activate")[0]}).status_code == 200
    drain_now()
    with transaction(read_only=True) as session:
        back = accounts_api.get_member(session, member_id)
    assert back.status == "active"
    assert only(back, ItemKind.EVASION).signals == ["banned-email"]
    assert matches_of(back) == [("banned-email", mo.id)]


@pytest.mark.spec("10.5", "9.3")
def test_what_matched_is_forgotten_with_the_case_and_with_the_member(
    mo: Member, staff: Colleague, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins = [make_member(email=tagged(mo.email)), make_member(email=tagged(tagged(mo.email)))]
    decide(mo, staff, A_WEEK)
    drain_now()
    assert [matches_of(one) for one in twins] == [[("banned-email", mo.id)]] * 2
    with transaction() as session:
        retention.erase_member(session, member_id=twins[0].id)
        queue.settle(session, kind=ItemKind.EVASION, subject_id=twins[1].id)
        retention.empty_evidence(session)
    assert [matches_of(one) for one in twins] == [[], [("banned-email", mo.id)]]
    monkeypatch.setattr(retention, "EVIDENCE_IS_KEPT", timedelta(seconds=-1))
    with transaction() as session:
        retention.empty_evidence(session)
    assert matches_of(twins[1]) == []


@pytest.mark.spec("10.5")
def test_a_ban_looks_at_the_accounts_that_are_there_already_and_bans_none_of_them(
    mo: Member, staff: Colleague, make_member: MakeMember
) -> None:
    upload(mo, pictures.encoded(pictures.scene(11), quality=92))
    mailed, browsing, pictured, stranger = make_member(email=tagged(mo.email)), *(make_member() for _ in range(3))
    share_browser(mo, browsing)
    photo_id = upload(pictured, saved_anew(pictures.scene(11).rotate(90, expand=True)))
    upload(stranger, pictures.encoded(pictures.scene(12)))
    everybody = (mailed, browsing, pictured, stranger)
    assert [items(one, ItemKind.EVASION) for one in everybody] == [[]] * 4
    decision_id = decide(mo, staff, A_WEEK)
    drain_now()
    assert [matches_of(one) for one in everybody] == [
        [("banned-email", mo.id)],
        [("banned-device", mo.id)],
        [("banned-photo", mo.id)],
        [],
    ]
    with transaction() as session:
        # Asked twice, there is one case of each all the same.
        evasion.look_back(session, decision_id=decision_id)
        assert {accounts_api.get_member(session, one.id).status for one in everybody} == {"active"}
        shown = select(ReviewMatch.photo_id).where(ReviewMatch.signal == "banned-photo", ReviewMatch.other_id == mo.id)
        assert session.execute(shown).scalars().all() == [photo_id]
    assert [len(items(one, ItemKind.EVASION)) for one in everybody] == [1, 1, 1, 0]
    assert items(mo, ItemKind.EVASION) == []


@pytest.mark.spec("10.5")
def test_a_ban_looks_back_when_it_is_signed_and_not_when_it_was_taken_back(
    mo: Member, staff: Colleague, colleague: MakeColleague, make_member: MakeMember
) -> None:
    twin = make_member(email=tagged(mo.email))
    lifted = decide(mo, staff, A_WEEK)
    lift(lifted, staff)
    drain_now()
    proposed = decide(mo, staff, FOR_GOOD)
    drain_now()
    assert items(twin, ItemKind.EVASION) == []
    second = colleague()
    countersign(proposed, second)
    drain_now()
    assert only(twin, ItemKind.EVASION).signals == ["banned-email"]


@pytest.mark.spec("10.5")
def test_a_warning_looks_at_nobody_else(mo: Member, staff: Colleague, make_member: MakeMember) -> None:
    twin = make_member(email=tagged(mo.email))
    decide(mo, staff, Verdict(Measure.WARNING, Rule.SPAM, facts="You wrote the same to many."))
    drain_now()
    assert items(twin) == []


def forget_sessions(member: Member) -> None:
    with transaction() as session:
        long_ago = clock.now() - sessions.RETENTION - timedelta(days=1)
        session.execute(update(LoginSession).where(LoginSession.member_id == member.id).values(expires_at=long_ago))
        sessions.remove_stale(session)


@pytest.mark.spec("10.5", "9.3")
@pytest.mark.parametrize("forget", [forget_sessions, erase_now])
def test_the_browser_of_somebody_banned_is_known_again_when_its_sessions_are_forgotten(
    mo: Member,
    staff: Colleague,
    staff_browser: OpenConsole,
    make_member: MakeMember,
    client: Client,
    forget: Callable[[Any], None],
) -> None:
    back, stranger = make_member(), make_member()
    assert log_in(client, mo).status_code < 300
    decide(mo, staff, A_WEEK)
    drain_now()
    forget(mo)
    drain_now()
    # Their first login was from elsewhere, so that the next one is from a new browser.
    for one in (back, stranger):
        share_browser(one)
    assert log_in(client, back).status_code < 300
    with transaction() as session:
        evasion.watch_device(session, member_id=stranger.id)
    drain_now()
    assert only(back, ItemKind.EVASION).signals == ["banned-device"]
    assert matches_of(back) == [("banned-device", mo.id)]
    assert items(stranger, ItemKind.EVASION) == []
    (match,) = evidence_of(staff_browser(staff), only(back, ItemKind.EVASION))["matches"]
    assert [ban["rule"] for ban in match["bans"]] == ["insult"]
