"""The form in which billing stores who acts."""

from uuid import UUID


def actor_of(staff_id: UUID) -> str:
    """Return a staff member as the actor of an order, a refund or a file."""
    return f"staff:{staff_id}"
