"""The dearest question that a visitor may ask, searched for among what the API's description allows.

What a question costs is what Postgres reads for it, not how long that takes: blocks of tables and indexes, and rows
that are looked at, by EXPLAIN of every statement with the values that it was sent with.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from app.kernel.db.engines import engine
from tests.statements import noted

Query = dict[str, list[str]]
Ask = Callable[[str], int]
# Words that few, many and all texts have; parts of words; what means something to a pattern; many of them.
WORDS = ("coffee", "mountains", "a", "e", "an", "co", "zzz", "%", "_", ".*", "\\", "a b c d e", "an en in on er st")


@dataclass
class Cost:
    """What a question took of the database."""

    blocks: int = 0
    rows: int = 0
    statements: int = 0

    @property
    def work(self) -> int:
        """Return one number to compare by."""
        return self.blocks + self.rows

    def add(self, plan: Mapping[str, Any]) -> None:
        """Add a statement by its plan."""
        self.statements += 1
        self.blocks += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
        self.rows += sum(_rows(plan))


def _rows(plan: Mapping[str, Any]) -> Iterator[int]:
    seen = plan["Actual Rows"] + sum(value for name, value in plan.items() if name.startswith("Rows Removed by"))
    yield round(seen * plan["Actual Loops"])
    for part in plan.get("Plans", ()):
        yield from _rows(part)


@contextmanager
def measured() -> Iterator[Cost]:
    """Measure what is asked of the database meanwhile, once more and after the fact."""
    sent: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.lstrip().startswith(("SELECT", "WITH")):
            sent.append((statement, values))

    cost = Cost()
    with noted(note):
        yield cost
    with engine().connect() as connection:
        for statement, values in sent:
            explain = f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {statement}"
            [plan] = connection.exec_driver_sql(explain, values).scalar_one()
            cost.add(plan["Plan"])


@dataclass
class Read:
    """One operation that may be asked with parameters, as the API's description says."""

    name: str
    path: str
    parameters: Mapping[str, Mapping[str, Any]]
    # Values that no description knows: countries, regions and places that are there.
    known: Mapping[str, list[str]] = field(default_factory=dict)

    def draw(self, chance: Random, name: str) -> list[str]:
        """Return a value of a parameter that is allowed, or that it is left out."""
        if chance.random() < 0.4:
            return []
        schema = self.parameters[name]
        if name in self.known:
            return [chance.choice(self.known[name])]
        if schema.get("type") == "array":
            max_items = schema.get("maxItems", len(schema["items"]["enum"]))
            return [chance.choice(schema["items"]["enum"]) for _ in range(chance.randint(1, max_items))]
        return [_value(chance, schema)]

    def chosen(self, chance: Random) -> Query:
        """Return a question by chance."""
        return {name: self.draw(chance, name) for name in self.parameters}

    def changed(self, chance: Random, query: Query) -> Query:
        """Return a question with one or two parameters drawn anew."""
        names = chance.sample(sorted(self.parameters), min(len(self.parameters), chance.randint(1, 2)))
        return query | {name: self.draw(chance, name) for name in names}

    def address(self, query: Query) -> str:
        """Return the path with the query."""
        return f"{self.path}?{urlencode(query, doseq=True)}"


def _value(chance: Random, schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return str(chance.choice(schema["enum"]))
    if schema.get("type") == "boolean":
        return chance.choice(("true", "false"))
    if "minimum" in schema and "maximum" in schema:
        ends = (schema["minimum"], schema["maximum"], chance.uniform(schema["minimum"], schema["maximum"]))
        chosen = chance.choice(ends)
        return str(round(chosen) if schema["type"] == "integer" else chosen)
    words = " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))
    return words[: schema.get("maxLength", 100)]


def find_dearest(read: Read, ask: Ask, *, tries: int, seed: int) -> tuple[Cost, str]:
    """Return the dearest question that was found with so many tries, and what it took.

    The first asks for nothing in particular, a third is by chance, and the rest are steps from the dearest of them.
    """
    chance = Random(f"{seed} {read.name}")
    dearest: tuple[Cost, str, Query] = (Cost(), read.address({}), {})
    for number in range(tries):
        if number == 0:
            query: Query = {}
        elif number <= tries / 3:
            query = read.chosen(chance)
        else:
            query = read.changed(chance, dearest[2])
        with measured() as cost:
            status = ask(read.address(query))
        assert status < 500, read.address(query)
        if cost.work > dearest[0].work:
            dearest = (cost, read.address(query), query)
    return dearest[0], dearest[1]
