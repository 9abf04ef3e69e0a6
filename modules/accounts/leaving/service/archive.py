"""The ZIP file of a copy of a member's data: an HTML page, a JSON document, and the photos."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import IO
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from jinja2 import Environment, FileSystemLoader, select_autoescape

from app.kernel import clock, i18n
from app.kernel.db.session import transaction
from app.kernel.files.storage import storage
from app.kernel.personal import exports
from app.kernel.personal.exports import ModuleExport, Rows
from app.kernel.progress import Progress, counted, silent
from app.kernel.text import formats
from modules.accounts.identity.queries import members as queries
from modules.sites import api as sites_api

# A page is compressed in pieces of so many parts of its template.
PARTS_AT_ONCE = 1000

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parents[2] / "templates"),
    autoescape=select_autoescape(["html"]),
    trim_blocks=True,
    lstrip_blocks=True,
)


def write_copy(member_id: UUID, file: IO[bytes], progress: Progress = silent) -> None:
    """Write a copy of a member's data into a file as a ZIP; opens its own transaction. Raises MemberNotFound.

    `progress` is called with (what, done, total).
    """
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        with transaction(snapshot=True) as session:
            member = queries.get_member(session, member_id)
            site = sites_api.get_site(session, member.site_id)
            module_exports = exports.collect(session, member_id=member.id, language=member.language)
            about = {"name": member.name, "site": site.name, "language": member.language}
            write_exports(archive, module_exports, **about, made_at=clock.now())
        files = {name: key for export in module_exports.values() for name, key in export.files.items()}
        for path, key in counted(files.items(), "files", len(files), progress):
            content = storage().find(key)
            if content is not None:
                # Pictures are compressed already.
                archive.writestr(path, content, compress_type=ZIP_STORED)


def write_exports(
    archive: ZipFile,
    module_exports: Mapping[str, ModuleExport],
    *,
    name: str,
    site: str,
    language: str,
    made_at: datetime,
) -> None:
    """Write the exports of all modules into a ZIP, as a page and as a JSON document, without their files."""
    with archive.open("index.html", "w", force_zip64=True) as page:
        for part in _page(module_exports, name=name, site=site, language=language, made_at=made_at):
            page.write(part.encode())
    with archive.open("data.json", "w", force_zip64=True) as document:
        for part in _document(module_exports):
            document.write(part.encode())


def _document(module_exports: Mapping[str, ModuleExport]) -> Iterator[str]:
    """Yield the JSON of the exports by module, a row at a time where there may be many."""
    for number, (module, export) in enumerate(module_exports.items()):
        yield f"{',' if number else '{'}\n  {_json(module)}: {{"
        for place, (key, value) in enumerate(export.data.items()):
            yield f"{',' if place else ''}\n    {_json(key)}: "
            if isinstance(value, Rows):
                yield "["
                yield from (f"{',' if row_number else ''}\n      {_json(row)}" for row_number, row in enumerate(value))
                yield "\n    ]"
            else:
                yield _json(value)
        yield "\n  }"
    yield "\n}" if module_exports else "{}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _page(
    module_exports: Mapping[str, ModuleExport], *, name: str, site: str, language: str, made_at: datetime
) -> Iterator[str]:
    day = formats.day(language, made_at.date())
    say = {
        part: i18n.text(language, f"export.{part}", site=site, day=day) for part in ("title", "lead", "photos", "none")
    }
    photos = [path for export in module_exports.values() for path in export.files]
    tables = [table for export in module_exports.values() for table in export.tables]
    page = _templates.get_template("export.html")
    parts = page.stream(language=language, name=name, say=say, tables=tables, photos=photos)
    parts.enable_buffering(PARTS_AT_ONCE)
    return parts
