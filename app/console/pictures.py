"""Pictures of the console, below /ops, for signed-in staff on whichever host the console is."""

from typing import Any

from flask import Blueprint, Response, request
from marshmallow import fields

from app.console.staff_requests import identify
from app.kernel.http import requests
from app.kernel.http.requests import parser
from app.kernel.http.schema import QueryIn
from modules.profiles import api as profiles_api


class PictureIn(QueryIn):
    v = fields.String(required=True)
    e = fields.Integer(required=True)


def add_picture_route(blueprint: Blueprint) -> None:
    """Add the route of pictures, to which resources and pages link."""

    @blueprint.get("/media/<path:key>")
    def show_picture(key: str) -> Response:
        # Loading pictures does not show that a person is present.
        identify(is_away=True)
        given: dict[str, Any] = parser.parse(PictureIn(), request, location="query")
        content = profiles_api.read_photo_for_staff(key, expires=given["e"], signature=given["v"])
        return requests.picture(content, expires=given["e"])
