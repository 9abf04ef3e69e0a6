"""Operators' pages (spec 2.30) in the ops console, each in its newest version."""

from uuid import UUID

from marshmallow import fields
from sqlalchemy import select

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text, one_of
from app.kernel.i18n import LOCALES
from app.kernel.resources import (
    ID_SEPARATOR,
    Action,
    Resource,
    badge,
    instant,
    long_text,
    number,
    ref,
    rows_of,
    text,
    yes_no,
)
from modules.sites.models import PageRow
from modules.sites.service import pages

KEY = ("site_id", "token", "language")
NEWEST = (
    select(PageRow)
    .distinct(PageRow.site_id, PageRow.token, PageRow.language)
    .order_by(PageRow.site_id, PageRow.token, PageRow.language, PageRow.version.desc())
)


class TextsIn(In):
    title = Text(min=1, max=120, required=True, metadata={"label": "Title"})
    description = Text(max=300, required=True, metadata={"label": "Description for search engines"})
    body = Text(min=1, max=200_000, required=True, metadata={"label": "Text, in Markdown"})


class PageIn(TextsIn):
    site_id = fields.UUID(required=True, metadata={"label": "Site", "reference": "sites.sites"})
    token = Text(min=1, max=60, required=True, metadata={"label": "Address, such as terms"})
    language = fields.String(validate=one_of(*LOCALES), required=True, metadata={"label": "Language"})


def write(
    session: Session,
    *,
    staff_id: UUID,
    site_id: UUID,
    token: str,
    language: str,
    title: str,
    description: str,
    body: str,
) -> str:
    """Write a page and return its id; raises what `set_page` raises."""
    pages.set_page(
        session, site_id=site_id, token=token, language=language, title=title, description=description, body=body
    )
    return ID_SEPARATOR.join((str(site_id), token, language))


def change(session: Session, record_id: str, *, staff_id: UUID, title: str, description: str, body: str) -> None:
    """Write a new version of a page; raises what `set_page` raises."""
    site_id, token, language = record_id.split(ID_SEPARATOR)
    texts = {"title": title, "description": description, "body": body}
    pages.set_page(session, site_id=UUID(site_id), token=token, language=language, **texts)


def remove(session: Session, record_id: str, *, staff_id: UUID) -> None:
    """Remove a page in its language; raises PageUnknown when it is removed already."""
    site_id, token, language = record_id.split(ID_SEPARATOR)
    pages.remove_page(session, site_id=UUID(site_id), token=token, language=language)


PAGES = Resource(
    key="sites.pages",
    label="Pages",
    title="title",
    empty="No pages yet. Pages that replace the built-in ones, such as terms, are listed here.",
    icon="ArticleOutlined",
    group="sites",
    rows=rows_of(NEWEST, key=KEY, is_shown=NEWEST.selected_columns.body.is_not(None)),
    columns=(
        text("token", "Address"),
        text("title", "Title"),
        badge("language", "Language", LOCALES),
        ref("site_id", "Site", to="sites.sites", related=True),
        yes_no("is_shown", "Published"),
        number("version", "Version"),
        instant("created_at", "Created"),
        text("description", "Description", in_list=False),
        long_text("body", "Text"),
    ),
    filters=("token", "language", "site_id", "is_shown"),
    actions=(
        Action("write", "Create page", "sites.pages.write", write, form=PageIn, creates=True),
        Action("change", "Change", "sites.pages.write", change, form=TextsIn, prefilled=True),
        Action(
            "remove",
            "Remove",
            "sites.pages.write",
            remove,
            confirm="The page is no longer published. Its versions are kept.",
        ),
    ),
)
