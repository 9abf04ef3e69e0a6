"""Who may fetch a photo: an address that was signed earlier is refused as soon as its photo is hidden."""

from typing import Any

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.profiles.service import photos
from modules.sites.contracts import Site
from tests.accounts.leaving import ban, delete_now
from tests.conftest import drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.profiles import add_photo, make_fictional
from tests.factories.sites import set_site
from tests.factories.social import like
from tests.fixture_types import CountQueries, LogIn, MakeMember, Pair
from tests.social.test_noted_visits import set_invisible

pytestmark = pytest.mark.search_engine


def take_photos_down(member: Member) -> None:
    with transaction() as session:
        for photo in photos.list_own_photos(session, member.id, epoch=0):
            photos.take_down_photo(session, photo_id=photo.id, reason="explicit")


def switch_fictional_profiles(site: Site, *, is_on: bool) -> None:
    words = {"warning": "This profile is fictional.", "singular": "Character", "plural": "Characters"}
    changes = {f"fictional_{name}": text if is_on else "" for name, text in words.items()}
    set_site(site, fictional_enabled=is_on, **changes)


def addresses_of_likes(browser: Any, kind: str = "received") -> list[str]:
    answer = browser.get(f"/api/v1/likes?type={kind}").get_json()
    return [card["photo"][size] for card in answer["profiles"] for size in ("thumb", "card")]


def addresses_of_chats(browser: Any) -> list[str]:
    answer = browser.get("/api/v1/conversations").get_json()
    return [line["profile"]["photo"][size] for line in answer["conversations"] for size in ("thumb", "card")]


def fetch(browser: Any, addresses: list[str]) -> set[int]:
    return {browser.get(address).status_code for address in addresses}


@pytest.mark.spec("4.12", "6.4")
def test_photos_of_somebody_who_hides_are_hidden_at_once_and_shown_again(
    pair: Pair, login: LogIn, count_queries: CountQueries
) -> None:
    anna, bram = pair
    with transaction() as session:
        add_photo(session, bram.id)
    like(bram, anna)
    hers, his = login(anna), login(bram)
    addresses, his_own = addresses_of_likes(hers), his.get("/api/v1/profile").get_json()["photos"][0]["card"]
    assert fetch(hers, addresses) == {200}
    set_invisible(bram, True)
    assert fetch(hers, addresses) == {404}
    assert fetch(his, [his_own]) == {200}, "everybody sees their own"
    assert count_queries(lambda: his.get(his_own)) == 2, "the login, and whose photo it is"
    set_invisible(bram, False)
    assert fetch(hers, addresses) == {200}


@pytest.mark.spec("4.12", "6.4", "6.7")
def test_partners_see_the_photos_of_somebody_who_hides_until_a_block(pair: Pair, login: LogIn) -> None:
    anna, bram = pair
    with transaction() as session:
        add_photo(session, bram.id)
        give_credits(session, member_id=anna.id, credits=50)
        write(session, sender=anna, to=bram)
    hers, his = login(anna), login(bram)
    set_invisible(bram, True)
    addresses = addresses_of_chats(hers)
    assert fetch(hers, addresses) == {200}
    assert his.post(f"/api/v1/members/{anna.id}/block").status_code == 204
    assert fetch(hers, addresses) == {404}


@pytest.mark.spec("3.10", "6.4")
def test_photos_of_fictional_profiles_are_hidden_as_soon_as_their_site_shows_none(
    make_member: MakeMember, site: Site, login: LogIn
) -> None:
    anna: Member = make_member()
    switch_fictional_profiles(site, is_on=True)
    with transaction() as session:
        flora = make_fictional(session, site=site)
        add_photo(session, flora.id)
    drain_now()
    like(anna, flora)
    hers = login(anna)
    addresses = addresses_of_likes(hers, "sent")
    assert fetch(hers, addresses) == {200}
    switch_fictional_profiles(site, is_on=False)
    assert fetch(hers, addresses) == {404}


@pytest.mark.spec("6.4", "6.7")
def test_a_block_ends_the_addresses_of_photos_at_once(
    pair: Pair, make_member: MakeMember, login: LogIn, count_queries: CountQueries
) -> None:
    anna, bram = pair
    carl = make_member(name="Carl")
    for one in (anna, bram, carl):
        with transaction() as session:
            add_photo(session, one.id)
    like(bram, anna)
    like(carl, anna)
    hers, his = login(anna), login(bram)

    def seen() -> dict[str, str]:
        return {card["name"]: card["photo"]["card"] for card in hers.get("/api/v1/likes").get_json()["profiles"]}

    def own(browser: Any) -> str:
        address: str = browser.get("/api/v1/profile").get_json()["photos"][0]["card"]
        return address

    before = seen()
    assert {hers.get(address).status_code for address in (*before.values(), own(hers))} == {200}
    his_own = own(his)
    assert his.post(f"/api/v1/members/{anna.id}/block").status_code == 204
    assert [hers.get(before[name]).status_code for name in ("Bram", "Carl")] == [404, 200]
    assert his.get(his_own).status_code == 200
    after = seen()
    assert set(after) == {"Carl"}
    assert {hers.get(address).status_code for address in (after["Carl"], own(hers))} == {200}
    assert after["Carl"] == before["Carl"], "a block changes no address, or it would tell of itself"
    assert count_queries(lambda: hers.get(after["Carl"])) == 3, "the login, whose photo it is, and the block"
    assert his.delete(f"/api/v1/members/{anna.id}/block").status_code == 204
    assert hers.get(before["Bram"]).status_code == 200


@pytest.mark.spec("4.2", "6.4")
@pytest.mark.parametrize("leave", [ban, delete_now, take_photos_down], ids=lambda leave: leave.__name__)
def test_photos_of_somebody_who_is_gone_are_gone_at_once(pair: Pair, login: LogIn, leave: Any) -> None:
    anna, bram = pair
    with transaction() as session:
        add_photo(session, bram.id)
    like(bram, anna)
    hers = login(anna)
    (card,) = hers.get("/api/v1/likes").get_json()["profiles"]
    addresses = [card["photo"][size] for size in ("thumb", "card")]
    assert {hers.get(address).status_code for address in addresses} == {200}
    leave(bram)
    assert {hers.get(address).status_code for address in addresses} == {404}
