"""`hearth site` and `hearth member`, as an operator types them."""

import json
import shlex
from collections.abc import Callable
from uuid import uuid4

import pytest

from cli.main import run
from modules.sites.contracts import Site
from tests.trail import trail_of

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def hearth(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, _engines: None) -> Command:
    """Run one command line; answers its exit code, standard output and standard error."""

    def call(line: str, *more: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["hearth", *shlex.split(line), *more])
        with pytest.raises(SystemExit) as end:
            run()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


@pytest.mark.spec("10.10", "3.2")
def test_hosts_are_listed_and_taken_away_only_when_that_is_meant(hearth: Command) -> None:
    key = f"warm-{uuid4().hex[:8]}"
    hearth(f"site company create 'Warm {key}' --country NL footer_id=5 tradenames=Warm")
    hearth(
        f"site create {key} --company 'Warm {key}' --domain {key}.example --language nl --countries NL "
        "--support-email help@example.org"
    )
    own, other, third = f"{key}.example", f"love-{key}.example", f"third-{key}.example"

    def listed() -> list[str]:
        return sorted(row["host"] for row in json.loads(hearth(f"site hosts {key} --json")[1]))

    assert hearth(f"site hosts {key} {other}")[0] == 0, "nothing is taken away"
    assert listed() == sorted([own, other])
    code, out, error = hearth(f"site hosts {key} {third}")
    assert (code, f"Remove {other}" in out + error) == (2, True), "nobody said yes"
    assert hearth(f"site hosts {key} {third} --dry-run")[1].startswith(f"Site {key} would have the hosts")
    assert listed() == sorted([own, other])
    assert hearth(f"site hosts {key} {third} --yes")[0] == 0
    assert listed() == sorted([own, third])


@pytest.mark.spec("10.10", "3.2")
def test_a_site_is_made_shown_and_changed(hearth: Command) -> None:
    key = f"warm-{uuid4().hex[:8]}"
    assert hearth(f"site company create 'Warm {key}' --country NL footer_id=5 tradenames=Warm,Warmte")[0] == 0
    code, out, _ = hearth(
        f"site create {key} --company 'Warm {key}' --domain {key}.example --language nl --countries NL,BE "
        "--support-email help@example.org niche=7"
    )
    assert (code, out) == (0, f"Site {key} created at {key}.example.\n")
    changes = "min_age=50 languages=nl,en reply_credits=none minimum_message_costs=NL:150:EUR,BE:160:EUR"
    assert hearth(f"site set {key} {changes} enable_site_entry_popup=yes 'name=Warm hearts'")[0] == 0
    assert hearth(f"site hosts {key} www.love-{key}.example")[1].endswith(f"{key}.example, love-{key}.example.\n")
    shown = json.loads(hearth(f"site show {key} --json")[1])
    assert shown["name"] == "Warm hearts"
    assert shown["min_age"] == 50
    assert shown["niche"] == 7
    assert shown["languages"] == ["nl", "en"]
    assert shown["reply_credits"] is None
    assert shown["enable_site_entry_popup"] is True
    assert shown["minimum_message_costs"] == ["BE:160:EUR", "NL:150:EUR"]
    assert key in hearth("site list")[1]
    assert f"Warm {key}" in hearth("site company list")[1]


@pytest.mark.spec("10.10")
def test_what_is_made_is_told_to_programs(hearth: Command) -> None:
    key = f"warm-{uuid4().hex[:8]}"
    company = json.loads(hearth(f"site company create 'Warm {key}' --country NL --json")[1])
    listed = json.loads(hearth("site company list --json")[1])
    assert company == {"id": next(one["id"] for one in listed if one["name"] == f"Warm {key}"), "name": f"Warm {key}"}
    made = json.loads(
        hearth(
            f"site create {key} --company 'Warm {key}' --domain {key}.example --language nl --countries NL "
            "--support-email help@example.org --json"
        )[1]
    )
    shown = json.loads(hearth(f"site show {key} --json")[1])
    assert made == {name: shown[name] for name in ("id", "key", "hosts")}


