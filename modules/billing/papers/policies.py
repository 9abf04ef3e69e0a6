"""Content of papers, as pure functions."""

from collections.abc import Sequence

# Countries whose VAT numbers do not begin with their ISO code.
_PREFIXES = {"GR": "EL", "CH": "CHE"}


def vat_number(numbers: Sequence[str], *, country: str, home: str) -> str:
    """Return a company's VAT number in a country, else in its home country, else its first; empty if it has none."""
    wanted = (_PREFIXES.get(country, country), _PREFIXES.get(home, home), "")
    return next((number for start in wanted for number in numbers if number.upper().startswith(start)), "")
