"""The figures of docs/reports/bench.json: the latest of every path and size, each with those before it."""

from collections.abc import Iterator, Sequence

from cli.dev.bench.targets import Figure

KEPT = 5
# Lower is better, but for the rate.
MEASURES = ("p50", "p95", "rate", "processor")
# What all figures of one path and size have in common.
OF_ALL = ("path", "what", "members", "earlier")


def merge(known: Sequence[Figure], figures: Sequence[Figure]) -> list[Figure]:
    """Return the known figures with new ones in the place of those of the same path and size, which become earlier
    ones, at most KEPT of each.
    """
    merged = {_key(figure): figure for figure in known}
    for figure in figures:
        before = find_latest(known, figure)
        merged[_key(figure)] = figure | ({"earlier": _with_earlier(before)[: KEPT - 1]} if before else {})
    return sorted(merged.values(), key=lambda one: one["members"])


def find_latest(known: Sequence[Figure], figure: Figure) -> Figure | None:
    """Return the saved figure of the same path and size, or None."""
    return next((one for one in known if _key(one) == _key(figure)), None)


def describe_change(figure: Figure, before: Figure) -> str:
    """Return how much each measure differs from an earlier figure, in percent, with its date and commit."""
    changes = (f"{name} {100 * (new / old - 1):+.0f} %" for name, new, old in _pairs(figure, before) if old)
    return f"{', '.join(changes)} since {before['date']} {before.get('commit', '')}".rstrip()


def _key(figure: Figure) -> tuple[int, str, str]:
    return figure["members"], figure["path"], figure["what"]


def _with_earlier(figure: Figure) -> list[Figure]:
    return [{name: value for name, value in figure.items() if name not in OF_ALL}, *figure.get("earlier", ())]


def _pairs(figure: Figure, before: Figure) -> Iterator[tuple[str, float, float]]:
    """Yield the measures that both figures have, with both values."""
    new, old = ({**one["ours"], **({"ratio": one["ratio"]} if "ratio" in one else {})} for one in (figure, before))
    for name in (*MEASURES, "ratio"):
        if name in new and name in old:
            yield name, new[name], old[name]
