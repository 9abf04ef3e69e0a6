"""A window of any browser as a person uses it; what differs from one engine to the next is a handful of calls."""

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cli.dev.screens.axe import SETTLED
from cli.dev.screens.look import ALIVE

PATIENCE = 30.0  # seconds for one thing on a page, on a busy machine
PAUSE = 0.05  # seconds from one look at the page to the next
# Finds what has a role and a name of those that can be seen, brings it into view where it is wanted, and says where its
# middle is and whether nothing lies over it. A browser's own radio or switch lies hidden in its label.
FIND = r"""(role, name, within, isWanted) => {
    const ROLES = {
        button: 'button, [role=button], summary',
        checkbox: 'input[type=checkbox], [role=checkbox]',
        dialog: 'dialog, [role=dialog], [role=alertdialog]',
        heading: 'h1, h2, h3, h4, [role=heading]',
        link: 'a[href]',
        option: '[role=option]',
        radio: 'input[type=radio], [role=radio]',
        select: 'select',
        spinbutton: '[role=spinbutton]',
        textbox: 'input:not([type]), input[type=text], input[type=email], input[type=password], input[type=search], ' +
            'input[type=tel], textarea',
        text: '*',
    };
    const flat = text => (text ?? '').replace(/\s+/g, ' ').trim();
    const said = node => flat(node.getAttribute('aria-label')) || flat(node.textContent);
    const byId = node => (node.getAttribute('aria-labelledby') ?? '').split(/\s+/)
        .map(id => document.getElementById(id)).filter(Boolean).map(said).join(' ');
    const labels = node => [...(node.labels ?? [])].map(said).join(' ');
    const own = node => flat([...node.childNodes].filter(one => one.nodeType === 3).map(one => one.data).join(' '));
    const named = node => role === 'text' ? own(node) : flat(byId(node) || node.getAttribute('aria-label')
        || labels(node) || node.textContent || node.getAttribute('placeholder'));
    const wanted = new RegExp(name);
    for (const root of document.querySelectorAll(within)) {
        for (const node of root.querySelectorAll(ROLES[role])) {
            if (node.closest('[inert], [aria-hidden=true]') || !wanted.test(named(node))) continue;
            const isChoice = ['radio', 'checkbox'].includes(role);
            const shown = (isChoice && node.closest('label')) || node;
            const style = getComputedStyle(shown);
            if (style.visibility !== 'visible' || shown.getClientRects().length === 0) continue;
            if (isWanted) shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
            // A link in a text may be broken: its first line has no gap in the middle.
            const box = shown.getClientRects()[0];
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const over = document.elementFromPoint(x, y);
            const isFree = over !== null && (shown.contains(over) || over.contains(shown));
            const isDisabled = node.matches(':disabled, [aria-disabled=true]');
            return { x: Math.round(x), y: Math.round(y), isFree, isDisabled, value: node.value ?? '' };
        }
    }
    return null;
}"""
CHOOSE = """(label, wanted) => {
    const select = [...document.querySelectorAll('select')].find(one => [...one.labels].some(
        said => new RegExp(label).test(said.textContent)));
    const option = [...(select?.options ?? [])].find(one => new RegExp(wanted).test(one.label));
    if (!option) return false;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, option.value);
    select.dispatchEvent(new Event('input', { bubbles: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
}"""
CALL = """async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json', 'X-Hearthside-Client': 'web' };
    if (method !== 'GET') headers['Idempotency-Key'] = crypto.randomUUID();
    const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null };
}"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Page(ABC):
    """A window of one width."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to an address and wait until its document is loaded."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page and return what it answers or promises, as JSON has it."""

    @abstractmethod
    def act(self, sources: list[dict[str, Any]]) -> None:
        """Move, press and type as WebDriver describes it; real events of the browser."""

    @abstractmethod
    def choose_file(self, selector: str, file: Path) -> None:
        """Choose a file in a file field."""

    @abstractmethod
    def picture(self) -> bytes:
        """Return a picture of what the window shows, a PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return the errors of scripts and the refusals of the page's policy; all of them once it is closed."""

    @abstractmethod
    def close(self) -> None:
        """Close the window and forget what it kept."""

    def go(self, url: str) -> None:
        """Go to an address and wait for its heading, and for the application behind it."""
        self.open(url)
        self.find("heading", within="main")
        self.wait(ALIVE)

    def wait(self, function: str, *arguments: Any, seconds: float = PATIENCE) -> Any:
        """Wait until a function in the page answers something that counts, and return that."""
        end = time.monotonic() + seconds
        while not (found := self.evaluate(function, *arguments)):
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds:.0f} s at {self.where()}: {function[:200]} {arguments}")
            time.sleep(PAUSE)
        return found

    def find(self, role: str, name: str = "", *, within: str = "html", seconds: float = PATIENCE) -> Mapping[str, Any]:
        """Wait for something that can be seen, by its role and a pattern for its name; says what it is like."""
        found: Mapping[str, Any] = self.wait(FIND, role, name, within, seconds=seconds)
        return found

    def click(self, role: str, name: str = "", *, within: str = "html") -> None:
        """Press something once it holds still and nothing lies over it."""
        end = time.monotonic() + PATIENCE
        before: tuple[int, int] | None = None
        while True:
            found = self.wait(FIND, role, name, within, True)
            place = (found["x"], found["y"])
            if found["isFree"] and not found["isDisabled"] and place == before:
                break
            assert time.monotonic() < end, f"{role} {name} cannot be pressed at {self.where()}: {found}"
            before = place
            time.sleep(PAUSE)
        self.press_at(*place)

    def press_at(self, x: int, y: int) -> None:
        """Press the mouse at a place of the window."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.act([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}])

    def type(self, text: str) -> None:
        """Type letters where the focus is."""
        steps = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.act([{"type": "key", "id": "keys", "actions": steps}])

    def fill(self, name: str, text: str, *, within: str = "html") -> None:
        """Type into a field by its label, and see that it holds that."""
        self.click("textbox", name, within=within)
        self.type(text)
        self.wait(f"(...place) => ({FIND})(...place)?.value === {text!r}", "textbox", name, within)

    def choose(self, label: str, option: str) -> None:
        """Choose an option of a browser's own list by both texts."""
        self.wait(CHOOSE, label, option)

    def see(self, text: str, *, within: str = "html", seconds: float = PATIENCE) -> None:
        """Wait until a text, a pattern, can be read."""
        self.wait(
            "(within, text) => [...document.querySelectorAll(within)].some(one => RegExp(text).test(one.innerText))",
            within,
            text,
            seconds=seconds,
        )

    def reach(self, path: str, *, seconds: float = PATIENCE) -> None:
        """Wait until the address has a path, a pattern."""
        self.wait("path => new RegExp(`^${path}$`).test(location.pathname)", path, seconds=seconds)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the site's server as the page does; fails when it refuses."""
        answer = self.evaluate(CALL, method, path, body)
        assert answer["status"] < 400, answer
        return answer["body"]

    def where(self) -> str:
        """Return the address."""
        return str(self.evaluate("() => location.href"))

    def settle(self) -> None:
        """Wait until nothing moves, and no picture that can be seen and no part of the application is on its way."""
        self.evaluate(f"async () => {{ await ({SETTLED})(); }}")
        self.wait("""() => [...document.querySelectorAll('link[rel=modulepreload], link[rel=stylesheet]')].every(one =>
            performance.getEntriesByName(one.href).length > 0)""")
        self.wait("""() => document.fonts.status === 'loaded' && [...document.images].every(one => {
            const box = one.getBoundingClientRect();
            const isOut = box.top > innerHeight || box.bottom < 0 || box.width === 0;
            return isOut || (one.complete && one.naturalWidth > 0);
        })""")

    def sideways(self) -> int:
        """Return by how many pixels the page can be scrolled sideways."""
        return int(self.evaluate(SIDEWAYS))
