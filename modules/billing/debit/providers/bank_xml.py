"""Access to a bank's XML by local names, because banks use different versions. Nothing outside a file is loaded."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

EURO = "EUR"
_AMOUNT = re.compile(r"\+?(\d{1,13})(?:\.(\d{0,5}))?")


def parse(content: bytes) -> Element | None:
    """Return the root of a file; None if it is not XML, defines entities or refers to anything outside itself."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        return None
    return root


def find_all(parent: Element, tag: str) -> Iterator[Element]:
    """Yield the elements of a name, however deep."""
    return (element for element in parent.iter() if name_of(element) == tag)


def find(parent: Element, tag: str) -> Element | None:
    """Return the first element of a name, however deep."""
    return next(find_all(parent, tag), None)


def children(parent: Element, tag: str) -> Iterator[Element]:
    """Yield the direct children of a name."""
    return (child for child in parent if name_of(child) == tag)


def child(parent: Element | None, *path: str) -> Element | None:
    """Return the element at the end of a path of direct children, or None."""
    for tag in path:
        parent = next(children(parent, tag), None) if parent is not None else None
    return parent


def text(parent: Element | None, *path: str) -> str:
    """Return the text at the end of a path of direct children; empty if there is none."""
    found = child(parent, *path)
    return (found.text or "").strip() if found is not None else ""


def deep_text(parent: Element, tag: str) -> str:
    """Return the text of the first element of a name, however deep; empty if there is none."""
    return text(find(parent, tag))


def cents(amount: Element | None, currency: str = EURO) -> int | None:
    """Return an amount in hundredths of a currency; None for another currency or an invalid amount."""
    if amount is None or amount.get("Ccy") != currency:
        return None
    read = _AMOUNT.fullmatch((amount.text or "").strip())
    if read is None:
        return None
    whole, fraction = read[1], (read[2] or "").rstrip("0")
    return int(whole) * 100 + int(fraction.ljust(2, "0")) if len(fraction) <= 2 else None


def name_of(element: Element) -> str:
    """Return the local name of an element; empty for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
