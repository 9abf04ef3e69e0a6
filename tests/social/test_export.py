"""What the social module tells in the copy of a member's data."""

from uuid import UUID

import pytest
from sqlalchemy import select

from app.kernel.db.session import Session, transaction
from app.kernel.personal.exports import ModuleExport, Table
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.social import queries
from modules.social.contracts import SwipeKind
from modules.social.models import AutoLikeConsent, Block, Like, Swipe, Visit
from modules.social.service import interactions as service
from tests.billing.test_export import whole
from tests.factories.social import block, like, viewer_of
from tests.fixture_types import MakeMember


def test_the_copy_tells_acts_and_consent_in_the_members_language(make_member: MakeMember) -> None:
    names = ("Anna", "Bram", "Cas", "Dirk", "Elif", "Finn", "Gijs")
    anna, bram, cas, dirk, elif_, finn, gijs = (make_member(name=name) for name in names)
    like(anna, gijs)
    like(anna, bram)
    like(cas, anna)
    block(anna, dirk)
    with transaction() as session:
        service.visit_profile(session, viewer=viewer_of(anna), member_id=anna.id, to_id=elif_.id)
    with transaction() as session:
        service.swipe(session, viewer=viewer_of(anna), member_id=anna.id, to_id=finn.id, kind=SwipeKind.PASS)
        service.set_auto_like(session, member_id=anna.id, is_enabled=True)
        accounts_api.erase_member(session, member_id=gijs.id)
    with transaction() as session:
        service.set_auto_like(session, member_id=bram.id, is_enabled=True)
    with transaction(snapshot=True) as session:
        exported = whole(service.export_member(session, anna.id, "nl"))
        passed, visited, blocked, liked_by, liked, given = (
            session.execute(select(column).where(*where)).scalar_one()
            for column, *where in (
                (Swipe.swiped_at, Swipe.member_id == anna.id),
                (Visit.visited_at, Visit.visitor_id == anna.id),
                (Block.created_at, Block.blocker_id == anna.id),
                (Like.created_at, Like.to_id == anna.id),
                (Like.created_at, Like.from_id == anna.id, Like.to_id == bram.id),
                (AutoLikeConsent.given_at, AutoLikeConsent.member_id == anna.id),
            )
        )
    assert exported == ModuleExport(
        data={
            "acts": [
                {"kind": "passed", "with": "Finn", "at": passed},
                {"kind": "visited", "with": "Elif", "at": visited},
                {"kind": "blocked", "with": "Dirk", "at": blocked},
                {"kind": "liked_by", "with": "Cas", "at": liked_by},
                {"kind": "liked", "with": "Bram", "at": liked},
            ],
            "auto_like": {"given_at": given, "withdrawn_at": None, "used_at": None},
        },
        tables=(
            Table(
                "Jij en andere leden",
                [
                    ("Je hebt overgeslagen", "Finn", formats.moment("nl", passed)),
                    ("Je hebt bekeken", "Elif", formats.moment("nl", visited)),
                    ("Je hebt geblokkeerd", "Dirk", formats.moment("nl", blocked)),
                    ("Heeft jou geliket", "Cas", formats.moment("nl", liked_by)),
                    ("Je hebt geliket", "Bram", formats.moment("nl", liked)),
                ],
                ("Wat", "Wie", "Wanneer"),
            ),
        ),
    )


def test_of_very_many_likes_the_copy_holds_a_batch_at_a_time(
    make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, *others = (make_member(name=name) for name in ("Anna", "Bram", "Cas", "Dirk", "Elif", "Finn"))
    for other in others:
        like(anna, other)
    for module in (service, queries):
        monkeypatch.setattr(module, "BATCH", 2)
    named: list[int] = []

    def list_members(session: Session, ids: set[UUID]) -> dict[UUID, Member]:
        named.append(len(ids))
        return members_of(session, ids)

    members_of = accounts_api.list_members
    monkeypatch.setattr(accounts_api, "list_members", list_members)
    with transaction(snapshot=True) as session:
        exported = service.export_member(session, anna.id, "nl")
        assert named == [], "nobody is read before their line is written"
        acts = iter(exported.data["acts"])
        assert next(acts)["with"] == "Finn"
        assert named == [2]
        assert [act["with"] for act in acts] == ["Elif", "Dirk", "Cas", "Bram"]
        assert named == [2, 2, 1]
        assert [who for _, who, _ in exported.tables[0].rows] == ["Finn", "Elif", "Dirk", "Cas", "Bram"]
