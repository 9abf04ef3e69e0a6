"""What the members' stylesheets must keep: colours with a meaning, four breakpoints, toasts that fit a phone."""

import re
from colorsys import rgb_to_hls

import pytest

from tests.architecture.test_rules import ROOT

STYLES = ROOT / "member-web" / "src"
TOKENS = (STYLES / "styles" / "tokens.css").read_text()
LIGHT = TOKENS.partition("/* ---- Dark ---- */")[0]
TEAL = range(165, 195)  # degrees of hue
BREAKPOINTS = {576, 768, 992, 1200}
# No layout of its own: the narrowest screens with enlarged letters need a little more room.
NARROWEST = 400


def colour(name: str) -> tuple[float, float]:
    """Return the hue in degrees and the lightness of a colour of the application's own theme."""
    found = re.search(rf"^  --c-{name}: #(\w\w)(\w\w)(\w\w);", LIGHT, re.MULTILINE)
    assert found, name
    hue, lightness, _ = rgb_to_hls(*(int(part, 16) / 255 for part in found.groups()))
    return hue * 360, lightness


@pytest.mark.spec("9.8")
def test_teal_a_darker_teal_and_a_colour_for_what_is_unread() -> None:
    primary, secondary, unread = (colour(name) for name in ("primary", "secondary", "unread"))
    assert int(primary[0]) in TEAL
    assert int(secondary[0]) in TEAL
    assert secondary[1] < primary[1]
    assert int(unread[0]) not in TEAL


@pytest.mark.spec("9.8")
def test_pages_change_at_four_widths() -> None:
    used = set()
    for sheet in STYLES.rglob("*.css"):
        for side, width in re.findall(r"\((min|max)-width: (\d+)px\)", sheet.read_text()):
            used.add(int(width) + (side == "max"))
    assert used - {NARROWEST} == BREAKPOINTS


@pytest.mark.spec("9.8")
def test_a_toast_is_at_most_350_pixels_wide_and_never_wider_than_a_phone() -> None:
    sheet = (STYLES / "ui" / "toast" / "toast.module.css").read_text()
    toast = re.search(r"^\.toast \{(.*?)^\}", sheet, re.MULTILINE | re.DOTALL)
    assert toast
    assert re.findall(r"^  (?:max-)?width: (.+);", toast[1], re.MULTILINE) == ["350px", "calc(100vw - 2rem)"]
