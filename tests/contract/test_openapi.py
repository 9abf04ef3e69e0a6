"""The committed description of the API is what the routes say; the client's types follow from it."""

import json

from cli.openapi import DOCUMENT, describe


def test_the_committed_description_is_up_to_date() -> None:
    assert json.loads(DOCUMENT.read_text()) == describe(), "run `hearth openapi` and commit both files"


def test_it_is_openapi_3_1_and_describes_problems() -> None:
    document = json.loads(DOCUMENT.read_text())
    assert document["openapi"] == "3.1.0"
    assert {"status", "code", "title", "detail"} <= set(document["components"]["schemas"]["Problem"]["properties"])
