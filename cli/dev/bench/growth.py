"""`hearth bench growth`: how the cost of requests grows with members and messages, and what it costs that members leave
the largest site.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cli.dev.bench import sections
from cli.dev.bench.command import Installation, say
from cli.folder import DataFolder
from cli.ports import free_port
from cli.stack import Stack
from cli.supervisor import Supervisor

Figure = dict[str, Any]


def measure(data: Path, sizes: Sequence[int], messages: Sequence[int], rounds: int) -> Iterator[Figure]:
    """Yield the costs in the sites of all sizes, and in one of the largest size while it is filled with messages."""
    for size in sizes:
        yield from _measure_site(data / str(size), size, (), rounds)
    if messages:
        yield from _measure_site(data / f"{max(sizes)}-messages", max(sizes), messages, rounds)


def _measure_site(place: Path, size: int, messages: Sequence[int], rounds: int) -> list[Figure]:
    results = place / "growth.jsonl"
    with DataFolder(place) as folder, Supervisor(say) as supervisor:
        results.write_text("")
        Installation(Stack(folder, supervisor, free_port()), size).measure_growth(results, messages, rounds)
    return [{"members": size, **json.loads(line)} for line in results.read_text().splitlines()]


def show(figure: Figure) -> str:
    """Return a figure in one line."""
    messages = f"  {figure['messages']:,} messages" if "messages" in figure else ""
    return f"{figure['members']:,} members{messages}  {figure['what']}  {_times(figure)} ms"


def save(figures: Sequence[Figure], machine: dict[str, Any]) -> None:
    """Write the figures into the documents."""
    by_series = {name: [one for one in figures if one["series"] == name] for name in ("members", "messages", "leaving")}
    left = by_series.pop("leaving")
    tables = [_ratios(found, name) for name, found in by_series.items() if found]
    if left:
        title = f"ms at {left[0]['members']:,} members and {left[0]['messages']:,} messages"
        tables.append(sections.as_table(("of one member", title), [(one["what"], _times(one)) for one in left]))
    content = "\n".join([*tables, f"Measured: {sections.describe_run(machine)}\n"])
    sections.save("growth", [{**figure, **machine} for figure in figures], content)


def _ratios(figures: Sequence[Figure], series: str) -> str:
    """Return the table of a series: the milliseconds at its smallest size, and the ratios of the others to it."""
    costs: dict[str, dict[int, Figure]] = {}
    for figure in figures:
        costs.setdefault(figure["what"], {})[figure[series]] = figure
    sizes = sorted({figure[series] for figure in figures})
    columns = ("p50 / p95", f"ms at {sizes[0]:,} {series}", *(f"ratio at {size:,}" for size in sizes[1:]))
    rows = [
        (what, _times(by_size[sizes[0]]), *(_ratio(by_size[size], by_size[sizes[0]]) for size in sizes[1:]))
        for what, by_size in costs.items()
    ]
    return sections.as_table(columns, rows)


def _times(figure: Figure) -> str:
    return f"{figure['p50']:,.1f} / {figure['p95']:,.1f}"


def _ratio(figure: Figure, smallest: Figure) -> str:
    return " / ".join(f"{figure[name] / smallest[name]:.2f}" for name in ("p50", "p95"))
