"""Writing TypeScript as oxfmt would (width 120, single quotes), so that generated files are stable."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

WIDTH = 120
HEADER = "// Generated from {source} by `hearth ops generate`. Do not edit."
Tree: TypeAlias = Mapping[str, "str | Tree"]


def quoted(text: str) -> str:
    """Return a string literal, in single quotes unless it holds more single than double ones."""
    body = json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"')
    if text.count("'") > text.count('"'):
        return '"' + body.replace('"', '\\"') + '"'
    return "'" + body.replace("'", "\\'") + "'"


def array(prefix: str, items: Sequence[str], suffix: str) -> str:
    """Return a statement around an array or a list of names, on one line where it fits: `[` ends the prefix."""
    spaces = " " if prefix.endswith("{") else ""
    line = f"{prefix}{spaces}{', '.join(items)}{spaces}{suffix}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([prefix, *(f"  {item}," for item in items), suffix])


def imports(names: Iterable[str], source: str) -> list[str]:
    """Return the import of some names, or nothing when there are none."""
    wanted = sorted(set(names))
    return [array("import {", wanted, f"}} from {quoted(source)};")] if wanted else []


def tree(values: Tree, indent: int = 1) -> list[str]:
    """Return the lines between the braces of a nested object of texts."""
    lines = []
    pad = "  " * indent
    for key, value in values.items():
        name = key if re.fullmatch(r"[A-Za-z_]\w*", key) else quoted(key)
        if isinstance(value, str):
            line = f"{pad}{name}: {quoted(value)},"
            lines += [line] if len(line) <= WIDTH else [f"{pad}{name}:", f"{pad}  {quoted(value)},"]
        else:
            lines += [f"{pad}{name}: {{", *tree(value, indent + 1), f"{pad}}},"]
    return lines


@dataclass(frozen=True)
class Listed:
    """An attribute's value with a list in it, which stands on lines of its own where it is too long."""

    before: str
    items: Sequence[str]
    after: str

    def __str__(self) -> str:
        return f"{self.before}{', '.join(self.items)}{self.after}"


@dataclass(frozen=True)
class Element:
    """A JSX element. An attribute that is True has no value; other values are given as they stand in the source."""

    name: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    children: "Sequence[Element]" = ()

    def lines(self, indent: int, after: str = "") -> list[str]:
        """Return the element's lines; `after` ends the last one."""
        pad = "  " * indent
        given = [name if value is True else f"{name}={value}" for name, value in self.attributes.items() if value]
        end = ">" if self.children else " />"
        one = f"{pad}<{' '.join([self.name, *given])}{end}{'' if self.children else after}"
        if len(one) <= WIDTH:
            opening = [one]
        else:
            attributes = [line for name in self.attributes for line in self._attribute(name, f"{pad}  ")]
            opening = [f"{pad}<{self.name}", *attributes, f"{pad}{end.strip()}{'' if self.children else after}"]
        if not self.children:
            return opening
        inner = [line for child in self.children for line in child.lines(indent + 1)]
        return [*opening, *inner, f"{pad}</{self.name}>{after}"]

    def _attribute(self, name: str, pad: str) -> list[str]:
        value = self.attributes[name]
        line = f"{pad}{name}" if value is True else f"{pad}{name}={value}"
        if not isinstance(value, Listed) or len(line) <= WIDTH:
            return [line] if value else []
        return [f"{pad}{name}={value.before}", *(f"{pad}  {item}," for item in value.items), f"{pad}{value.after}"]
