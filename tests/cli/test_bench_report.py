"""`hearth bench`: every figure is judged by the targets of its path, and compared with the one saved before it."""

from typing import Any

import pytest

from cli.dev.bench import history, report, sections
from cli.dev.bench.command import PATHS
from cli.dev.bench.targets import TARGETS, judge

Figure = dict[str, Any]


def figure(path: str, *, members: int = 2000, day: int = 1, **values: Any) -> Figure:
    """A figure as the bench yields it."""
    made = {"date": f"2026-12-0{day}", "commit": f"abc{day}", "machine": "2 x Any", "load": 1.0}
    return {"path": path, "what": "a path", "members": members, "ours": {"p50": 1.0}, **made, **values}


@pytest.mark.parametrize(
    ("measured", "verdicts"),
    [
        (figure("me", ours={"p50": 1.2}), {"p50 <= 1.2 ms": "reached"}),
        (figure("me", ours={"p50": 1.21}), {"p50 <= 1.2 ms": "missed"}),
        (figure("send", ratio=0.65), {"ratio >= 0.65": "reached"}),
        (figure("send", ratio=0.64), {"ratio >= 0.65": "missed"}),
        (
            figure("delivered", ours={"rate": 349, "processor": 6.0}),
            {"processor <= 6 ms": "reached", "rate >= 350 a second": "missed"},
        ),
        (figure("search", ours={"p50": 3.1, "p95": 30}), {"p50 <= 3 ms": "missed", "p95 <= 30 ms": "reached"}),
        (
            figure("chats", ours={"p50": 1.8}, ratio_handler=2.01),
            {"p50 <= 1.8 ms": "reached", "p95 / bare handler <= 2": "missed"},
        ),
        (
            figure("deck", ours={"p50": 4.1}, ratio_handler_p50=3.9, ratio_handler=4.4),
            {"p50 <= 4 ms": "missed", "p50 / bare handler <= 4": "reached"},
        ),
        (figure("signin", ours={"p50": 31.9}, bare={"p50": 20.0}), {"p50 - bare <= 12 ms": "reached"}),
        (figure("signin", ours={"p50": 32.1}, bare={"p50": 20.0}), {"p50 - bare <= 12 ms": "missed"}),
        (
            figure("start", ours={"p50": 4999.0, "processor": 9001.0}),
            {"p50 <= 5 s": "reached", "processor <= 9 s": "missed"},
        ),
        (figure("memory", ours={"p50": 700.1}), {"at rest <= 700 MiB": "missed"}),
        (figure("idle", ours={"p50": 0.7}), {"at rest <= 0.7 %": "reached"}),
    ],
)
def test_a_figure_is_judged_by_every_target_of_its_path(measured: Figure, verdicts: dict[str, str]) -> None:
    assert judge(measured) == verdicts


def test_a_larger_site_has_more_time_until_a_changed_profile_is_found() -> None:
    late = {"p95": 550.0}
    assert [judge(figure("freshness", members=size, ours=late)) for size in (2000, 100_000, 1_000_000)] == [
        {"p95 <= 0.3 s": "missed"},
        {"p95 <= 0.3 s": "missed"},
        {"p95 <= 0.6 s": "reached"},
    ]


def test_a_path_without_a_target_is_not_judged() -> None:
    assert judge(figure("profile")) == {}


def test_a_measure_that_a_figure_lacks_is_neither_reached_nor_missed() -> None:
    assert judge(figure("start", ours={"p50": 4000.0})) == {"p50 <= 5 s": "reached", "processor <= 9 s": "not measured"}


def test_every_path_has_a_target_but_the_plain_view_of_a_profile() -> None:
    of_rest = {"memory", "idle"}
    assert {*PATHS, *of_rest} - set(TARGETS) == {"profile", "rest"}


def test_a_new_figure_takes_the_place_of_the_one_before_and_keeps_it_as_an_earlier_one() -> None:
    first, second = figure("me", day=1), figure("me", day=2, ours={"p50": 2.0})
    other = figure("me", day=1, members=100_000)
    earlier = {
        "date": "2026-12-01",
        "commit": "abc1",
        "machine": "2 x Any",
        "load": 1.0,
        "ours": {"p50": 1.0},
    }
    assert history.merge([first, other], [second]) == [second | {"earlier": [earlier]}, other]


def test_the_latest_five_figures_of_a_path_and_size_are_kept() -> None:
    kept: list[Figure] = []
    for day in range(1, 8):
        kept = history.merge(kept, [figure("me", day=day)])
    [latest] = kept
    assert [one["date"] for one in (latest, *latest["earlier"])] == [f"2026-12-0{day}" for day in (7, 6, 5, 4, 3)]


def test_each_figure_on_the_screen_shows_its_change_since_the_saved_one(capsys: pytest.CaptureFixture[str]) -> None:
    saved = [figure("send", day=1, ours={"p50": 20.0, "rate": 400, "processor": 5.0}, ratio=0.5)]
    now = figure("send", day=2, ours={"p50": 25.0, "p95": 40.0, "rate": 300, "processor": 5.0}, ratio=0.6)
    report.show([now, figure("me")], saved)
    change = "p50 +25 %, rate -25 %, processor +0 %, ratio +20 % since 2026-12-01 abc1"
    assert capsys.readouterr().out.splitlines() == [
        f"2,000  a path    300/s, 25.0 / 40.0, processor 5.0  0.60    ratio >= 0.65 missed  {change}",
        "2,000  a path    1.0      p50 <= 1.2 ms reached",
    ]


def test_the_table_of_the_document_shows_the_saved_figures() -> None:
    assert sections.DOCUMENT.read_text(encoding="utf-8") == report.document(report.read())
