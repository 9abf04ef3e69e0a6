"""How long the state machines run: briefly with the rest, at length for `hearth test long` (HEARTH_LONG=1)."""

import os

from hypothesis import HealthCheck, settings


def is_long() -> bool:
    """Tell whether this is the long suite."""
    return os.environ.get("HEARTH_LONG") == "1"


def property_runs(*, runs: int, steps: int) -> settings:
    """Return the settings of a state machine: so many runs of so many steps, or 1,000 of 50 in the long suite."""
    if is_long():
        runs, steps = 1000, 50
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(max_examples=runs, stateful_step_count=steps, deadline=None, suppress_health_check=checks)
