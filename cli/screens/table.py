"""The table of screens: one row each, by address, who looks, and in which state. A new screen is a new row.

Where an address needs somebody or something of the demo, it names it in braces: {member}, {fictional}, {liked},
{conversation}, {stranger} (somebody without a conversation), {bundle}, {order}.
"""

from dataclasses import dataclass
from enum import StrEnum


class Who(StrEnum):
    """Who looks at a screen."""

    VISITOR = "visitor"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen in one state.

    `holds` and `breaks` are addresses of the API (as globs below /api/) that never answer, or answer 500; `press` are
    selectors that are pressed one after the other once the page stands. `is_sample` marks what every journey's run
    looks at; the others wait for `hearth test a11y`.
    """

    name: str
    path: str
    who: Who = Who.VISITOR
    site: str = "hearthside"
    holds: str = ""
    breaks: str = ""
    press: tuple[str, ...] = ()
    is_sample: bool = False


VISITOR, MEMBER = Who.VISITOR, Who.MEMBER
LANDERS = (
    "alonetonight",
    "collagelanding",
    "gallery",
    "iconslanding",
    "maplanding",
    "socialnetwork",
    "transitionsvideolanding",
    "video",
)

SCREENS: tuple[Screen, ...] = (
    Screen("home", "/", is_sample=True),
    Screen("home-evergreen", "/", site="evergreen", is_sample=True),
    Screen("login", "/login", is_sample=True),
    Screen("login-empty-refused", "/login", press=("main form button[type=submit]",)),
    Screen("signup", "/signup", is_sample=True),
    Screen("signup-refused", "/signup", press=("main form button[type=submit]",)),
    Screen("reset-password", "/reset-password", is_sample=True),
    Screen("reset-password-do", "/reset-password/do?token=x", is_sample=True),
    Screen("activate-error", "/activate/error", is_sample=True),
    Screen("lang-config", "/lang-config", is_sample=True),
    Screen("pricing", "/pricing", is_sample=True),
    Screen("pricing-failing", "/pricing", breaks="v1/prices*"),
    Screen("not-found", "/nowhere/at/all", is_sample=True),
    Screen("search-visitor", "/members", is_sample=True),
    Screen("member-visitor", "/members/{member}"),
    # The demo asks visitors of some countries before they come in; the address says where this one is.
    Screen("home-door", "/?country=NL", is_sample=True),
    Screen("lander-door", "/landers/video?country=DE"),
    *(Screen(f"lander-{name}", f"/landers/{name}", is_sample=True) for name in LANDERS),
    Screen("lander-iconslanding-picked", "/landers/iconslanding", press=("main button[aria-pressed]",)),
    Screen("home-member", "/", MEMBER, is_sample=True),
    Screen("search", "/members", MEMBER, is_sample=True),
    Screen("search-empty", "/members?text=zzzzzzzz", MEMBER),
    Screen("search-loading", "/members", MEMBER, holds="v1/search*"),
    Screen("search-failing", "/members", MEMBER, breaks="v1/search*"),
    Screen("member", "/members/{member}", MEMBER, is_sample=True),
    Screen("member-fictional", "/members/{fictional}", MEMBER),
    Screen("member-absent", "/members/00000000-0000-4000-8000-000000000000", MEMBER),
    Screen("likes", "/likes", MEMBER, is_sample=True),
    Screen("likes-sent", "/likes/sent", MEMBER),
    Screen("likes-matches", "/likes/matches", MEMBER),
    Screen("likes-failing", "/likes", MEMBER, breaks="v1/likes*"),
    Screen("chats", "/chats", MEMBER, is_sample=True),
    Screen("chats-failing", "/chats", MEMBER, breaks="v1/conversations*"),
    Screen("chat", "/chats/{conversation}", MEMBER, is_sample=True),
    Screen("chat-new", "/members/{stranger}/chat", MEMBER),
    Screen("chat-fictional", "/members/{fictional}/chat", MEMBER),
    Screen("profile", "/profile", MEMBER, is_sample=True),
    Screen("profile-failing", "/profile", MEMBER, breaks="v1/profile*"),
    Screen("premium", "/premium", MEMBER, is_sample=True),
    Screen("credits", "/credits", MEMBER, is_sample=True),
    Screen("credits-failing", "/credits", MEMBER, breaks="v1/shop*"),
    Screen("credits-pay", "/credits/{bundle}", MEMBER, is_sample=True),
    Screen("credits-settings", "/credits/settings", MEMBER),
    Screen("credits-repeat-order", "/credits/repeat-order", MEMBER),
    Screen("directdebit", "/directdebit?bundle={bundle}", MEMBER),
    Screen("transactions", "/transactions", MEMBER),
    Screen("transactions-order", "/transactions/{order}", MEMBER),
)


def choose(words: tuple[str, ...]) -> tuple[Screen, ...]:
    """Return the screens whose name begins with one of the words; all of them without words."""
    return tuple(one for one in SCREENS if not words or one.name.startswith(words))
