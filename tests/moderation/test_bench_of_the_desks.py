"""What the bench measures of the desks is there to be measured."""

from app.kernel.db.session import transaction
from app.registry import RESOURCES
from modules.moderation.contracts.staff import Role
from tests.bench.desks import make_cases, openings
from tests.fixture_types import MakeColleague, OpenConsole


def test_every_view_and_the_evidence_of_a_case_in_hand_can_be_asked_for(
    colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    staff = colleague(*Role)
    with transaction() as session:
        asked = dict(openings(make_cases(session, staff)))
    browser = staff_browser(staff)
    answers = {
        name: browser.post(one.path, {}) if one.method == "POST" else browser.get(one.path)
        for name, one in asked.items()
    }
    assert {name: answer.text for name, answer in answers.items() if answer.status_code != 200} == {}
    views = {f"{resource.key} {view.name}" for resource in RESOURCES for view in resource.views}
    assert set(answers) == views | {"moderation.review evidence", "moderation.decisions evidence"}
