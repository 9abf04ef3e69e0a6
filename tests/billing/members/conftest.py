"""A new shop."""

import pytest

from modules.sites.contracts import Site
from tests.billing.shopping import open_shop


@pytest.fixture
def shop(site: Site) -> None:
    """The test's site sells what a new shop sells."""
    open_shop(site)
