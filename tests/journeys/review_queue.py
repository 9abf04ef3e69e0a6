"""Filling the review queue as members do: with photos, words about themselves, and reports."""

from typing import Any

from tests.journeys.conftest import Person

CALL = """async ([method, path, body]) => {
    const headers = {'X-Hearthside-Client': 'web', 'Idempotency-Key': crypto.randomUUID()};
    const form = new FormData();
    if (body.picture) {
        const canvas = Object.assign(document.createElement('canvas'), {width: 600, height: 800});
        const brush = canvas.getContext('2d');
        brush.fillStyle = body.picture;
        brush.fillRect(0, 0, 600, 800);
        brush.fillStyle = '#f2cdb0';
        brush.arc(300, 330, 160, 0, 7);
        brush.fill();
        const blob = await new Promise(done => canvas.toBlob(done, 'image/jpeg', 0.9));
        form.set('file', blob, 'photo.jpg');
    } else headers['Content-Type'] = 'application/json';
    const answer = await fetch('/api/v1/' + path, {method, headers, body: body.picture ? form : JSON.stringify(body)});
    return {status: answer.status, body: await answer.json()};
}"""
OTHERS = """async () => {
    const found = await fetch('/api/v1/search?country=&gender=&page_size=48&with_photo=true');
    return (await found.json()).results.filter(one => one.kind === 'member');
}"""


def call(person: Person, method: str, path: str, body: dict[str, Any]) -> Any:
    """Call the members' API as the member at this browser; fails when it refuses."""
    answer = person.page.evaluate(CALL, [method, path, body])
    assert answer["status"] < 400, answer
    return answer["body"]


def add_photos(person: Person, *colours: str) -> None:
    """Upload a drawn picture in each colour."""
    for colour in colours:
        call(person, "POST", "photos", {"picture": colour})


def others(person: Person) -> list[dict[str, Any]]:
    """Return people whom the member at this browser can see."""
    found: list[dict[str, Any]] = person.page.evaluate(OTHERS)
    return found


def report(person: Person, member_id: str, reason: str, words: str) -> str:
    """Report somebody's profile; returns the report's number."""
    about = {"kind": "profile", "reason": reason, "words": words, "member_id": member_id, "block": False}
    number: str = call(person, "POST", "reports", about)["number"]
    return number
