"""Addresses are kept in one spelling: the domain in ASCII, as mail servers are told it."""

import sys
from typing import Any

import sqlalchemy as sa
from alembic import op
from email_validator import EmailNotValidError, validate_email
from sqlalchemy.exc import IntegrityError

revision = "0089_addresses_in_one_spelling"
down_revision = "0088_payments_that_go_back"
branch_labels = None
depends_on = None

TABLES = ("accounts.member", "accounts.email_token", "accounts.contact", "moderation.staff")


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '1s'")
    database = op.get_bind()
    for table in TABLES:
        # Before, a domain was kept in its own letters, and those of staff as they were typed.
        found = database.execute(sa.text(f"SELECT id, email FROM {table} WHERE email ~ '[^\\x01-\\x7f]'"))
        for row in found.all():
            spelled = _spelled(row.email)
            if spelled != row.email:
                _respell(database, table, row.id, spelled)


def _spelled(email: str) -> str:
    try:
        found = validate_email(email, check_deliverability=False)
    except EmailNotValidError:
        return email
    return f"{found.local_part}@{found.ascii_domain}"


def _respell(database: Any, table: str, id: Any, email: str) -> None:
    try:
        with database.begin_nested():
            database.execute(sa.text(f"UPDATE {table} SET email = :email WHERE id = :id"), {"email": email, "id": id})
    except IntegrityError:
        print(f"{table} {id} keeps its address as it is spelled: another one has the same in ASCII", file=sys.stderr)


def downgrade() -> None:
    raise NotImplementedError("the history only goes forward; restore a backup instead")
