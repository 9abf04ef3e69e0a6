"""The pictures by which something was decided are there for whoever hears an objection, and no longer than the rest."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.media.contracts import Use
from modules.media.service.files import storage_keys
from modules.moderation.contracts.decisions import Measure, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import ReportKind
from modules.moderation.jobs import empty_evidence
from modules.profiles.queries import people as queries
from modules.profiles.service import photos
from tests.accounts.leaving import erase_now
from tests.conftest import Client, drain_now
from tests.factories.moderation import Colleague, make_report
from tests.factories.profiles import fill_profile
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_decisions import WARNING, act, decide
from tests.moderation.test_evasion import upload
from tests.moderation.test_keeping import long_ago
from tests.moderation.test_matched_pictures import delete, files, holds
from tests.profiles import pictures


@pytest.fixture
def photo(mo: Member) -> UUID:
    """A photo of Mo's, which is like none of somebody banned: a case of likeness would keep it, too."""
    with transaction() as session:
        fill_profile(session, mo.id)
    photo_id = upload(mo, pictures.encoded(pictures.scene(uuid4().int)))
    with transaction() as session:
        photos.approve_photo(session, photo_id=photo_id)
    return photo_id


@pytest.fixture
def about(mo: Member, photo: UUID, make_member: MakeMember) -> Callable[[ItemKind], dict[str, Any]]:
    """Return what a decision is about, after somebody reported it where it is a report."""

    def run(kind: ItemKind) -> dict[str, Any]:
        reporter, of_photo = make_member(), {"kind": ReportKind.PHOTO, "member_id": mo.id, "thing_id": photo}
        with transaction() as session:
            if kind is not ItemKind.RISK:
                make_report(session, reporter, mo, **(of_photo if kind is ItemKind.PHOTO_REPORT else {}))
        return {"kind": kind, "subject_id": photo if kind is ItemKind.PHOTO_REPORT else mo.id}

    return run


def answers(browser: Client, decision_id: UUID) -> dict[UUID, int]:
    """Return the pictures that whoever hears an objection is shown, with how their files answer."""
    seen = act(browser, "decisions", decision_id, "evidence").json
    told = [seen["photo"], *seen["photos"], *(photo for report in seen["reports"] for photo in report["photos"])]
    return {UUID(photo["id"]): browser.get(photo["full"]).status_code for photo in told if photo}


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("kind", [ItemKind.PHOTO_REPORT, ItemKind.MEMBER_REPORT, ItemKind.RISK])
def test_what_was_seen_is_there_for_the_objection_whatever_its_owner_deletes(
    mo: Member,
    photo: UUID,
    about: Callable[[ItemKind], dict[str, Any]],
    staff: Colleague,
    colleague: MakeColleague,
    staff_browser: OpenConsole,
    kind: ItemKind,
) -> None:
    decision_id = decide(mo, staff, WARNING, **about(kind))
    delete(mo, photo)
    assert answers(staff_browser(colleague()), decision_id) == {photo: 200}


@pytest.mark.spec("9.3", "10.5")
def test_its_files_go_180_days_after_the_last_word(
    mo: Member, photo: UUID, about: Callable[[ItemKind], dict[str, Any]], staff: Colleague
) -> None:
    decision_id = decide(mo, staff, WARNING, **about(ItemKind.PHOTO_REPORT))
    delete(mo, photo)
    empty_evidence()
    drain_now()
    assert (holds(decision_id), files(photo)) == ({photo}, [True])
    long_ago("decision", "in_force_at", decision_id)
    empty_evidence()
    drain_now()
    assert (holds(decision_id), files(photo)) == (set(), [False])


@pytest.mark.spec("9.3", "10.5")
def test_nothing_is_kept_of_what_broke_no_rule(
    mo: Member, photo: UUID, about: Callable[[ItemKind], dict[str, Any]], staff: Colleague
) -> None:
    kinds = (ItemKind.PHOTO_REPORT, ItemKind.MEMBER_REPORT)
    decided = [decide(mo, staff, Verdict(Measure.NONE), **about(kind)) for kind in kinds]
    delete(mo, photo)
    assert ([holds(one) for one in decided], files(photo)) == ([set(), set()], [False])


@pytest.mark.spec("4.2", "9.3")
def test_whoever_is_erased_takes_their_picture_along(
    mo: Member, photo: UUID, about: Callable[[ItemKind], dict[str, Any]], staff: Colleague
) -> None:
    decision_id = decide(mo, staff, WARNING, **about(ItemKind.PHOTO_REPORT))
    with transaction(read_only=True) as session:
        folder = queries.find_photo_folder(session, photo)
    assert folder is not None
    assert storage_keys(Use.PROFILE, folder)
    erase_now(mo)
    drain_now()
    assert (holds(decision_id), storage_keys(Use.PROFILE, folder)) == (set(), [])
