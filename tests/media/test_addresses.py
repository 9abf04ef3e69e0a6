"""Signed addresses of pictures."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest

from app.kernel import clock
from modules.media.contracts import OPERATOR, STAFF, VISITOR, reader_of
from modules.media.service.addresses import BUCKET_SECONDS, is_signed, photo_urls


@pytest.mark.spec("6.4")
def test_an_address_is_good_for_one_reader_one_picture_and_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    viewer, folder = uuid4(), uuid4().hex
    reader = reader_of(viewer, photo_epoch=3)
    url = urlsplit(photo_urls(folder, cut=0, reader=reader, is_locked=True).card)
    key = url.path.removeprefix("/media/")
    query = {name: values[0] for name, values in parse_qs(url.query).items()}
    expires, signature = int(query["e"]), query["v"]

    def is_good(**other: Any) -> bool:
        given = {"key": key, "reader": reader, "expires": expires, "signature": signature}
        return is_signed(**{**given, **other})

    assert is_good()
    assert BUCKET_SECONDS < expires - clock.now().timestamp() <= 2 * BUCKET_SECONDS
    assert not is_good(key=key.replace("-blurred", "")), "the sharp photo cannot be guessed from the blurred one"
    assert is_good(key=key.replace("card", "full")), "all sizes of a picture have one signature"
    assert not is_good(key=key.replace(folder, uuid4().hex))
    others = (VISITOR, STAFF, OPERATOR, reader_of(uuid4(), photo_epoch=3), reader_of(viewer, photo_epoch=4))
    assert not any(is_good(reader=other) for other in others)
    assert not is_good(expires=expires + 600)
    assert not is_good(signature="0" * 32)
    again = photo_urls(folder, cut=0, reader=reader, is_locked=True).card
    assert again == url.geturl(), "the same address for a while, so that browsers can keep the file"
    monkeypatch.setattr("app.kernel.clock.now", lambda: datetime.fromtimestamp(expires + 1, UTC))
    assert not is_good()
