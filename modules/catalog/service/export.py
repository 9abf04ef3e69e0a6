"""The catalog module's part of the copy of a member's data: the answers to the match finder."""

from collections.abc import Sequence
from uuid import UUID

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.personal.exports import ModuleExport, Table
from app.kernel.text import formats
from modules.catalog.queries import finder as queries


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return a member's answers to the match finder; listings are left out as copies of profiles."""
    row = queries.find_answers(session, member_id)
    if row is None:
        return ModuleExport(data={"match_finder": None}, tables=())

    def word(key: str) -> str:
        return i18n.text(language, f"export.catalog.{key}")

    def words(group: str, keys: Sequence[str]) -> str:
        return ", ".join(word(f"{group}.{key}") for key in keys)

    distance = formats.kilometres(language, row.radius_km) if row.radius_km else ""
    texts = {
        "radius": i18n.text(language, "export.catalog.km", distance=distance) if distance else "",
        "hope": words("aim", [row.aim] if row.aim else []),
        "days": words("way", row.ways),
        "matters": words("matter", row.matters),
    }
    facts = [(word(name), value) for name, value in texts.items() if value]
    data = {name: getattr(row, name) for name in ("radius_km", "aim", "ways", "matters")}
    return ModuleExport(data={"match_finder": data}, tables=(Table(word("title"), facts),))
