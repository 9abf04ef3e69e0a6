"""The browser that the tests drive."""

from pathlib import Path

from cli.engines.chromium import ensure

# Tests may run as root, and Chromium's sandbox does not.
ARGUMENTS = ["--no-sandbox"]


def executable() -> Path:
    """The Chromium to launch: $CHROMIUM, the system's, or the pinned one, which is installed on first use."""
    return ensure()
