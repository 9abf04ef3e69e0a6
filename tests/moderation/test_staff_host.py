"""The console on a host of its own: there and nowhere else, and nothing else there; without one, on every host."""

from collections.abc import Callable

import pytest
from flask.app import Flask

from app.bootstrap import create_app
from app.kernel.config import ConfigError, config
from app.kernel.db.session import transaction
from app.kernel.http.hosts import console_url
from modules.accounts.contracts import Member
from modules.moderation.contracts.staff import Role
from modules.profiles.service import photos
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.moderation import open_session
from tests.factories.profiles import add_photo, fill_profile
from tests.fixture_types import MakeColleague
from tests.front_ends import small_front_ends
from tests.settings import SetEnv

STAFF = "staff.example"
PAGES = ("/ops", "/ops/", "/ops/login", "/ops/accounts.members/1/show", "/ops/api")
CALLS = [
    *(("GET", path) for path in ("session", "waiting", "accounts.members", "media/photos/a/full.webp?v=a&e=1")),
    *((method, "session") for method in ("POST", "PUT", "DELETE")),
]
# Pages, files, both APIs, what search engines and service workers ask for.
OF_MEMBERS = (
    *("/", "/members", "/login", "/pages/terms", "/opsimath", "/assets/none.js", "/robots.txt", "/sitemap.xml"),
    *("/sw.js", "/manifest.webmanifest", "/offline.html", "/icons/192.png", "/share-picture.png"),
    *("/api/v1/settings", "/api/v1/me", "/api/openapi.json", "/api/user.php", "/media/photos/a/full.webp?v=a&e=1"),
)


@pytest.fixture(scope="module")
def app(_engines: None, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application with small front ends."""
    with small_front_ends(tmp_path_factory.mktemp("front-ends")):
        return create_app()


@pytest.fixture
def keep(set_env: SetEnv) -> Callable[[str], None]:
    """Keep a host for staff."""
    return lambda host: set_env(HEARTH_OPS_HOST=host)


@pytest.fixture
def at_work(app: Flask, colleague: MakeColleague) -> Callable[[str], Client]:
    """Return a browser in which a colleague is signed in at a host."""

    def open_browser(host: str) -> Client:
        browser, staff = Client(app, host), colleague(Role.MODERATOR)
        with transaction() as session:
            token = open_session(session, staff)
        browser.http.set_cookie("hearth_staff", token, domain=host, path="/ops")
        return browser

    return open_browser


@pytest.mark.spec("10.4")
def test_the_console_is_on_its_own_host(
    keep: Callable[[str], None], app: Flask, at_work: Callable[[str], Client]
) -> None:
    keep(STAFF)
    for path in PAGES:
        with Client(app, STAFF).get(path) as answer:
            assert (answer.status_code, "Hearthside ops" in answer.text) == (200, True), path
    assert Client(app, STAFF).get("/ops/api/session").json["code"] == "login-required"
    assert at_work(STAFF).get("/ops/api/session").status_code == 200


@pytest.mark.spec("10.4")
def test_on_members_hosts_it_is_as_if_it_were_not(
    keep: Callable[[str], None], site: Site, at_work: Callable[[str], Client]
) -> None:
    keep(STAFF)
    client = at_work(site.hosts[0])
    unknown = client.get("/nothing-here")
    for path in PAGES:
        answer = client.get(path, headers={"X-Forwarded-Host": STAFF})
        assert (answer.status_code, answer.mimetype) == (unknown.status_code, unknown.mimetype) == (404, "text/html")
        assert "Hearthside ops" not in answer.text
        assert client.post(path).status_code == client.post("/nothing-here").status_code
    assert client.get("/ops/assets/none.js").status_code == 404
    nothing = client.get("/ops/api/nothing").json
    for method, path in CALLS:
        answer = client.open(f"/ops/api/{path}", method=method)
        assert (answer.status_code, answer.json) == (404, nothing), path
        assert "Allow" not in answer.headers


@pytest.mark.spec("10.4")
def test_nothing_of_a_site_is_on_the_staffs_host_even_where_a_site_has_it(
    keep: Callable[[str], None], site: Site, client: Client
) -> None:
    assert client.get("/api/v1/settings").status_code == 200
    keep(site.hosts[0])
    for path in OF_MEMBERS:
        with client.get(path) as answer:
            assert answer.status_code == 404, path
            assert site.name not in answer.text
    assert client.post("/api/v1/session", {"email": "a@example.org", "password": "a"}).status_code == 404
    assert client.get("/healthz").status_code == 200, "whoever asks after health names any host"
    assert client.get("/ops/").status_code == 200


@pytest.mark.spec("10.4")
def test_without_the_setting_it_is_on_every_host(client: Client) -> None:
    assert "Hearthside ops" in client.get("/ops/").text
    assert client.get("/ops/api/session").json["code"] == "login-required"
    assert client.get("/api/v1/settings").status_code == 200
    assert console_url() == "/ops"


@pytest.mark.parametrize(
    ("setting", "there", "elsewhere"),
    [
        (STAFF, (STAFF, "STAFF.example:9000"), ("www.staff.example", "staff.example.evil.example", "evil.example")),
        ("Staff.example:8443", ("staff.example:8443",), (STAFF, "staff.example:9000", "staff.example:844")),
    ],
)
def test_a_port_counts_where_it_is_named(
    keep: Callable[[str], None], app: Flask, setting: str, there: tuple[str, ...], elsewhere: tuple[str, ...]
) -> None:
    keep(setting)
    assert console_url() == f"http://{setting.lower()}/ops"
    asked = {host: Client(app, host).get("/ops/api/session").json["code"] for host in (*there, *elsewhere)}
    assert asked == dict.fromkeys(there, "login-required") | dict.fromkeys(elsewhere, "not-found")


@pytest.mark.parametrize("setting", ["https://staff.example", "staff.example/ops", "staff.example, other.example"])
def test_what_is_no_host_stops_the_process(keep: Callable[[str], None], setting: str) -> None:
    keep(setting)
    with pytest.raises(ConfigError, match="HEARTH_OPS_HOST"):
        config()


@pytest.mark.spec("10.5")
def test_reviewers_see_photos_where_the_console_is(
    keep: Callable[[str], None], app: Flask, client: Client, at_work: Callable[[str], Client], member: Member
) -> None:
    with transaction() as session:
        fill_profile(session, member.id)
        photo = photos.find_review_photo(session, add_photo(session, member.id))
    assert photo is not None
    for url in (photo.urls.full, photo.blurred.card):
        with at_work(client.host).get(url) as answer:
            assert (answer.status_code, answer.mimetype) == (200, "image/webp")
            assert answer.headers["Cache-Control"].startswith("private")
        assert client.get(url).json["code"] == "login-required", "an address alone opens nothing"
    keep(STAFF)
    browser = at_work(STAFF)
    assert browser.get(photo.urls.full).status_code == 200
    assert browser.get(photo.blurred.full.replace("-blurred", "")).status_code == 404, "signed for another file"
    assert browser.get(photo.urls.full.replace("/ops/api/media", "/media")).status_code == 404
    assert at_work(client.host).get(photo.urls.full).status_code == 404
