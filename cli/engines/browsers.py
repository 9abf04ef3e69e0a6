"""The browsers that are tested by name only, Firefox and WebKitGTK, from Debian's packages."""

import shutil
import subprocess
from pathlib import Path

FIREFOX, WEBKIT = "firefox-esr", "WebKitWebDriver"
# WebKit's window is a script for the system's Python, because its bindings have no wheel.
SYSTEM_PYTHON = Path("/usr/bin/python3")
BINDINGS = "import gi; gi.require_version('WebKit2', '4.1')"
WEBKIT_PACKAGES = ("webkit2gtk-driver", "xvfb", "python3-gi", "gir1.2-webkit2-4.1")


def missing_engines() -> list[str]:
    """Return the browsers that are not installed: Firefox, WebKitGTK, both or none."""
    here = {"Firefox": bool(shutil.which(FIREFOX)), "WebKitGTK": _has_webkit()}
    return [name for name, is_here in here.items() if not is_here]


def install_command() -> str:
    """Return the command that installs both on Debian, about 560 MB."""
    return f"apt-get install --no-install-recommends {' '.join((FIREFOX, *WEBKIT_PACKAGES))}"


def _has_webkit() -> bool:
    if not all(map(shutil.which, (WEBKIT, "Xvfb", str(SYSTEM_PYTHON)))):
        return False
    return not subprocess.run([SYSTEM_PYTHON, "-c", BINDINGS], capture_output=True, check=False).returncode
