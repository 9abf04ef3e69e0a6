"""`hearth push`: an operator makes the key, and tries whether push messages arrive."""

import json
import stat
from functools import partial
from pathlib import Path

import pytest

from app.kernel.secrets import vapid
from cli.errors import CliError
from cli.push import push
from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from tests import commands
from tests.fixture_types import MakeMember
from tests.notifications.notifying import Login
from tests.notifications.push_service import PushService
from tests.notifications.pushing import SUBSCRIPTIONS, Subscribe

run = partial(commands.run, push)


def refusal(*arguments: str) -> str:
    with pytest.raises(CliError) as refused:
        run(*arguments)
    return refused.value.message


def test_a_try_reaches_every_browser_and_says_what_became_of_it(
    site: Site, make_member: MakeMember, login: Login, subscribe: Subscribe
) -> None:
    member = make_member(language="fi")
    here, gone, busy = (subscribe(member) for _ in range(3))
    gone.answers, busy.answers = [410], [503]
    said = sorted(line.split("  ")[0] for line in run("test", member.email, "--site", site.key).splitlines())
    assert [one.split(":")[0].strip() for one in said] == ["gone", "not now", "taken"]
    (message,) = here.received
    assert message["title"] == "Ilmoitukset ovat päällä"
    assert gone.received == busy.received == []
    assert len(login(member).get(SUBSCRIPTIONS).get_json()) == 2, "who is gone is forgotten"
    told = json.loads(run("test", member.email, "--site", site.key, "--json"))
    assert [one["answer"] for one in told] == ["taken", "taken"]


def test_who_cannot_be_reached_is_said_in_one_line(site: Site, service: PushService, member: Member) -> None:
    assert refusal("test", member.email, "--site", site.key) == f"no browser of {member.email} is subscribed to push."
    assert refusal("test", "nobody@example.org", "--site", site.key).endswith("has no member nobody@example.org.")
    assert service.tries == []


def test_the_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    file = tmp_path / "push.pem"
    first, again = run("keys", str(file)), run("keys", str(file))
    assert first.endswith(again)
    assert again.strip() == vapid.public_key(vapid.read_key(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
