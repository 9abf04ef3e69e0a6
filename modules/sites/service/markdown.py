"""Markdown to blocks of a page. Only what is listed here is allowed, so no HTML needs to be sanitised."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

from modules.sites.contracts import Block, Span
from modules.sites.errors import PageMalformed

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

# Allowed links: paths of the site, anchors, https, mail and telephone.
_HREF = re.compile(r"/(?!/)\S*|#\S+|https://\S+|mailto:\S+|tel:\+?[\d-]+")
# Most levels of nested strong text, emphasis and links; the parser has the same limit for lists and quotes.
MAX_LEVELS = 20
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def read_markdown(source: str) -> tuple[Block, ...]:
    """Return the blocks of a text; raises PageMalformed for what a page may not hold, such as pictures."""
    from markdown_it.tree import SyntaxTreeNode

    tokens = _reader().parse(source)
    if any(part.level > MAX_LEVELS for token in tokens for part in token.children or ()):
        raise PageMalformed(field="body", problem=f"levels: 0-{MAX_LEVELS}")
    blocks = _blocks(SyntaxTreeNode(tokens).children)
    return tuple(_with_anchors(blocks))


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # HTML stays text, and addresses in text do not become links.
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def escape_markdown(value: str) -> str:
    """Return a value on one line with all Markdown characters escaped."""
    return _PUNCTUATION.sub(r"\\\1", " ".join(value.split()))


def text_of(spans: Iterable[Span]) -> str:
    """Return the text of a line without its formatting."""
    return "".join(span.text or ("\n" if span.kind == "break" else text_of(span.content)) for span in spans)


def _blocks(nodes: Iterable[SyntaxTreeNode]) -> tuple[Block, ...]:
    return tuple(_block(node) for node in nodes)


def _block(node: SyntaxTreeNode) -> Block:
    match node.type:
        case "heading" if node.tag in ("h2", "h3"):
            return Block("heading", content=_line(node), level=int(node.tag[1]))
        case "paragraph":
            return Block("paragraph", content=_line(node))
        case "bullet_list" | "ordered_list":
            items = tuple(_blocks(item.children) for item in node.children)
            return Block("list", ordered=node.type == "ordered_list", items=items)
        case "blockquote":
            return Block("quote", items=(_blocks(node.children),))
        case "table":
            rows = [tuple(_line(cell) for cell in row.children) for part in node.children for row in part.children]
            return Block("table", head=rows[0], rows=tuple(rows[1:]))
        case other:
            raise PageMalformed(field="body", problem=node.markup if other == "heading" else other)


def _line(node: SyntaxTreeNode) -> tuple[Span, ...]:
    return tuple(_span(child) for inline in node.children for child in inline.children)


def _span(node: SyntaxTreeNode) -> Span:
    match node.type:
        case "text" | "code_inline":
            return Span("text", text=node.content)
        case "softbreak":
            return Span("text", text=" ")
        case "hardbreak":
            return Span("break")
        case "strong":
            return Span("strong", content=_spans(node))
        case "em":
            return Span("emphasis", content=_spans(node))
        case "link":
            href = str(node.attrGet("href") or "")
            if not _HREF.fullmatch(href):
                raise PageMalformed(field="body", problem=href[:100] or "[]()")
            return Span("link", href=href, content=_spans(node))
        case other:
            raise PageMalformed(field="body", problem=other)


def _spans(node: SyntaxTreeNode) -> tuple[Span, ...]:
    return tuple(_span(child) for child in node.children)


def _with_anchors(blocks: Iterable[Block]) -> Iterator[Block]:
    """Give every heading an anchor made of its text, made unique by a number.

    A heading that is a link to an anchor has that one, the same in every language.
    """
    taken: set[str] = set()
    numbers: dict[str, Iterator[int]] = {}
    for block in blocks:
        if block.kind != "heading":
            yield block
            continue
        content, slug = block.content, ""
        if len(content) == 1 and content[0].href.startswith("#"):
            content, slug = content[0].content, content[0].href[1:]
        plain = unicodedata.normalize("NFKD", text_of(content)).encode("ascii", "ignore").decode().lower()
        slug = slug or "-".join(re.findall(r"[a-z0-9]+", plain)) or "part"
        numbering = numbers.setdefault(slug, count(1))
        anchor = next(one for n in numbering if (one := slug if n == 1 else f"{slug}-{n}") not in taken)
        taken.add(anchor)
        yield Block("heading", content=content, level=block.level, id=anchor)
