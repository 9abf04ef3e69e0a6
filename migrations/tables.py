"""All tables of the installation, whatever else the process has imported."""

import importlib
from pathlib import Path

import app.kernel.events.outbox
import app.kernel.figures
import app.kernel.http.idempotency
import app.kernel.secrets.signing  # noqa: F401
from app.kernel.db.session import Base

_ROOT = Path(__file__).parents[1]


def load_schemas() -> set[str]:
    """Import every file of models, and return the Postgres schemas of their tables."""
    for file in sorted([*_ROOT.glob("modules/**/models.py"), *_ROOT.glob("modules/**/models/*.py")]):
        importlib.import_module(".".join(file.relative_to(_ROOT).with_suffix("").parts).removesuffix(".__init__"))
    return {str(table.schema) for table in Base.metadata.tables.values()}
