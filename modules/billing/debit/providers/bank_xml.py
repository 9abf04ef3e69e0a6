"""Elements of a bank's XML, found by their local names: banks are versions apart. Nothing outside a file is loaded."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

EURO = "EUR"
_AMOUNT = re.compile(r"\+?(\d{1,13})(?:\.(\d{0,5}))?")


def parse(content: bytes) -> Element | None:
    """Return the root of a file; None for what is no XML, and for XML that defines or names anything outside itself."""
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
    """Return what stands at the end of a path of direct children."""
    for tag in path:
        parent = next(children(parent, tag), None) if parent is not None else None
    return parent


def text(parent: Element | None, *path: str) -> str:
    """Return the words at the end of a path of direct children; empty where there is none."""
    found = child(parent, *path)
    return (found.text or "").strip() if found is not None else ""


def deep_text(parent: Element, tag: str) -> str:
    """Return the words of the first element of a name, however deep; empty where there is none."""
    return text(find(parent, tag))


def cents(amount: Element | None, currency: str = EURO) -> int | None:
    """Return an amount as hundredths of a currency; None for other money, and for what is no such amount."""
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
