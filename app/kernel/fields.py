"""The fields of contracts."""

from typing import Any


def fields_of(contract: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by their names, without copying values as `dataclasses.asdict` does."""
    return {name: getattr(contract, name) for name in contract.__dataclass_fields__}
