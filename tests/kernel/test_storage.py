"""Storage: one contract for a folder and for a bucket, tried on a real folder and a real server."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

import pytest

from app.kernel.config import ConfigError
from app.kernel.db.session import transaction
from app.kernel.errors import Unavailable
from app.kernel.files.storage import open_storage, reading, storage
from cli.checks import _storage as doctor
from cli.ports import free_port
from tests import s3
from tests.conftest import Client, drain_now
from tests.factories import profiles as make
from tests.fixture_types import LogIn, MakeMember
from tests.profiles import pictures
from tests.settings import SetEnv

KEY = "photos/3f2a/card-blurred.webp"


def at_bucket(endpoint: str, path: str = "hearth") -> str:
    """The address of a bucket, with keys that hold what a bare address cannot."""
    return f"s3://someone:secret%2Fwith%2Bsigns@{path}?{urlencode({'endpoint': endpoint})}"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with s3.running() as url:
        s3.make_bucket(url, "hearth")
        yield url


@pytest.fixture(params=["file", "s3", "s3 with a prefix"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty storage."""
    if request.param == "file":
        return (tmp_path / "storage").as_uri()
    bucket, server = tmp_path.name.replace("_", "-"), request.getfixturevalue("server")
    s3.make_bucket(server, bucket)
    return at_bucket(server, f"{bucket}/here" if "prefix" in request.param else bucket)


@pytest.fixture
def installation(url: str, set_env: SetEnv) -> Iterator[str]:
    """The application with its files there."""
    set_env(HEARTH_STORAGE_URL=url)
    storage.cache_clear()
    yield url
    storage.cache_clear()


def test_what_is_put_is_found_until_it_is_deleted(url: str) -> None:
    kept = open_storage(url)
    content = bytes(range(256)) * 4096
    assert kept.find(KEY) is None
    kept.put(KEY, content)
    assert kept.find(KEY) == content
    kept.put(KEY, b"")
    assert kept.find(KEY) == b""
    assert kept.find("photos/3f2a/card.webp") is None
    kept.delete(KEY)
    assert kept.find(KEY) is None
    kept.delete(KEY)


def test_no_version_of_a_deleted_file_is_left_in_a_bucket_that_keeps_versions(server: str, tmp_path: Path) -> None:
    bucket = tmp_path.name.replace("_", "-")
    s3.make_bucket(server, bucket)
    s3.keep_versions(server, bucket)
    kept, beside = open_storage(at_bucket(server, f"{bucket}/here")), f"{KEY}x"
    for content in (b"first", b"second"):
        kept.put(KEY, content)
    kept.put(beside, b"another file, whose name begins alike")
    kept.delete(KEY)
    assert kept.find(KEY) is None
    assert s3.list_versions(server, bucket) == [f"here/{beside}"]
    kept.delete(KEY)
    assert s3.list_versions(server, bucket) == [f"here/{beside}"]
    assert kept.find(beside) == b"another file, whose name begins alike"


def test_a_file_is_put_from_its_position_on_and_read_in_pieces(url: str) -> None:
    kept = open_storage(url)
    assert kept.open(KEY) is None
    content = BytesIO(b"left out " + bytes(range(256)) * 4096)
    content.seek(9)
    kept.put(KEY, content)
    file = kept.open(KEY)
    assert file is not None
    with closing(file):
        assert (file.read(3), file.read(2)) == (b"\0\1\2", b"\3\4")
    assert kept.find(KEY) == bytes(range(256)) * 4096


def test_it_lasts_longer_than_the_process_that_wrote_it(url: str) -> None:
    open_storage(url).put(KEY, b"still here")
    assert open_storage(url).find(KEY) == b"still here"
    open_storage(url).delete(KEY)


def test_threads_share_one_storage(url: str) -> None:
    kept = open_storage(url)
    keys = [f"photos/{number}/full.webp" for number in range(24)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda key: kept.put(key, key.encode()), keys))
        assert list(threads.map(kept.find, keys)) == [key.encode() for key in keys]
        list(threads.map(kept.delete, keys))
        assert set(threads.map(kept.find, keys)) == {None}


def test_every_key_is_listed_once(url: str) -> None:
    kept, keys = open_storage(url), ["photos/3f2a/card.webp", "photos/9b1c/card.webp", "erasures/0a"]
    before = set(kept.list_keys())
    for key in keys:
        kept.put(key, b"x")
    assert sorted(set(kept.list_keys()) - before) == sorted(keys)
    assert list(kept.list_names("erasures")) == ["0a"]
    for key in keys:
        kept.delete(key)
    assert set(kept.list_keys()) == before


def test_a_copy_lives_on_without_the_first(url: str) -> None:
    kept, copy = open_storage(url), "photos/9b1c/card.webp"
    assert kept.copy(KEY, copy) is False
    assert kept.find(copy) is None
    kept.put(KEY, b"first")
    assert [kept.copy(KEY, copy), kept.copy(KEY, copy)] == [True, True]
    kept.put(KEY, b"second")
    assert kept.find(copy) == b"first"
    kept.delete(KEY)
    assert kept.find(copy) == b"first"