@pytest.mark.spec("10.10", "3.2")
def test_what_is_changed_of_sites_stands_in_the_access_log(hearth: Command) -> None:
    key = f"warm-{uuid4().hex[:8]}"
    hearth(f"site company create 'Warm {key}' --country NL footer_id=5 --reason 'a new brand'")
    hearth(f"site company set 'Warm {key}' iban=NL91ABNA0417164300 city=Utrecht")
    hearth(
        f"site create {key} --company 'Warm {key}' --domain {key}.example --language nl --countries NL,BE "
        "--support-email help@example.org niche=7 --reason 'asked for by Linden'"
    )
    hearth(f"site set {key} niche=6 minimum_message_costs=NL:150:EUR --reason 'a calmer look'")
    assert hearth(f"site set {key} niche=9")[0] == 2
    hearth(f"site set {key} --language de 'index_title=Komm herein'")
    hearth(f"site hosts {key} love-{key}.example --dry-run")
    hearth(f"site hosts {key} love-{key}.example --reason campaign")
    hearth(f"site hosts {key} {key}.example --yes")
    [company] = [one for one in json.loads(hearth("site company list --json")[1]) if one["name"] == f"Warm {key}"]
    assert trail_of(company["id"], "sites.companies") == [
        ("create", "a new brand", {"name": f"Warm {key}", "country": "NL", "footer_id": "5"}),
        ("change", "command line", {"iban": "•••• 4300", "city": "Utrecht"}),
    ]
    [made, *changed] = trail_of(json.loads(hearth(f"site show {key} --json")[1])["id"], "sites.sites")
    assert made[:2] == ("create", "asked for by Linden")
    assert (made[2]["key"], made[2]["domain"], made[2]["niche"]) == (key, f"{key}.example", "7")
    assert changed == [
        ("set", "a calmer look", {"niche": "6", "minimum_message_costs": "NL:150:EUR"}),
        ("set", "command line", {"language": "de", "index_title": "Komm herein"}),
    ], "and nothing of what was refused"
    assert [one[:2] for one in trail_of(f"love-{key}.example", "sites.hosts")] == [
        ("add", "campaign"),
        ("remove", "command line"),
    ]
    assert trail_of(f"{key}.example", "sites.hosts") == [], "it was there all the time"


@pytest.mark.spec("10.10")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("niche=9", "niche must be from 1 to 7."),
        ("niche=seven", "niche must be a whole number, not 'seven'."),
        ("niche=", "niche must be a whole number, not ''."),
        ("member_resell=perhaps", "member_resell must be yes or no, not 'perhaps'."),
        ("shoe_size=43", "There is no setting shoe_size."),
        ("id=1", "There is no setting id."),
        ("hosts=a.example", "There is no setting hosts."),
        ("niche", "'niche' is not a setting; write FIELD=VALUE."),
        (
            "minimum_message_costs=NL",
            "minimum_message_costs must be COUNTRY:CENTS:CURRENCY, such as NL:150:EUR, not ''.",
        ),
        ("domain=not_a_host", "not_a_host is not a valid host name."),
        ("name=", "name can’t be empty."),
        ("company=Nobody", "There is no company Nobody."),
    ],
)
def test_nonsense_is_refused_with_one_line(hearth: Command, site: Site, change: str, sentence: str) -> None:
    code, out, err = hearth(f"site set {site.key}", change)
    assert (code, out, err) == (2, "", f"hearth: {sentence}\n")


@pytest.mark.spec("3.3")
@pytest.mark.parametrize(
    ("detail", "sentence"),
    [
        ("name=Ember \U0001f525 B.V. \u2603", "Banks and invoices can’t print \U0001f525 \u2603 in name."),
        ("name=--", "Banks and invoices can’t print - in name."),
        ("address=Lampstraat 1 \U0001f3e0", "Banks and invoices can’t print \U0001f3e0 in address."),
        ("city=Utrecht \u2603", "Banks and invoices can’t print \u2603 in city."),
    ],
)
def test_a_company_gets_no_detail_that_its_bank_or_an_invoice_cannot_print(
    hearth: Command, site: Site, detail: str, sentence: str
) -> None:
    refused = (2, "", f"hearth: {sentence} Leave them out.\n")
    assert hearth("site company set", site.company.name, detail) == refused
    if not detail.startswith("name="):
        assert hearth(f"site company create 'Ember {uuid4().hex[:8]}' --country NL", detail) == refused
    letters = ("address=\u0141\u00f3d\u017a & Stra\u00dfe \u2013 1\u00bd", "city=\u6771\u4eac")
    assert hearth("site company set", site.company.name, *letters)[0] == 0


def test_an_unknown_site_is_refused(hearth: Command) -> None:
    assert hearth("site show nowhere") == (2, "", "hearth: There is no site nowhere.\n")


@pytest.mark.spec("10.10")
def test_a_member_is_made_shown_and_listed(hearth: Command, site: Site) -> None:
    create = f"member create --site {site.key} --email robin@example.org --name Robin --born 1985-05-17 --confirmed"
    assert hearth(create, "--password", "password1")[2].startswith("hearth: This password is too easy to guess")
    assert hearth(create, "--password", "four unrelated quiet words")[0] == 0
    again = hearth(create, "--password", "four unrelated quiet words")
    assert again[2] == "hearth: This email address already owns an account on this website\n"
    shown = json.loads(hearth(f"member show Robin@example.org --site {site.key} --json")[1])
    assert (shown["name"], shown["status"]) == ("Robin", "active")
    assert "password" not in json.dumps(shown)
    listed = json.loads(hearth(f"member list --site {site.key} --json")[1])
    assert [one["id"] for one in listed] == [shown["id"]]
    assert hearth(f"member show {shown['id']} --site {site.key}")[0] == 0
    assert hearth(f"member show nobody@example.org --site {site.key}")[0] == 2


def test_help_has_examples(hearth: Command) -> None:
    assert "Examples:" in hearth("site --help")[1]
    assert "Examples:" in hearth("member --help")[1]
