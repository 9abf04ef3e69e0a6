"""How the API says no."""

from http import HTTPStatus

# As the API calls it, and Python did until 3.13.
TITLES = {HTTPStatus.UNPROCESSABLE_ENTITY: "Unprocessable Entity"}


class Refusal(Exception):
    """An answer with an error's status; `field` names the part of the request that was wrong."""

    def __init__(self, status: int, detail: str, field: str | None = None) -> None:
        super().__init__(detail)
        self.status = HTTPStatus(status)
        self.title = TITLES.get(self.status, self.status.phrase)
        self.detail = detail
        self.field = field


def unknown(kind: str, object_id: str) -> Refusal:
    """Return the refusal for an id that is nobody's."""
    return Refusal(404, f"No {kind} exists with token {object_id}.")
