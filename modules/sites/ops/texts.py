"""A site's texts in the languages that are not its domain's, in the ops console."""

from uuid import UUID

from marshmallow import fields

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text, one_of
from app.kernel.i18n import LOCALES
from app.kernel.resources import ID_SEPARATOR, Action, Resource, badge, long_text, ref, rows_of
from modules.sites import queries
from modules.sites.contracts import SITE_TEXTS
from modules.sites.errors import SettingNotAChoice
from modules.sites.models import SiteTextRow
from modules.sites.service import sites

CHANGE = "sites.sites.change"


class TextIn(In):
    text = Text(min=1, max=500, required=True, metadata={"label": "Text"})


class NewIn(TextIn):
    site_id = fields.UUID(required=True, metadata={"label": "Site", "reference": "sites.sites"})
    language = fields.String(validate=one_of(*LOCALES), required=True, metadata={"label": "Language"})
    name = fields.String(validate=one_of(*SITE_TEXTS), required=True, metadata={"label": "Type of text"})


def add(session: Session, *, staff_id: UUID, site_id: UUID, language: str, name: str, text: str) -> str:
    """Add a text in a language and return its id; raises SettingNotAChoice for the site's own language, whose texts
    are settings, and what `set_texts` raises.
    """
    own = queries.get_site(session, site_id).domain_language
    if language == own:
        others = ", ".join(other for other in LOCALES if other != own)
        raise SettingNotAChoice(field="language", name="language", value=language, choices=others)
    sites.set_texts(session, site_id=site_id, language=language, texts={name: text})
    return ID_SEPARATOR.join((str(site_id), language, name))


def change(session: Session, record_id: str, *, staff_id: UUID, text: str) -> None:
    """Change a text; raises what `set_texts` raises."""
    site_id, language, name = record_id.split(ID_SEPARATOR)
    sites.set_texts(session, site_id=UUID(site_id), language=language, texts={name: text})


def remove(session: Session, record_id: str, *, staff_id: UUID) -> None:
    """Remove a text; the text of the site's own language or the built-in one is used again."""
    change(session, staff_id=staff_id, record_id=record_id, text="")


TEXTS = Resource(
    key="sites.texts",
    label="Texts in other languages",
    title=("name", "language", "site_id"),
    empty="No texts yet. Texts of a site in other languages are listed here.",
    icon="TranslateOutlined",
    group="sites",
    rows=rows_of(SiteTextRow, key=("site_id", "language", "name")),
    columns=(
        badge("name", "Type of text", SITE_TEXTS),
        badge("language", "Language", LOCALES),
        ref("site_id", "Site", to="sites.sites", related=True),
        long_text("text", "Text"),
    ),
    filters=("name", "language", "site_id"),
    actions=(
        Action("tell", "Add text", CHANGE, add, form=NewIn, creates=True, guarded=True),
        Action("change", "Change", CHANGE, change, form=TextIn, prefilled=True, guarded=True),
        Action("remove", "Remove", CHANGE, remove, confirm="Members see the default text again.", guarded=True),
    ),
)
