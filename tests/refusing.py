"""Refusals looked at whole: a member reads what their values say, at the field that they name."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from app.kernel.errors import DomainError


@contextmanager
def refused(error: type[DomainError], field: str | None = None, **values: Any) -> Iterator[None]:
    """Expect a refusal of this kind, at this field, with these values and no others."""
    with pytest.raises(error) as caught:
        yield
    found = caught.value
    assert (type(found), found.field, found.extra) == (error, field, values)
    # 100.0 is 100, but reads otherwise.
    assert {name: type(value) for name, value in found.extra.items()} == {n: type(v) for n, v in values.items()}