@pytest.mark.parametrize("key", ["../secret", "/etc/passwd", "photos//card.webp", "photos/..", "photos/A", ""])
def test_a_key_stays_inside(url: str, key: str) -> None:
    kept = open_storage(url)
    for call in (kept.find, kept.delete, lambda name: kept.put(name, b"x"), lambda name: kept.copy(KEY, name)):
        with pytest.raises(ValueError):
            call(key)


def test_prefixes_share_a_bucket_without_seeing_each_other(server: str) -> None:
    one, other = (open_storage(at_bucket(server, f"hearth/{name}")) for name in ("one", "other"))
    one.put(KEY, b"one")
    assert other.find(KEY) is None
    assert open_storage(at_bucket(server)).find(f"one/{KEY}") == b"one"


def test_keys_and_server_may_stand_in_the_environment(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("ENDPOINT_URL_S3", server), ("ACCESS_KEY_ID", "someone"), ("SECRET_ACCESS_KEY", "secret")):
        monkeypatch.setenv(f"AWS_{name}", value)
    bare = open_storage("s3://hearth/bare?region=eu-west-1")
    bare.put(KEY, b"bare")
    assert bare.find(KEY) == b"bare"


def test_a_folder_may_have_any_name_and_one_of_before_keeps_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "häuschen #1"
    open_storage(folder.as_uri()).put("a", b"new")
    assert (folder / "a").read_bytes() == b"new"
    before = tmp_path / "caf%C3%A9"
    before.mkdir()
    open_storage((tmp_path / "café").as_uri()).put("a", b"as before")
    assert (before / "a").read_bytes() == b"as before"


@pytest.mark.parametrize("url", ["ftp://host/folder", "s3:///prefix", "s3://hearth?regoin=eu-west-1", "folder"])
def test_an_address_that_makes_no_sense_is_refused(url: str) -> None:
    with pytest.raises(ConfigError):
        open_storage(url)


def test_a_bucket_that_is_not_there_and_a_server_that_is_away_are_said(server: str) -> None:
    for away in (at_bucket(server, "no-such-bucket"), at_bucket(f"http://127.0.0.1:{free_port()}")):
        kept = open_storage(away)
        for call in (kept.find, kept.delete, lambda key: kept.put(key, b"x")):  # noqa: B023
            with pytest.raises(Unavailable):
                call(KEY)


def test_a_server_that_hangs_is_waited_for_by_some_threads_of_a_web_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would occupy all, as each page has many pictures."""
    monkeypatch.setattr("app.kernel.call_limit.MAX_WAIT_SECONDS", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as never_answers, ThreadPoolExecutor() as threads:
        kept = open_storage(at_bucket(f"http://127.0.0.1:{never_answers.getsockname()[1]}"))
        monkeypatch.setattr("app.kernel.files.storage.storage", lambda: kept)
        hanging = [threads.submit(read_one) for _ in range(3)]
        connections = [never_answers.accept()[0] for _ in hanging]
        with pytest.raises(Unavailable):
            read_one()
        assert not any(call.done() for call in hanging)
        for connection in [never_answers, *connections]:
            connection.close()


def read_one() -> bytes | None:
    with reading() as files:
        return files.find(KEY)


def test_doctor_tells_whether_the_storage_does_its_work(url: str, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTH_STORAGE_URL", url)
    assert doctor()[0]
    monkeypatch.setenv("HEARTH_STORAGE_URL", at_bucket(server, "no-such-bucket"))
    is_well, seen, _ = doctor()
    assert not is_well
    assert "NoSuchBucket" in seen
    assert "secret" not in seen


@pytest.mark.spec("4.3", "6.4")
def test_a_photo_goes_from_its_owner_to_its_viewer_only_wherever_it_lies(
    installation: str, client: Client, browser: Client
) -> None:
    picture = {"file": (BytesIO(pictures.encoded(pictures.portrait())), "me.jpg")}
    photo_id = browser.open("/api/v1/photos", method="POST", key=str(uuid4()), data=picture).json["id"]
    drain_now()
    address = browser.get("/api/v1/profile").json["photos"][0]["card"]
    answer = browser.get(address)
    assert answer.status_code == 200
    assert pictures.opened(answer.data).format == "WEBP"
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["Cache-Control"].startswith("private, max-age=")
    assert client.get(address).status_code == 404
    assert browser.get(address.replace("&e=", "&e=9")).status_code == 404
    key = urlsplit(address).path.removeprefix("/media/")
    assert open_storage(installation).find(key) == answer.data
    assert browser.delete(f"/api/v1/photos/{photo_id}").status_code == 204
    drain_now()
    assert browser.get(address).status_code == 404
    assert open_storage(installation).find(key) is None


@pytest.mark.spec("6.4")
def test_a_photo_whose_server_is_away_is_not_said_to_be_gone(
    login: LogIn, make_member: MakeMember, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = make_member()
    with transaction() as session:
        make.add_photo(session, owner.id)
    browser = login(owner)
    address = browser.get("/api/v1/profile").json["photos"][0]["card"]
    monkeypatch.setattr(
        "app.kernel.files.storage.storage", lambda: open_storage(at_bucket(f"http://127.0.0.1:{free_port()}"))
    )
    answer = browser.get(address)
    assert answer.status_code == 503
    assert answer.json["code"] == "unavailable"
    assert answer.headers["Retry-After"] == "1"
