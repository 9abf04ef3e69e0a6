"""`python -m tests.bench PLAN RESULTS ROUNDS PATH...`: measures paths against running servers; see cli/bench."""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.bench.console import console
from tests.bench.delivered import delivered
from tests.bench.flood import flood
from tests.bench.freshness import freshness
from tests.bench.live import live
from tests.bench.paths import Bench, Figure, send
from tests.bench.reads import NAMES, read
from tests.bench.search import search
from tests.bench.sign_in import sign_in

PATHS: dict[str, Callable[[Bench], Iterator[Figure]]] = {
    "send": send,
    "search": search,
    **{name: partial(read, path=name) for name in NAMES},
    "console": console,
    "signin": sign_in,
    "delivered": delivered,
    "freshness": freshness,
    "flood": flood,
    "live": live,
}


def main() -> None:
    """Measure and write down one figure after the other."""
    plan, results, rounds, *names = sys.argv[1:]
    bench = Bench(json.loads(Path(plan).read_text()), int(rounds))
    with Path(results).open("a") as file:
        for name in names:
            for figure in PATHS[name](bench):
                print(json.dumps(figure), file=file, flush=True)
                print(figure["what"], flush=True)


if __name__ == "__main__":
    main()
