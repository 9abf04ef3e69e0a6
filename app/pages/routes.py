"""The routes of the members' application, as it declares them (member-web/src/app/for-server.ts, decision 0066)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

_DECLARED: dict[str, Any] = json.loads(
    Path(__file__).parents[1].joinpath("member_web.gen.json").read_text(encoding="utf-8")
)
# Where a long press on the icon of the installed application leads, by the key of its name.
SHORTCUTS: dict[str, str] = _DECLARED["shortcuts"]

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_OPTIONAL = re.compile(r"/:(\w+)\?")
_EXPRESSION = re.compile(r"\{(\??)([\w,]+)\}")


@dataclass(frozen=True)
class Route:
    """A route of the application, and what the server does for the pages there.

    `pattern` is React Router's, `module` a source of member-web, and `texts` are the namespaces that it shows. The
    others are explained in member-web/src/app/for-server.ts.
    """

    pattern: str
    module: str
    texts: tuple[str, ...]
    head: str | None = None
    is_preloaded: bool = False
    questions: tuple[str, ...] = ()
    is_filtered: bool = False
    pictures: int = 0
    is_painted: bool = False
    subject: str | None = None
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The pattern without its optional parts."""
        return _OPTIONAL.sub("", self.pattern)

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """What matches the paths of the route; its router takes small and capital letters alike."""
        optional = _OPTIONAL.sub(r"(?:/(?P<\1>[^/]+))?", self.pattern)
        return re.compile(re.sub(r":(\w+)", r"(?P<\1>[^/]+)", optional) + "/?", re.IGNORECASE)

    def match(self, path: str) -> dict[str, str] | None:
        """Return the parameters in a path, or None where it is not an address of this route."""
        found = self.expression.fullmatch(path)
        params = {name: value for name, value in found.groupdict().items() if value} if found else None
        if params is None or (self.subject is not None and not _ID.fullmatch(params["id"])):
            return None
        return params if all(params.get(name, words[0]) in words for name, words in self.words.items()) else None


def _route(row: Mapping[str, Any]) -> Route:
    words = {name: tuple(known) for name, known in row.get("words", {}).items()}
    return Route(**{**row, "texts": tuple(row["texts"]), "questions": tuple(row.get("questions", ())), "words": words})


_ALL = [_route(row) for row in _DECLARED["routes"]]
(STATIC_PAGE,) = (route for route in _ALL if route.pattern == "/pages/:page")
# Beside these: the static pages (spec 2.30), which are looked up.
ROUTES = tuple(route for route in _ALL if route.module != STATIC_PAGE.module)
NO_ROUTE = Route("", "", ())


class Match(NamedTuple):
    """A path that a route of the application matches, with the parameters in it."""

    route: Route
    params: dict[str, str]
    path: str

    @property
    def is_own(self) -> bool:
        """Whether the path is the one address of its page. A slug only chooses words there (spec 2.29)."""
        slug = self.params.get("slug")
        return self.path == (f"{self.route.address}/{slug}" if slug else self.route.address)


def match_route(path: str) -> Match | None:
    """Return the route at a path, or None where the application has no page."""
    for route in ROUTES:
        if (params := route.match(path)) is not None:
            return Match(route, params, path)
    return None


def expand(template: str, values: Mapping[str, str | None]) -> str:
    """Return what a URI template says (RFC 6570: `{name}` and `{?name,name}`) with those values that there are."""

    def fill(expression: re.Match[str]) -> str:
        given = {name: value for name in expression[2].split(",") if (value := values.get(name))}
        if expression[1]:
            return f"?{urlencode(given)}" if given else ""
        return ",".join(quote(value, safe="") for value in given.values())

    return _EXPRESSION.sub(fill, template)
