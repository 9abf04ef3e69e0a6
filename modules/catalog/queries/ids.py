"""The ids that a whole search returns, as bytes."""

from uuid import UUID

ID_BYTES = 16


def ids_of_page(ids: bytes, offset: int, limit: int) -> tuple[UUID, ...]:
    """Return one page of the ids of a whole search, which are its bytes one after the other."""
    page = ids[offset * ID_BYTES : (offset + limit) * ID_BYTES]
    return tuple(UUID(bytes=page[start : start + ID_BYTES]) for start in range(0, len(page), ID_BYTES))
