"""Declarations of the ops console: what staff see and may do. app/opsgen turns them into REST and TSX."""

from app.kernel.ops.read import read_page
from app.kernel.ops.resource import (
    Action,
    Column,
    Filter,
    OpsQuery,
    Page,
    Resource,
    badge,
    badges,
    day,
    instant,
    number,
    ref,
    text,
    yes_no,
)

__all__ = [
    "Action",
    "Column",
    "Filter",
    "OpsQuery",
    "Page",
    "Resource",
    "badge",
    "badges",
    "day",
    "instant",
    "number",
    "read_page",
    "ref",
    "text",
    "yes_no",
]
