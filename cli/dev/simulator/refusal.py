"""Errors of the API."""

from http import HTTPStatus

# The API's name, and Python's until 3.13.
TITLES = {HTTPStatus.UNPROCESSABLE_ENTITY: "Unprocessable Entity"}


class Refusal(Exception):
    """An answer with an error status; `field` names the invalid part of the request."""

    def __init__(self, status: int, detail: str, field: str | None = None) -> None:
        super().__init__(detail)
        self.status = HTTPStatus(status)
        self.title = TITLES.get(self.status, self.status.phrase)
        self.detail = detail
        self.field = field


def unknown(kind: str, object_id: str) -> Refusal:
    """Return the refusal for an unknown id."""
    return Refusal(404, f"No {kind} exists with token {object_id}.")
