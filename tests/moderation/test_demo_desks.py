"""The demo leaves work on every desk of the staff, and a small one as little as so few people make."""

from typing import Any

import pytest
from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from cli.dev.demo import desks
from modules.sites.contracts import Site
from tests.factories.moderation import make_staff
from tests.fixture_types import MakeMember

COUNTED = {
    "kinds": "SELECT array_agg(DISTINCT kind ORDER BY kind) FROM moderation.review_item "
    "WHERE site_id = :site AND closed_at IS NULL",
    "decisions": "SELECT array_agg(DISTINCT d.state ORDER BY d.state) FROM moderation.decision d "
    "JOIN accounts.member m ON m.id = d.member_id WHERE m.site_id = :site",
    "appeals": "SELECT count(*) FROM moderation.appeal a JOIN moderation.decision d ON d.id = a.decision_id "
    "JOIN accounts.member m ON m.id = d.member_id WHERE m.site_id = :site AND a.state = 'open'",
    "complaints": "SELECT array_agg(DISTINCT state ORDER BY state) FROM moderation.complaint WHERE site_id = :site",
}


def found(session: Session, site: Site) -> dict[str, Any]:
    return {name: session.execute(text(asked), {"site": site.id}).scalar_one() for name, asked in COUNTED.items()}


@pytest.mark.usefixtures("app")
@pytest.mark.spec("10.10")
def test_every_desk_has_something_to_decide(
    site: Site, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(11):
        make_member()
    with transaction() as session:
        session.execute(
            text("UPDATE profiles.profile SET headline = 'By the sea' WHERE site_id = :site"), {"site": site.id}
        )
        rowan = make_staff(session, name="Rowan")

    desks.fill_queues(site, colleague=rowan.id)
    with transaction(read_only=True) as session:
        assert found(session, site) == {"kinds": None, "decisions": None, "appeals": 0, "complaints": None}

    monkeypatch.setattr(desks, "PEOPLE_PER_CASE", 2)
    desks.fill_queues(site, colleague=rowan.id)
    with transaction(read_only=True) as session:
        assert found(session, site) == {
            "kinds": ["member-report", "profile-text", "risk"],
            "decisions": ["in-force", "proposed"],
            "appeals": 1,
            "complaints": ["open", "waiting"],
        }
