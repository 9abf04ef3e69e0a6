"""The keyboard of somebody who has no mouse."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.journeys.conftest import DESK, Person
from tests.journeys.people import newcomer, settle

HAS_FOCUS = "node => node === document.activeElement"
IN_FOCUS = "node => node.contains(document.activeElement)"
# A group of radios is one stop for the Tab key, wherever in it the focus comes to stand.
IN_GROUP = """node => {
    const [group, active] = [node.closest('fieldset, [role=radiogroup]'), document.activeElement];
    return group ? group.contains(active) : active.name === node.name;
}"""
# Whatever a test does with a pointer, by mistake too, is an error of the page, and fails it.
NO_POINTER = "addEventListener('pointerdown', () => { throw new Error('a pointer was used') }, true)"
MANY_STOPS = 150


@dataclass
class Keys:
    """The keyboard of somebody who has no mouse."""

    person: Person

    def __post_init__(self) -> None:
        """Take the mouse away: every page that is opened from now on fails the test when a pointer is used."""
        self.page.add_init_script(NO_POINTER)

    @property
    def page(self) -> Page:
        return self.person.page

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def write(self, text: str) -> None:
        """Type some words."""
        self.page.keyboard.type(text)

    def to(self, target: Locator, key: str = "Tab", is_there: str = HAS_FOCUS) -> None:
        """Press Tab until the focus is where it should be."""
        target.wait_for(state="attached")
        for _ in range(MANY_STOPS):
            if target.evaluate(is_there):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard never got to {target}")

    def await_focus_in(self, dialog: Locator) -> None:
        """Wait until a dialog is open and has the focus: it is seen a moment before, and hears no key yet."""
        expect(dialog).to_be_visible()
        self.page.wait_for_function(IN_FOCUS, arg=dialog.element_handle())

    def enter(self, target: Locator) -> None:
        """Go to a link or button and press Enter."""
        self.to(target)
        self.press("Enter")

    def fill(self, target: Locator, text: str) -> None:
        """Go to a field and type into it."""
        self.to(target)
        self.write(text)

    def choose(self, radio: Locator, key: str = "ArrowDown") -> None:
        """Go to a group of radios, and with the arrow keys to the one that is meant."""
        self.to(radio, is_there=IN_GROUP)
        self.to(radio, key=key)
        self.press("Space")
        expect(radio).to_be_checked()


def log_in(keys: Keys, email: str, password: str) -> None:
    """Log in on the login page, with Enter in the last field."""
    keys.person.go("/login")
    keys.fill(keys.page.get_by_label("Email address"), email)
    keys.press("Tab")
    keys.write(password)
    keys.press("Enter")
    keys.page.wait_for_url("**/members")


def newly_come(arrive: Callable[..., Person], viewport: ViewportSize = DESK) -> Keys:
    """Open a browser for a visitor without a mouse."""
    return Keys(arrive(viewport, host="hearthside.localhost"))


def newly_signed_up(arrive: Callable[..., Person]) -> Keys:
    """Open a browser for somebody who has only just signed up, without a mouse."""
    person, _ = newcomer(arrive, DESK)
    return Keys(person)


def logged_in(arrive: Callable[..., Person], viewport: ViewportSize = DESK, *, credits: int | None = None) -> Keys:
    """Open a browser for a member of the site without a mouse, who is logged in already."""
    keys = newly_come(arrive, viewport)
    keys.person.enter(settle(credits=credits))
    return keys
