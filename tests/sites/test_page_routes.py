"""What status every address of the member SPA answers with, as visitors and search engines see it."""

import re
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from app.kernel.mail import links
from app.pages.routes import ROUTES
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.billing import place_order
from tests.factories.messaging import write
from tests.factories.moderation import make_complaint
from tests.fixture_types import LogIn, MakeMember
from tests.sites.test_head import door

__all__ = ["door"]


@pytest.fixture
def open_site(site: Site) -> Site:
    """The test's site, where visitors may look at people."""
    with transaction() as session:
        return sites_api.update_site_settings(session, site_id=site.id, changes={"logged_out_search": True})


UNKNOWN_ID = UUID(int=7)
UNKNOWN = [
    "/settings",
    "/search",
    "/nowhere",
    "/pages/nowhere",
    "/nowhere/at/all",
    "/likes/nobody",
    "/landers/nothing",
    "/landers/video/slug/more",
    "/members/nobody",
    "/members/nobody/chat",
    f"/members/{UNKNOWN_ID}",
    f"/members/{UNKNOWN_ID}/",
    f"/members/{UNKNOWN_ID}/chat",
    f"/members/{UNKNOWN_ID}/landing",
    f"/members/{UNKNOWN_ID}/landing2/autumn",
    f"/members/{UNKNOWN_ID}/signup",
    f"/likes/m/{UNKNOWN_ID}",
    "/transactions/nothing",
    "/chats/nothing",
    f"/cases/{UNKNOWN_ID}",
    f"/complaints/{UNKNOWN_ID}",
    f"/complaints/{UNKNOWN_ID}?key=guessed",
]


@pytest.mark.spec("2.1", "2.3", "8.1")
@pytest.mark.parametrize("pattern", [route.pattern for route in ROUTES if "key" not in (route.subject or "")])
def test_every_route_answers_with_a_page(door: Client, make_member: MakeMember, pattern: str) -> None:
    person = make_member()
    filled = re.sub(r":\w+\?", "", pattern).replace(":id", str(person.id)).replace(":token", "abc")
    for path in {filled, filled.rstrip("/") or "/"}:
        assert door.get(path).status_code == 200, path


@pytest.mark.spec("2.30", "8.1")
@pytest.mark.parametrize("path", UNKNOWN)
def test_what_is_nowhere_is_not_found_and_the_page_says_so_in_the_readers_language(
    door: Client, open_site: Site, path: str
) -> None:
    door.http.set_cookie("language", "de", domain=door.host)
    answer = door.get(path)
    html = answer.get_data(as_text=True)
    assert answer.status_code == 404
    assert '<html lang="de"' in html
    assert '<div id="root">' in html
    assert '"language": "de"' in html


@pytest.mark.spec("8.1")
@pytest.mark.parametrize("path", ["/.vite/manifest.json", "/x/../.vite/manifest.json", "/x/%2e%2e/index.html"])
def test_what_the_build_holds_for_the_server_has_no_address(door: Client, path: str) -> None:
    assert door.get(path).status_code == 404


@pytest.mark.spec("6.1", "6.7")
def test_whoever_is_absent_for_the_reader_is_not_found(door: Client, make_member: MakeMember, login: LogIn) -> None:
    reader, person = make_member(), make_member()
    browser = login(reader)
    path = f"/members/{person.id}"
    page = browser.get(path)
    assert page.status_code == 200
    assert f'"/members/{person.id}": {{' in page.get_data(as_text=True)
    browser.post(f"/api/v1/members/{person.id}/block")
    # Whom this site shows to members only, it does not deny to visitors either.
    assert [browser.get(path).status_code, door.get(path).status_code] == [404, 200]


@pytest.mark.spec("2.9", "2.10", "2.27", "8.1")
def test_what_is_not_the_readers_own_is_not_found(
    door: Client, site: Site, make_member: MakeMember, login: LogIn, client: Client
) -> None:
    owner, other, stranger = make_member(), make_member(), make_member()
    with transaction() as session:
        complaint = make_complaint(session, owner)
        order_id = place_order(session, member=owner)
        write(session, sender=owner, to=other)
    conversation_id = login(owner).get(f"/api/v1/members/{other.id}/conversation").json["conversation_id"]
    paths = [f"/transactions/{order_id}", f"/chats/{conversation_id}", f"/complaints/{complaint.id}"]
    nowhere = [f"/{words}/{UNKNOWN_ID}" for words in ("transactions", "chats", "complaints", "cases")]
    assert [login(owner).get(path).status_code for path in (*paths, *nowhere)] == [200] * 3 + [404] * 4
    assert [login(stranger).get(path).status_code for path in paths] == [404] * 3
    # Visitors are led to the login there, and those with a mailed key to their complaint.
    assert [client.get(path).status_code for path in paths[:2]] == [200] * 2
    key = links.key_of(f"/complaints/{complaint.id}")
    assert client.get(f"{paths[2]}?key={key}").status_code == 200
