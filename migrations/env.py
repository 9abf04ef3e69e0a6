"""The Alembic environment: one history for all modules, one Postgres schema each; started by cli/db.py."""

from alembic import context

from app.kernel.db.engines import single_use_engine
from app.kernel.db.session import Base
from migrations.tables import load_schemas

SCHEMAS = load_schemas()


def include_name(name: str | None, kind: str, parents: object) -> bool:
    """Return whether to compare a schema: only our own are."""
    return name in SCHEMAS if kind == "schema" else True


def run() -> None:
    """Run the requested migrations, each in its own transaction."""
    url = context.config.get_main_option("sqlalchemy.url")
    if url is None:
        raise ValueError("sqlalchemy.url is not set: run the migrations through cli/db.py")
    with single_use_engine(url).connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            include_schemas=True,
            include_name=include_name,
            compare_server_default=False,
            transaction_per_migration=True,
        )
        with context.begin_transaction():
            context.run_migrations()


run()
