"""What the application's secret makes can be made afresh: nobody takes it by a way of their own."""

import re
from pathlib import Path

from sqlalchemy import LargeBinary

from app.kernel.db.session import Base
from app.registry import SEALED

ROOT = Path(__file__).resolve().parents[2]
OPENED_BY = {"app/kernel/secrets/sealing.py", "app/kernel/secrets/signing.py"}

# Columns of bytes that nobody sealed: hashes, pictures, salt.
PLAIN = {
    "accounts.invitation.code_hash",
    "accounts.login_failure.email_hash",
    "accounts.login_session.token_hash",
    "billing.credit_order.client_hash",
    "billing.dd_bank_file.content_hash",
    "billing.dd_batch.content_hash",
    "billing.ledger_account.head_hash",
    "billing.ledger_entry.hash",
    "billing.ledger_tx.fingerprint",
    "billing.otp_challenge.salt",
    "billing.otp_challenge.text_hash",
    "messaging.photo_original.content",
    "moderation.banned_mark.mark",
    "moderation.complaint_message.origin",
    "moderation.review_item.digest",
    "moderation.staff_login_failure.email_hash",
    "moderation.staff_session.token_hash",
    "platform.idempotency_key.body_hash",
    "profiles.photo.likeness",
    "profiles.photo.sha256",
    "profiles.photo_original.content",
}


def test_only_two_files_see_the_secret() -> None:
    sources = [path for folder in ("app", "modules", "cli") for path in (ROOT / folder).rglob("*.py")]
    use = re.compile(r"\bconfig\(\)\.(secrets?|former_secrets)\b")
    found = {str(path.relative_to(ROOT)) for path in sources if use.search(path.read_text())}
    assert found == OPENED_BY


def test_every_column_of_bytes_is_declared_as_sealed_or_is_known_not_to_be() -> None:
    columns = {
        f"{table}.{column.name}"
        for table in Base.metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, LargeBinary)
    }
    sealed = {one.name for one in SEALED}
    assert sealed & PLAIN == set()
    assert columns == sealed | PLAIN
