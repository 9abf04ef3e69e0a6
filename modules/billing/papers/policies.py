"""What papers say, as pure functions."""

from collections.abc import Sequence

# The countries whose VAT numbers begin with other letters than their code.
_PREFIXES = {"GR": "EL", "CH": "CHE"}


def vat_number(numbers: Sequence[str], *, country: str, home: str) -> str:
    """Return a company's VAT number in a country, else the one of its home, else the first; none: an empty text."""
    wanted = (_PREFIXES.get(country, country), _PREFIXES.get(home, home), "")
    return next((number for start in wanted for number in numbers if number.upper().startswith(start)), "")
