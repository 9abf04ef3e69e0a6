"""Likes in the ops console, and the figures of the social module."""

from typing import Any

from sqlalchemy import ColumnElement, Select, exists, literal, select

from app.kernel.figures import Figure, Moment
from app.kernel.resources import Resource, badge, instant, ref, rows_of
from modules.accounts import api as accounts_api
from modules.social.contracts import LikeSource
from modules.social.models import Like, Match

LIKES = Resource(
    key="social.likes",
    label="Likes",
    title=("from_id", "to_id"),
    empty="No likes yet.",
    icon="FavoriteBorderOutlined",
    group="people",
    rows=rows_of(Like, key=("from_id", "to_id")),
    columns=(
        instant("created_at", "Time", sort=True),
        ref("from_id", "From", to="accounts.members", related=True),
        ref("to_id", "To", to="accounts.members", related=True),
        badge("source", "Source", tuple(LikeSource)),
        instant("seen_at", "Seen", in_list=False),
    ),
    filters=("from_id", "to_id", "source"),
    default_sort="-created_at",
)


def likes(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the likes that members gave members themselves, without those of the signup."""
    return _given(begin, end).where(~_to_fictional())


def likes_of_fictional(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the likes that members gave fictional profiles."""
    return _given(begin, end).where(_to_fictional())


def _given(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    found = select(Like.from_id.label("member_id"), literal(1).label("amount")).where(Like.source == "member")
    return found.where(Like.created_at >= begin, Like.created_at < end)


def _to_fictional() -> ColumnElement[bool]:
    people = accounts_api.people()
    return exists().where(people.c.id == Like.to_id, people.c.is_fictional)


def matches(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the matches, each once."""
    found = select(Match.a_id.label("member_id"), literal(1).label("amount"))
    return found.where(Match.created_at >= begin, Match.created_at < end)


FIGURES = (
    Figure("social.likes", "Likes", likes),
    Figure("social.likes-of-fictional", "Likes for fictional profiles", likes_of_fictional),
    Figure("social.matches", "Matches", matches),
)
