"""`python -m tests.bench PLAN RESULTS ROUNDS PATH...`: measures paths against running servers; see cli/bench."""

import json
import sys
from pathlib import Path

from tests.bench.console import console
from tests.bench.delivered import delivered
from tests.bench.flood import flood
from tests.bench.freshness import freshness
from tests.bench.paths import PATHS, Bench

MORE = {"console": console, "freshness": freshness, "flood": flood, "delivered": delivered}


def main() -> None:
    """Measure and write down one figure after the other."""
    plan, results, rounds, *names = sys.argv[1:]
    bench = Bench(json.loads(Path(plan).read_text()), int(rounds))
    with Path(results).open("a") as file:
        for name in names:
            for figure in (PATHS | MORE)[name](bench):
                print(json.dumps(figure), file=file, flush=True)
                print(figure["what"], flush=True)


if __name__ == "__main__":
    main()
