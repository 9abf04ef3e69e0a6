"""`hearth jobs`, as an operator types it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from app.kernel import clock
from app.kernel.db.session import transaction
from cli.errors import CliError
from cli.jobs import jobs
from modules.sites.contracts import Site

NAME = "accounts.remove_stale"


def listed() -> dict[str, dict[str, Any]]:
    answer = CliRunner().invoke(jobs, ["list", "--json"], catch_exceptions=False)
    return {one["name"]: one for one in json.loads(answer.output)}


@pytest.mark.spec("10.10")
@pytest.mark.usefixtures("app")
def test_what_runs_by_the_clock_is_listed_and_run(site: Site) -> None:
    with transaction() as session:
        session.execute(text("DELETE FROM platform.schedule WHERE name = :name"), {"name": NAME})
        old = text(
            "INSERT INTO accounts.login_failure (site_id, email_hash, place, failed_at) VALUES (:site, '1', '', :at)"
        )
        session.execute(old, {"site": site.id, "at": clock.now() - timedelta(days=30)})
    never = {"started": None, "ended": None, "due": None}
    assert listed()[NAME] == {"name": NAME, "every": "1 day, 0:00:00", "queue": "maintenance", "failures": 0, **never}
    done = CliRunner().invoke(jobs, ["run", NAME], catch_exceptions=False)
    assert (done.exit_code, done.output) == (0, f"{NAME} has run.\n")
    assert listed()[NAME]["started"] is not None
    assert listed()[NAME]["ended"] is not None
    told = CliRunner().invoke(jobs, ["run", NAME, "--json"], catch_exceptions=False)
    assert json.loads(told.output) == listed()[NAME], "a program is told when it ran"
    with transaction(read_only=True) as session:
        left = "SELECT count(*) FROM accounts.login_failure WHERE failed_at < now() - interval '29 days'"
        assert session.execute(text(left)).scalar_one() == 0


@pytest.mark.usefixtures("app")
def test_a_job_that_is_not_there_is_refused_with_those_that_sound_like_it() -> None:
    with pytest.raises(CliError, match=r"did you mean accounts\.remove_stale"):
        CliRunner().invoke(jobs, ["run", "accounts.remove_stele"], catch_exceptions=False, standalone_mode=False)
    with pytest.raises(CliError, match="`hearth jobs list` shows all"):
        CliRunner().invoke(jobs, ["run", "??"], catch_exceptions=False, standalone_mode=False)
