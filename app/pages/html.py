"""A static page as plain HTML, for browsers without scripts; the front end replaces it."""

from collections.abc import Iterable
from html import escape

from modules.sites.contracts import Block, Page, Span


def html_of(page: Page) -> str:
    """Return the main element of a page."""
    body = "".join(_block(block) for block in page.blocks)
    title = f"<h1>{escape(page.title)}</h1>"
    text = f'<div class="wrap"><div class="measure stack">{title}{body}</div></div>'
    return f'<main id="main" lang="{page.language}">{text}</main>'


def _block(block: Block) -> str:
    match block.kind:
        case "heading":
            return f'<h{block.level} id="{block.id}">{_line(block.content)}</h{block.level}>'
        case "paragraph":
            return f"<p>{_line(block.content)}</p>"
        case "list":
            name = "ol" if block.ordered else "ul"
            return f"<{name}>{''.join(f'<li>{_blocks(item)}</li>' for item in block.items)}</{name}>"
        case "quote":
            return f"<blockquote>{_blocks(block.items[0])}</blockquote>"
        case "table":
            rows = "".join(_row("td", row) for row in block.rows)
            return f"<table><thead>{_row('th', block.head)}</thead><tbody>{rows}</tbody></table>"


def _blocks(blocks: Iterable[Block]) -> str:
    return "".join(_block(block) for block in blocks)


def _row(cell: str, cells: Iterable[Iterable[Span]]) -> str:
    return f"<tr>{''.join(f'<{cell}>{_line(spans)}</{cell}>' for spans in cells)}</tr>"


def _line(spans: Iterable[Span]) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    match span.kind:
        case "text":
            return escape(span.text)
        case "strong":
            return f"<strong>{_line(span.content)}</strong>"
        case "emphasis":
            return f"<em>{_line(span.content)}</em>"
        case "link":
            return f'<a href="{escape(span.href)}">{_line(span.content)}</a>'
        case "break":
            return "<br>"
