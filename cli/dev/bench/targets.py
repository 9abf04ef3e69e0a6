"""The targets of the figures, and whether a figure reaches them."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Figure = dict[str, Any]
ANY_SIZE = range(sys.maxsize)
UP_TO_100_000, ABOVE_100_000 = range(100_001), range(100_001, sys.maxsize)
# What a target limits; times are in milliseconds.
MEASURES: dict[str, Callable[[Figure], float]] = {
    "p50": lambda figure: figure["ours"]["p50"],
    "p95": lambda figure: figure["ours"]["p95"],
    "rate": lambda figure: figure["ours"]["rate"],
    "processor": lambda figure: figure["ours"]["processor"],
    "ratio": lambda figure: figure["ratio"],
    "p50 / bare handler": lambda figure: figure["ratio_handler_p50"],
    "p95 / bare handler": lambda figure: figure["ratio_handler"],
    "at rest": lambda figure: figure["ours"]["p50"],
    "p50 - bare": lambda figure: figure["ours"]["p50"] - figure["bare"]["p50"],
}
MINIMA = ("rate", "ratio")


@dataclass(frozen=True, slots=True)
class Target:
    """A limit for a measure at sites of some sizes: a minimum for those in MINIMA, a maximum for the others."""

    measure: str
    limit: float
    unit: str = ""
    sizes: range = ANY_SIZE

    def __str__(self) -> str:
        sign = ">=" if self.measure in MINIMA else "<="
        return f"{self.measure} {sign} {self.limit:g} {self.unit}".rstrip()

    def is_reached(self, figure: Figure) -> bool:
        """Return whether a figure reaches the target; raises KeyError if it lacks the measure."""
        value = MEASURES[self.measure](figure)
        limit = self.limit * 1000 if self.unit == "s" else self.limit
        return value >= limit if self.measure in MINIMA else value <= limit


TARGETS: dict[str, tuple[Target, ...]] = {
    "send": (Target("ratio", 0.65),),
    "delivered": (Target("processor", 6, "ms"), Target("rate", 350, "a second")),
    "me": (Target("p50", 1.2, "ms"),),
    "visit": (Target("p50", 2.4, "ms"),),
    "search": (Target("p50", 3, "ms"), Target("p95", 30, "ms")),
    "later-pages": (Target("p50", 1.6, "ms"),),
    "chats": (Target("p50", 1.8, "ms"), Target("p95 / bare handler", 2)),
    "conversation": (Target("p50", 1.8, "ms"), Target("p95 / bare handler", 2)),
    "deck": (Target("p50", 4, "ms"), Target("p50 / bare handler", 4)),
    "signin": (Target("p50 - bare", 12, "ms"),),
    "freshness": (Target("p95", 0.3, "s", UP_TO_100_000), Target("p95", 0.6, "s", ABOVE_100_000)),
    "freshness-40": (Target("p95", 0.3, "s", UP_TO_100_000), Target("p95", 1.5, "s", ABOVE_100_000)),
    "flood": (Target("p95", 5, "s"),),
    "live": (Target("p95", 50, "ms"),),
    "live-busy": (Target("p95", 150, "ms"),),
    "console": (Target("p95", 100, "ms"),),
    "command": (Target("p50", 0.6, "s"),),
    "start": (Target("p50", 5, "s"), Target("processor", 9, "s")),
    "first": (Target("p50", 75, "s"),),
    "memory": (Target("at rest", 700, "MiB"),),
    "idle": (Target("at rest", 0.7, "%"),),
}


def judge(figure: Figure) -> dict[str, str]:
    """Return whether a figure reached each of its targets, in words."""
    targets = [one for one in TARGETS.get(figure["path"], ()) if figure["members"] in one.sizes]
    return {str(target): _verdict(target, figure) for target in targets}


def _verdict(target: Target, figure: Figure) -> str:
    try:
        return "reached" if target.is_reached(figure) else "missed"
    except KeyError:
        return "not measured"
