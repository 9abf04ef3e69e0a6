"""From one declaration to its REST: the planted resource, on the real database, through the real edge."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import insert

from app.kernel.db.session import transaction
from modules.moderation.contracts.staff import Role
from tests.conftest import Client
from tests.console.planted import REPAIRS_TABLE
from tests.editing import seen_of
from tests.factories.moderation import audit_about
from tests.fixture_types import MakeColleague, OpenConsole

NEW = {"name": "Heron", "colour": "red", "built_on": "1985-05-17", "flags": ["nl"]}


def test_a_record_is_created_listed_and_opened(sailor: Client) -> None:
    name = f"Heron {uuid4().hex[:6]}"
    made = sailor.post("/ops/api/harbour.boats", {**NEW, "name": name}, key=uuid4().hex)
    assert made.status_code == 201
    boat = made.json
    assert {**boat, "id": None} == {
        "id": None,
        "name": name,
        "skipper": "R•••••",
        "length": 7,
        "colour": "red",
        "flags": ["nl"],
        "is_afloat": True,
        "sister_id": None,
        "built_on": "1985-05-17",
        "sunk_at": None,
        "remark": None,
    }
    assert sailor.get(f"/ops/api/harbour.boats/{boat['id']}").json == boat
    assert sailor.get(f"/ops/api/harbour.boats?name={name[-6:]}&is_afloat=true").json == {
        "data": [boat],
        "total": 1,
        "has_more": False,
    }
    [event] = audit_about(boat["id"])
    assert (event.action, event.detail["name"]) == ("launch", name)


def test_a_form_is_checked_field_by_field(sailor: Client) -> None:
    answer = sailor.post("/ops/api/harbour.boats", {**NEW, "colour": "pink", "mast": 1}, key=uuid4().hex)
    assert answer.status_code == 422
    assert {e["pointer"]: e["code"] for e in answer.json["errors"]} == {
        "/colour": "field.choice",
        "/mast": "field.unknown",
    }


def test_an_action_acts_once_and_says_why(sailor: Client) -> None:
    boat = sailor.post("/ops/api/harbour.boats", NEW, key=uuid4().hex).json
    path = f"/ops/api/harbour.boats/{boat['id']}/actions/sink"
    assert sailor.post(path, {"depth": 12}, key=uuid4().hex).json["errors"][0]["pointer"] == "/reason"
    sunk = sailor.post(path, {"depth": 12, "reason": "storm"}, key=uuid4().hex).json
    assert (sunk["is_afloat"], sunk["sunk_at"] is not None) == (False, True)
    events = [(one.action, one.reason, one.detail) for one in audit_about(boat["id"])]
    assert events[1:] == [("sink", "storm", {"depth": 12})]


def test_reading_gives_no_right_to_act(harbour: None, staff_browser: OpenConsole, colleague: MakeColleague) -> None:
    browser = staff_browser(colleague(Role.SUPPORT))
    assert browser.get("/ops/api/harbour.boats").status_code == 200
    assert browser.post("/ops/api/harbour.boats", NEW, key=uuid4().hex).status_code == 403
    record = f"/ops/api/harbour.boats/{uuid4()}"
    assert browser.post(f"{record}/actions/sink", {}, key=uuid4().hex).status_code == 403
    assert browser.post(f"{record}/reveal", {"reason": "why not"}).status_code == 403
    stranger = staff_browser(colleague(Role.MODERATOR))
    assert stranger.get("/ops/api/harbour.boats").status_code == 403


def repair(boat_id: str, number: int = 1) -> str:
    """Write a repair down and return its id."""
    values = {"price_minor": 12_50, "currency": "EUR", "parts": ["mast", "oar"], "bill": {"hours": 3}, "story": "storm"}
    with transaction() as session:
        session.execute(insert(REPAIRS_TABLE).values(boat_id=boat_id, number=number, **values))
    return f"{boat_id}~{number}"


def test_what_has_no_id_of_its_own_is_listed_opened_and_changed_by_its_key(sailor: Client) -> None:
    boat = sailor.post("/ops/api/harbour.boats", NEW, key=uuid4().hex).json
    other = sailor.post("/ops/api/harbour.boats", NEW, key=uuid4().hex).json
    first, _, _ = [repair(boat["id"], 1), repair(boat["id"], 2), repair(other["id"], 1)]
    shown = {
        "id": first,
        "number": 1,
        "boat_id": boat["id"],
        "price_minor": {"minor": 1250, "currency": "EUR"},
        "parts": ["mast", "oar"],
        "drawing": None,
        "bill": {"hours": 3},
        "story": "storm",
        "note": "",
        **dict.fromkeys(("yard", "by", "way", "from_list")),
    }
    assert sailor.get(f"/ops/api/harbour.repairs/{first}").json == shown
    related = sailor.get(f"/ops/api/harbour.repairs?boat_id={boat['id']}").json
    assert [row["number"] for row in related["data"]] == [1, 2]
    assert sailor.get(f"/ops/api/harbour.repairs?ids={first}&ids=nonsense&ids=a~b").json["data"] == [shown]
    for wrong in ("nonsense", "a~1", f"{boat['id']}~x", f"{boat['id']}~9", f"{boat['id']}~1~1"):
        assert sailor.get(f"/ops/api/harbour.repairs/{wrong}").status_code == 404, wrong
    path = f"/ops/api/harbour.repairs/{first}/actions/correct"
    held = {"price_minor": 1250, "drawing": None, "note": ""}
    form = {"story": "ice", "parts": ["keel"], "is_paid": False, **held}
    seen = seen_of(sailor, f"/ops/api/harbour.repairs/{first}")
    corrected = sailor.post(path, {**form, "secret": "hush", "before": seen}, key=uuid4().hex).json
    assert corrected == {**shown, "story": "ice", "parts": ["keel"]}
    assert [one.detail for one in audit_about(first)] == [form]


def test_a_long_list_is_counted_so_far_and_no_further(sailor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.kernel.resources.read.MAX_LISTED", 2)
    name = f"Fleet {uuid4().hex[:6]}"
    for _ in range(3):
        assert sailor.post("/ops/api/harbour.boats", {**NEW, "name": name}, key=uuid4().hex).status_code == 201
    found = sailor.get(f"/ops/api/harbour.boats?name={name[-6:]}&per_page=1").json
    assert (found["total"], found["has_more"], len(found["data"])) == (2, True, 1)


def test_nobody_turns_over_more_pages_than_are_counted(sailor: Client) -> None:
    assert sailor.get("/ops/api/harbour.boats?page=400&per_page=25").status_code == 200
    answer = sailor.get("/ops/api/harbour.boats?page=401&per_page=25")
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/page")


@pytest.mark.spec("10.4")
def test_a_list_is_narrowed_to_days_both_of_which_count(sailor: Client) -> None:
    mark = uuid4().hex[:6]
    boats = {
        built: sailor.post(
            "/ops/api/harbour.boats", {**NEW, "name": f"{built} {mark}", "built_on": built}, key=uuid4().hex
        )
        for built in ("1985-05-16", "1985-05-17", "1985-05-18")
    }
    sunk = boats["1985-05-17"].json["id"]
    form = {"depth": 12, "reason": "storm"}
    moment = sailor.post(f"/ops/api/harbour.boats/{sunk}/actions/sink", form, key=uuid4().hex).json["sunk_at"]
    today = moment[:10]

    def built(query: str) -> list[str]:
        found = sailor.get(f"/ops/api/harbour.boats?name={mark}&{query}")
        assert found.status_code == 200, found.json
        return sorted(boat["built_on"] for boat in found.json["data"])

    assert built("built_on_from=1985-05-17") == ["1985-05-17", "1985-05-18"]
    assert built("built_on_to=1985-05-17") == ["1985-05-16", "1985-05-17"]
    assert built("built_on_from=1985-05-17&built_on_to=1985-05-17") == ["1985-05-17"]
    assert built("built_on_to=9999-12-31") == [*boats]
    assert built(f"sunk_at_from={today}&sunk_at_to={today}") == ["1985-05-17"]
    assert built("sunk_at_to=2001-01-01") == built("sunk_at_from=9999-12-31") == []


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("name", ["built_on", "built_on_from", "sunk_at_to", "sister_id", "id", "q", "mast"])
def test_what_a_list_is_not_searched_by_is_refused_and_finds_not_everything(sailor: Client, name: str) -> None:
    for path in ("harbour.boats", "harbour.boats/export.csv"):
        answer = sailor.get(f"/ops/api/{path}?{name}=17.5.1985")
        assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, f"/{name}")


@pytest.mark.spec("10.4")
def test_nobody_edits_what_they_have_not_seen(sailor: Client) -> None:
    boat = sailor.post("/ops/api/harbour.boats", NEW, key=uuid4().hex).json
    record = f"/ops/api/harbour.repairs/{repair(boat['id'], 1)}"
    form = {"story": "ice", "parts": ["keel"], "price_minor": 1250, "drawing": None, "note": ""}

    def correct(**seen: Any) -> Any:
        return sailor.post(f"{record}/actions/correct", {**form, **seen}, key=uuid4().hex)

    blind = correct()
    assert (blind.status_code, blind.json["code"]) == (422, "invalid")
    assert [(one["pointer"], one["code"]) for one in blind.json["errors"]] == [("/before", "field.required")]
    seen = seen_of(sailor, record)
    half = correct(before={name: value for name, value in seen.items() if name != "story"})
    assert (half.status_code, half.json["code"]) == (409, "changed-meanwhile")
    assert [one["pointer"] for one in half.json["errors"]] == ["/story"]
    assert half.json["now"]["story"] == "storm"
    assert sailor.get(record).json["story"] == "storm"
    assert correct(before=half.json["now"]).json["story"] == "ice"


@pytest.mark.spec("10.4")
def test_a_file_is_handed_out_for_a_reason_and_written_down_as_a_reveal(
    sailor: Client, harbour: None, staff_browser: OpenConsole, colleague: MakeColleague
) -> None:
    boat = sailor.post("/ops/api/harbour.boats", NEW, key=uuid4().hex).json
    record = repair(boat["id"], 1)
    path = f"/ops/api/harbour.repairs/{record}/actions/print"
    assert sailor.post(path, {}, key=uuid4().hex).json["errors"][0]["pointer"] == "/reason"
    assert staff_browser(colleague(Role.SUPPORT)).post(path, {"reason": "curious"}).json["code"] == "forbidden"
    key = uuid4().hex
    for _ in range(2):
        answer = sailor.post(path, {"reason": "Complaint 12"}, key=key)
        assert (answer.status_code, answer.mimetype, answer.data) == (200, "application/pdf", b"%PDF- for the mast")
        assert answer.headers["Content-Disposition"] == 'attachment; filename="bill.pdf"'
        assert answer.headers["Cache-Control"] == "private, no-store"
    seen = [(one.action, one.reason, one.detail) for one in audit_about(record)]
    look = ("reveal", "Complaint 12", {"role": "finance", "file": "print"})
    assert seen == [look, look], "each look is one, whatever its key"
