"""How staff are named where money moves."""

from uuid import UUID


def actor_of(staff_id: UUID) -> str:
    """Return who acts, as orders, refunds and files keep it."""
    return f"staff:{staff_id}"
