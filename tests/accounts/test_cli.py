"""`hearth invitation`: an operator invites people and takes invitations back."""

import json
from functools import partial

import pytest
from click.testing import CliRunner

from cli.errors import CliError
from cli.invitation import invitation
from modules.sites.contracts import Site
from tests import commands
from tests.accounts.routes.doors import sign_up
from tests.conftest import Client
from tests.factories.sites import set_site

run = partial(commands.run, invitation)


@pytest.mark.spec("6.2")
def test_an_operator_makes_lists_and_revokes_invitations(client: Client, site: Site) -> None:
    set_site(site, signups="invitation")
    tried = json.loads(run("create", site.key, "--count", "3", "--dry-run", "--json"))
    assert (len(tried), sign_up(client, invite=tried[0]["code"]).status_code) == (3, 422)
    assert json.loads(run("list", site.key, "--json")) == []
    made = json.loads(run("create", site.key, "--uses", "2", "--count", "2", "--note", "choir", "--json"))
    assert [one["most_uses"] for one in made] == [2, 2]
    assert sign_up(client, invite=made[0]["code"]).status_code == 201
    listed = {one["code"]: one for one in json.loads(run("list", site.key, "--json"))}
    assert {code: (one["uses"], one["by"], one["note"]) for code, one in listed.items()} == {
        made[0]["code"]: (1, "operator", "choir"),
        made[1]["code"]: (0, "operator", "choir"),
    }
    run("revoke", site.key, made[0]["code"].lower(), "--yes")
    run("revoke", site.key, made[1]["id"], "--yes")
    assert not any(one["is_open"] for one in json.loads(run("list", site.key, "--json")))
    assert made[0]["code"] in run("list", site.key)


def test_an_unknown_code_is_refused_in_one_line(site: Site) -> None:
    with pytest.raises(CliError) as refused:
        arguments = ["revoke", site.key, "nope", "--yes"]
        CliRunner().invoke(invitation, arguments, catch_exceptions=False, standalone_mode=False)
    assert "\n" not in refused.value.message
