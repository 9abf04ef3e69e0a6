"""A new shop."""

from typing import Any

import pytest

from tests.billing.shopping import open_shop


@pytest.fixture
def shop(site: Any) -> None:
    """The test's site sells what a new shop sells."""
    open_shop(site)
