"""An address in whichever spelling: staff sign in with theirs and find members by it."""

from urllib.parse import urlencode
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.moderation import api
from modules.moderation.contracts.staff import Role
from modules.moderation.errors import StaffExists
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.fixture_types import MakeColleague, MakeMember
from tests.moderation.test_complaints import send as complain
from tests.moderation.test_sign_in import Browser, sign_in
from tests.reading import read_cases

KEPT = "info@xn--bckerei-5wa.example"
CASES = read_cases("addresses.tsv", escaped=("typed",))
SPELLINGS = [case["typed"] for case in CASES if case["in SMTP"] == KEPT]
in_each_spelling = pytest.mark.parametrize("typed", SPELLINGS, ids=ascii)


@in_each_spelling
@pytest.mark.spec("10.4")
def test_staff_sign_in_with_their_address(client: Client, colleague: MakeColleague, typed: str) -> None:
    name = uuid4().hex
    own = colleague(Role.SUPPORT, email=f"{name}@bäckerei.example")
    mine = typed.replace("info", name)
    assert sign_in(client, own, email=mine).status_code == 200
    with transaction() as session:
        assert api.get_staff_by_email(session, mine).id == own.id
        with pytest.raises(StaffExists):
            api.create_staff(session, email=mine, name="Linden", roles=[Role.SUPPORT], password="lamps lit at sea")


@in_each_spelling
@pytest.mark.spec("10.3")
def test_staff_find_a_member_by_their_address(
    site: Site, make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser, typed: str
) -> None:
    member = make_member(email=KEPT)
    query = urlencode({"email": typed, "site_id": site.id})
    found = staff_browser(colleague(Role.SUPPORT)).get(f"/ops/api/accounts.members?{query}")
    assert [one["id"] for one in found.json["data"]] == [str(member.id)]


@pytest.mark.spec("2.10")
def test_complaints_are_counted_for_a_mailbox_and_not_for_its_spelling(client: Client) -> None:
    name = uuid4().hex[:12]
    sent = [complain(client, email=typed.replace("info", name)).status_code for typed in SPELLINGS[:4]]
    assert sent == [201, 201, 201, 429]
