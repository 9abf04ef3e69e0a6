"""Actions of the console's API as the console sends them: a form that is prefilled says what it began with."""

from typing import Any
from uuid import uuid4

from app.registry import RESOURCES
from tests.conftest import Client

API = "/ops/api/"
PREFILLED = {(resource.key, action.name) for resource in RESOURCES for action in resource.actions if action.prefilled}


def act(browser: Client, record: str, action: str, form: dict[str, Any]) -> Any:
    """Run an action on the record at a path of the API, as somebody who has just read it."""
    key = record.removeprefix(API).split("/")[0]
    seen = {"before": seen_of(browser, record)} if (key, action) in PREFILLED else {}
    return browser.post(f"{record}/actions/{action}", {**form, **seen}, key=uuid4().hex)


def seen_of(browser: Client, record: str) -> dict[str, Any]:
    """Return what the console holds of a record for its forms: amounts in minor units."""
    page = browser.get(record).json
    return {
        name: value["minor"] if isinstance(value, dict) and "minor" in value else value for name, value in page.items()
    }
