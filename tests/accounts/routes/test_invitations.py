"""Invitations: who may sign up with one, how often, and who hands them out."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from app.kernel.db.session import transaction
from app.kernel.secrets import signing
from modules.accounts import api, jobs
from modules.accounts.contracts import Invitation, Member, MemberStatus
from modules.accounts.errors import TooManyInvitations
from modules.accounts.invitations import policies
from modules.accounts.invitations import service as invitations
from modules.accounts.invitations.models import InvitationRow, InvitationUse
from modules.sites import api as sites_api
from modules.sites.contracts import Signups, Site
from tests.accounts.routes.doors import set_status, sign_up
from tests.conftest import Client
from tests.factories.sites import set_site
from tests.fixture_types import LogIn, MakeMember
from tests.racing import race


@pytest.fixture
def by_invitation(site: Site) -> Site:
    set_site(site, signups=Signups.INVITATION)
    return site


def make(site: Site, **over: Any) -> Invitation:
    with transaction() as session:
        return invitations.create_invitation(session, site=site, **over)


def uses_of(invitation: Invitation) -> int:
    with transaction(read_only=True) as session:
        return session.execute(select(InvitationRow.uses).where(InvitationRow.id == invitation.id)).scalar_one()


def is_open(client: Client, code: str) -> bool:
    answer = client.get("/api/v1/invitations/check", query_string={"code": code})
    assert answer.status_code == 200, answer.json
    return bool(answer.json["is_open"])


class TestSigningUp:
    @pytest.mark.spec("6.2")
    def test_without_an_invitation_nobody_gets_in(self, client: Client, by_invitation: Site) -> None:
        answer = sign_up(client, traffic_source={"network": "leaf"})
        assert (answer.status_code, answer.json["code"]) == (403, "accounts.invitation-needed")
        assert "authentication_required" not in answer.json
        assert client.get("/api/v1/me").status_code == 403

    @pytest.mark.spec("6.2")
    def test_an_invitation_lets_one_person_in(self, app: Flask, client: Client, by_invitation: Site) -> None:
        invitation = make(by_invitation)
        assert is_open(client, invitation.code)
        assert is_open(client, invitation.code.lower().replace("-", ""))
        assert sign_up(client, invite=invitation.code).status_code == 201
        second = Client(app, by_invitation.hosts[0])
        assert not is_open(second, invitation.code)
        answer = sign_up(second, "another-key", email="sam@example.org", invite=invitation.code)
        assert (answer.status_code, answer.json["code"]) == (422, "accounts.invitation-invalid")
        assert answer.json["errors"][0]["pointer"] == "/invite"
        with transaction(read_only=True) as session:
            used = session.execute(select(func.count()).where(InvitationUse.invitation_id == invitation.id))
            assert used.scalar_one() == 1

    @pytest.mark.spec("6.2")
    def test_a_repeated_request_is_one_use(self, client: Client, by_invitation: Site) -> None:
        invitation = make(by_invitation)
        assert [sign_up(client, invite=invitation.code).status_code for _ in range(2)] == [201, 201]
        assert uses_of(invitation) == 1

    @pytest.mark.spec("6.2")
    @pytest.mark.parametrize("code", ["0000-0000-0000", "no such thing", "Ä", "-"])
    def test_a_made_up_code_is_refused(self, client: Client, by_invitation: Site, code: str) -> None:
        assert not is_open(client, code)
        assert sign_up(client, invite=code).json["code"] == "accounts.invitation-invalid"

    @pytest.mark.spec("6.2", "8.2")
    def test_nobody_asks_after_codes_without_end(self, client: Client, by_invitation: Site) -> None:
        def ask(network: str) -> int:
            code = {"code": uuid4().hex[:12]}
            answer = client.get(
                "/api/v1/invitations/check", query_string=code, environ_base={"REMOTE_ADDR": f"{network}.7"}
            )
            return int(answer.status_code)

        asked = [ask("192.0.2") for _ in range(61)]
        assert (asked[0], asked[-1]) == (200, 429)
        assert ask("198.51.100") == 200

    @pytest.mark.spec("6.2")
    def test_revoked_expired_and_foreign_invitations_are_refused_alike(
        self, app: Flask, client: Client, by_invitation: Site
    ) -> None:
        from tests.factories.sites import make_site

        revoked, expired = make(by_invitation), make(by_invitation)
        with transaction() as session:
            foreign = invitations.create_invitation(session, site=make_site(session))
            invitations.revoke_invitation(session, site_id=by_invitation.id, invitation_id=revoked.id)
            past = {"created_at": func.now() - timedelta(days=31), "expires_at": func.now() - timedelta(days=1)}
            session.execute(update(InvitationRow).where(InvitationRow.id == expired.id).values(**past))
        answers = [
            sign_up(client, f"refused-key-{n}", invite=one.code) for n, one in enumerate((revoked, expired, foreign))
        ]
        assert {(answer.status_code, answer.json["code"]) for answer in answers} == {
            (422, "accounts.invitation-invalid")
        }
        assert not any(is_open(client, one.code) for one in (revoked, expired, foreign))

    @pytest.mark.spec("6.2")
    def test_whoever_has_no_invitation_learns_of_no_account(
        self, client: Client, by_invitation: Site, make_member: MakeMember
    ) -> None:
        known = make_member().email
        answers = [
            sign_up(client, f"probe-key-{n}", email=e, invite="0") for n, e in enumerate((known, "x@example.org"))
        ]
        assert [answer.json["code"] for answer in answers] == ["accounts.invitation-invalid"] * 2

    @pytest.mark.spec("6.2")
    def test_a_refused_signup_leaves_the_invitation_open(
        self, client: Client, by_invitation: Site, make_member: MakeMember
    ) -> None:
        invitation = make(by_invitation)
        assert sign_up(client, email=make_member().email, invite=invitation.code).status_code == 409
        assert uses_of(invitation) == 0
        assert sign_up(client, "second-try-key", invite=invitation.code).status_code == 201

    @pytest.mark.spec("6.2")
    def test_on_an_open_site_an_old_invitation_keeps_nobody_out(self, client: Client, site: Site) -> None:
        assert sign_up(client, invite="0000-0000-0000").status_code == 201

    @pytest.mark.spec("6.2")
    def test_a_closed_site_takes_nobody_even_with_an_invitation(self, client: Client, site: Site) -> None:
        invitation = make(site)
        set_site(site, signups=Signups.NONE)
        assert sign_up(client, invite=invitation.code).json["code"] == "accounts.signup-closed"

    @pytest.mark.spec("6.2")
    def test_two_at_once_cannot_share_the_last_use(self, app: Flask, by_invitation: Site) -> None:
        invitation = make(by_invitation)

        def arriving(number: int) -> Callable[[], int]:
            client = Client(app, by_invitation.hosts[0])
            own = {"email": f"r{number}@example.org", "invite": invitation.code}
            return lambda: int(sign_up(client, f"racing-key-{number}", **own).status_code)

        assert sorted(race([arriving(number) for number in range(4)])) == [201, 422, 422, 422]
        assert uses_of(invitation) == 1


class TestHandingOut:
    @pytest.fixture
    def offered(self, site: Site) -> Site:
        set_site(site, member_resell=True)
        return site

    @pytest.mark.spec("3.2", "6.2")
    def test_a_member_invites_where_the_site_lets_members(
        self, app: Flask, offered: Site, make_member: MakeMember, login: LogIn
    ) -> None:
        set_site(offered, signups=Signups.INVITATION)
        hers = login(make_member())
        made = hers.post("/api/v1/invitations", key="inviting-key-1")
        assert made.status_code == 201, made.json
        assert made.json["url"].endswith(f"/signup?invite={made.json['code']}")
        assert sign_up(Client(app, offered.hosts[0]), invite=made.json["code"]).status_code == 201
        answer = hers.get("/api/v1/invitations").json
        assert (answer["is_offered"], answer["left"]) == (True, policies.INVITATIONS_EACH - 1)
        assert [(one["uses"], one["is_open"]) for one in answer["invitations"]] == [(1, False)]

    @pytest.mark.spec("3.2")
    def test_not_where_the_site_does_not(self, make_member: MakeMember, login: LogIn) -> None:
        hers = login(make_member())
        assert hers.get("/api/v1/invitations").json == {"is_offered": False, "left": 0, "invitations": []}
        assert hers.post("/api/v1/invitations", key="inviting-key-1").json["code"] == "accounts.invitations-closed"

    @pytest.mark.spec("6.2")
    def test_not_before_the_address_is_confirmed(self, offered: Site, make_member: MakeMember, login: LogIn) -> None:
        hers = login(make_member(confirmed=False))
        assert hers.post("/api/v1/invitations", key="inviting-key-1").json["code"] == "accounts.invitations-closed"

    def test_five_in_thirty_days_and_taking_back_makes_no_room(
        self, offered: Site, make_member: MakeMember, login: LogIn
    ) -> None:
        hers = login(make_member())
        made = [hers.post("/api/v1/invitations", key=f"inviting-key-{n}") for n in range(policies.INVITATIONS_EACH)]
        assert {answer.status_code for answer in made} == {201}
        assert hers.delete(f"/api/v1/invitations/{made[0].json['id']}").status_code == 204
        refused = hers.post("/api/v1/invitations", key="one-too-many")
        assert (refused.status_code, refused.json["code"]) == (429, "accounts.too-many-invitations")
        assert "5 " in refused.json["detail"]

    def test_of_many_made_at_once_five_are(self, offered: Site, member: Member) -> None:
        def invite() -> None:
            with transaction() as session:
                site = sites_api.get_site(session, offered.id)
                invitations.invite_somebody(session, site=site, member_id=member.id)

        results = race([invite] * (policies.INVITATIONS_EACH + 3))
        assert [type(result) for result in results].count(TooManyInvitations) == 3
        assert results.count(None) == policies.INVITATIONS_EACH

    def test_nobody_takes_back_what_others_made(self, offered: Site, make_member: MakeMember, login: LogIn) -> None:
        theirs = make(offered, made_by=make_member().id)
        hers = login(make_member())
        assert hers.delete(f"/api/v1/invitations/{theirs.id}").status_code == 404
        assert is_open(hers, theirs.code)

    @pytest.mark.spec("6.2")
    def test_whoever_is_gone_invites_nobody(self, client: Client, offered: Site, member: Member) -> None:
        invitation = make(offered, made_by=member.id)
        assert is_open(client, invitation.code)
        set_status(member, MemberStatus.BANNED)
        assert not is_open(client, invitation.code)


@pytest.mark.spec("3.2")
def test_the_link_is_on_the_sites_own_domain(site: Site) -> None:
    invitation = make(site)
    with transaction(read_only=True) as session:
        assert site.domain in invitation.url
        assert invitation.url == sites_api.site_url(
            sites_api.get_site(session, site.id), f"/signup?invite={invitation.code}"
        )


@pytest.mark.spec("6.2")
def test_a_code_that_was_handed_out_stays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not stored: every version makes the same one of an id, or the links of before would lead nowhere."""
    monkeypatch.setattr(signing, "read_key", lambda: b"the key of this installation's hashes")
    assert invitations._code_of(UUID(int=7)) == "FXJH-AKH6-SKJ2"


