"""The ZIP file of a copy of a member's data: an HTML page, a JSON document, and the photos."""

import json
from collections.abc import Mapping
from datetime import datetime
from io import BytesIO
from pathlib import Path
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from jinja2 import Environment, FileSystemLoader, select_autoescape

from app.kernel import clock, exports, formats, i18n
from app.kernel.db import transaction
from app.kernel.exports import ModuleExport
from app.kernel.progress import Progress, counted, silent
from app.kernel.storage import storage
from modules.accounts import queries
from modules.sites import api as sites_api

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=select_autoescape(["html"]),
    trim_blocks=True,
    lstrip_blocks=True,
)


def make_copy(member_id: UUID, progress: Progress = silent) -> bytes:
    """Return a copy of a member's data as a ZIP; opens its own transaction. Raises MemberNotFound.

    `progress` is called with (what, done, total).
    """
    with transaction(read_only=True) as session:
        member = queries.get_member(session, member_id)
        site = sites_api.get_site(session, member.site_id)
        shares = exports.collect(session, member_id=member.id, language=member.language)
    about = {"name": member.name, "site": site.name, "language": member.language}
    return write_archive(shares, **about, made_at=clock.now(), progress=progress)


def write_archive(
    shares: Mapping[str, ModuleExport],
    *,
    name: str,
    site: str,
    language: str,
    made_at: datetime,
    progress: Progress,
) -> bytes:
    """Return the ZIP of the shares of all modules; it reads photos from the storage, so no transaction may be open."""
    files = {name: key for share in shares.values() for name, key in share.files.items()}
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        archive.writestr("index.html", _page(shares, name=name, site=site, language=language, made_at=made_at))
        data = {module: share.data for module, share in shares.items()}
        archive.writestr("data.json", json.dumps(data, ensure_ascii=False, indent=2, default=str))
        for path, key in counted(files.items(), "files", len(files), progress):
            file = storage().find(key)
            if file is not None:
                # Pictures are compressed already.
                archive.writestr(path, file, compress_type=ZIP_STORED)
    return content.getvalue()


def _page(shares: Mapping[str, ModuleExport], *, name: str, site: str, language: str, made_at: datetime) -> str:
    day = formats.day(language, made_at.date())
    say = {
        part: i18n.text(language, f"export.{part}", site=site, day=day) for part in ("title", "lead", "photos", "none")
    }
    photos = [path for share in shares.values() for path in share.files]
    tables = [table for share in shares.values() for table in share.tables]
    page = _templates.get_template("export.html")
    return page.render(language=language, name=name, say=say, tables=tables, photos=photos)
