"""A mail about likes names nobody whom the member's own list does not show."""

import pytest

from app.kernel.db.session import transaction
from modules.profiles.service import profile
from modules.sites.contracts import Site
from tests.conftest import drain_now
from tests.factories.profiles import make_fictional
from tests.factories.sites import disclose
from tests.factories.social import block, like
from tests.fixture_types import MakeMember
from tests.notifications.conftest import Postman
from tests.notifications.test_mails import text_of


@pytest.mark.spec("6.7")
def test_a_liker_who_is_blocked_meanwhile_is_not_named(make_member: MakeMember, postman: Postman) -> None:
    anna, bram, carl = (make_member(name=name, language="en") for name in ("Anna", "Bram", "Carl"))
    like(bram, anna)
    block(anna, bram)
    like(carl, anna)
    drain_now()
    (mail,) = postman.to(anna.email)
    assert mail["Subject"] == "Carl likes you"
    assert "Bram" not in text_of(mail)


def test_a_liker_of_a_kind_that_the_member_hides_is_not_told_of(
    make_member: MakeMember, site: Site, postman: Postman
) -> None:
    anna, bram = make_member(name="Anna", language="en"), make_member(name="Bram", language="en")
    with transaction() as session:
        made_up = make_fictional(session, site=disclose(session, site), name="Flora")
        profile.update_profile(session, member_id=anna.id, changes={"hide_fictional": True})
    drain_now()
    like(made_up, anna)
    drain_now()
    assert postman.to(anna.email) == []
    like(bram, anna)
    drain_now()
    assert [mail["Subject"] for mail in postman.to(anna.email)] == ["Bram likes you"]