def note_of(invitation: Invitation) -> str:
    with transaction(read_only=True) as session:
        return session.execute(select(InvitationRow.note).where(InvitationRow.id == invitation.id)).scalar_one()


class TestNotes:
    @pytest.mark.spec("4.2")
    def test_the_note_of_an_invitation_for_one_goes_with_who_came_by_it(self, client: Client, site: Site) -> None:
        set_site(site, signups=Signups.INVITATION)
        hers, others, many = make(site, note="For Ada"), make(site, note="For Sam"), make(site, note="Choir", uses=9)
        assert sign_up(client, "hers-key-1", invite=hers.code).status_code == 201
        assert sign_up(client, "many-key-1", email="bo@example.org", invite=many.code).status_code == 201
        asked = select(InvitationUse.member_id).where(InvitationUse.invitation_id.in_((hers.id, many.id)))
        with transaction() as session:
            for member_id in session.execute(asked).scalars().all():
                api.erase_member(session, member_id=member_id)
        assert [note_of(one) for one in (hers, others, many)] == ["", "For Sam", "Choir"]

    @pytest.mark.spec("4.2")
    def test_a_note_goes_after_180_days_when_nobody_can_come_by_it_any_more(self, site: Site) -> None:
        fresh, open_still, over, revoked, used = (make(site, note="For Ada", days=365) for _ in range(5))
        row, day = InvitationRow, timedelta(days=1)
        changes: dict[Invitation, dict[str, Any]] = {
            fresh: {"created_at": func.now() - 179 * day, "expires_at": func.now() - day},
            open_still: {"created_at": func.now() - 181 * day},
            over: {"created_at": func.now() - 181 * day, "expires_at": func.now() - day},
            revoked: {"created_at": func.now() - 181 * day, "revoked_at": func.now()},
            used: {"created_at": func.now() - 181 * day, "uses": 1},
        }
        with transaction() as session:
            for invitation, values in changes.items():
                session.execute(update(row).where(row.id == invitation.id).values(**values))
        jobs.remove_stale()
        assert [note_of(one) for one in changes] == ["For Ada", "For Ada", "", "", ""]
