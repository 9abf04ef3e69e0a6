"""Pictures of the console, below /ops, for signed-in staff on whichever host the console is."""

from typing import Any

from flask import Blueprint, Response, request

from app.console.staff_requests import identify
from app.kernel.http import requests
from app.kernel.http.requests import parser
from modules.media import api as media_api
from modules.media.contracts import STAFF


def add_picture_route(blueprint: Blueprint) -> None:
    """Add the route of pictures, to which resources and pages link."""

    @blueprint.get("/media/<path:key>")
    def show_picture(key: str) -> Response:
        # Loading pictures does not show that a person is present.
        identify(is_away=True)
        given: dict[str, Any] = parser.parse(media_api.MediaIn(), request, location="query")
        content = media_api.find_signed_file(key, reader=STAFF, expires=given["e"], signature=given["v"])
        return requests.picture(content, expires=given["e"])
