"""The table of screens: one row for each, with its path, viewer and state. A new screen is a new row.

Ids from the demo are in braces: {member}, {fictional}, {liked},
{conversation}, {stranger} (somebody without a conversation), {bundle}, {order}.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Who(StrEnum):
    """The viewer of a screen."""

    VISITOR = "visitor"
    MEMBER = "member"
    # A member who has bought something, in any language.
    BUYER = "buyer"


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen in one state.

    `holds` and `breaks` are addresses of the API (as globs below /api/) that never answer, or answer 500; `answers` are
    addresses whose answer is changed, and `user` changes the facts about who looks. `press` are selectors that are
    pressed one after the other once the page stands, and `waits` one that must be there before the picture.
    `after_s` are seconds that pass on the page's clock first; `file` is a selector of where a photo is chosen.
    `scrolls_to` is one that is brought into view; `only` is the width, phone or desk, on which the state exists.
    `is_sample` marks what every journey's run looks at; the others wait for `hearth test a11y`.
    """

    name: str
    path: str
    who: Who = Who.VISITOR
    site: str = "hearthside"
    holds: str = ""
    breaks: str = ""
    answers: tuple[tuple[str, Mapping[str, Any] | Sequence[Any]], ...] = ()
    user: Mapping[str, Any] = field(default_factory=dict)
    press: tuple[str, ...] = ()
    waits: str = ""
    only: str = ""
    after_s: int = 0
    file: str = ""
    scrolls_to: str = ""
    is_sample: bool = False

    def is_at(self, width: int) -> bool:
        """Return whether the state exists on a window this wide."""
        return not self.only or (self.only == PHONE) == (width < DESK_FROM)


PHONE, DESK = "phone", "desk"
# From here on filters, lists and navigation stand side by side (member-web/src/styles).
DESK_FROM = 992
# In an answer: the card of somebody whom the search finds.
SOMEBODY = "{somebody}"
QUESTIONS = ("who", "ages", "distance", "aim", "interests", "ways", "matters")
VISITOR, MEMBER, BUYER = Who.VISITOR, Who.MEMBER, Who.BUYER
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
STEPS = ("photo", "location", "personal", "about", "push", "confirm")
PAGES = ("accessibility", "ban", "cookies", "faq", "privacy", "return-policy", "service", "terms", "transparency")

DIALOG, MENU = "[role=dialog], [role=alertdialog]", "[role=menu]"
MORE_BUTTON = "button[aria-haspopup=menu]"
MORE = f"main {MORE_BUTTON}"
GIVE_BACK, SURE = "[aria-labelledby=refund] button", "[aria-labelledby=refund-sure] button"
GREETED = ("v1/auto-like", {"profile": SOMEBODY})
QUOTA = {"likes_left": 49, "likes_a_day": 50, "renews_at": "2026-06-02T06:00:00Z"}
LIKED = ("v1/members/*/swipe", {**QUOTA, "matched": True, "profile": SOMEBODY})
DISCOUNT = {
    "code": "EVENING",
    "occasion": "time-bonus",
    "validity": 14_400,
    "why": "",
    "expired": False,
    "status": "active",
    "value_percentage": 20,
    "minimum_order_value": 0,
    "server_now": "2026-06-01T18:00:00Z",
    "expires": "2026-06-01T20:30:00Z",
}
# What the page says of a buyer who bought a moment ago, and of what came back.
REFUND = {"credits": 40, "amount": {"minor": 799, "currency": "EUR"}, "until": "2026-06-15T21:59:59Z"}
OFFERED = ("v1/orders/*", {"refund_offer": REFUND, "refund_until": REFUND["until"]})
RETURNED = {
    "id": "00000000-0000-4000-8000-000000000001",
    "amount": REFUND["amount"],
    "credits": REFUND["credits"],
    "created_at": "2026-06-01T18:00:00Z",
    "credit_note": "C2026-000002",
    "reason": "withdrawal",
    "settled_at": "2026-06-03T09:00:00Z",
    "state": "refunded",
}
STOPPED = ({"type": "message", "cause": "bounce", "at": "2026-06-01T18:00:00Z"},)
LOOKS = tuple(
    {"id": f"00000000-0000-4000-8000-00000000000{nth}", "at": at, "role": role, "kind": kind, "number": number}
    for nth, (at, role, kind, number) in enumerate(
        (
            ("2026-06-01T18:00:00Z", "moderator", "own-report", "R-7K2M9"),
            ("2026-05-20T09:30:00Z", "moderator", "case", None),
            ("2026-05-02T14:05:00Z", "support", "email", None),
            ("2026-04-11T10:00:00Z", "finance", "bank", None),
            ("2026-03-02T08:00:00Z", None, "copy", None),
        )
    )
)
NOTICES = tuple(
    {"id": f"00000000-0000-4000-8000-00000000000{nth}", "at": at, "about": name, "credits": credits}
    for nth, (at, name, credits) in enumerate(
        (("2026-06-01T18:00:00Z", "Mo", 6), ("2026-05-20T09:30:00Z", "Ada", 0), ("2026-03-02T14:05:00Z", None, 22))
    )
)
LOOKED = ("v1/staff-access*", {"accesses": LOOKS, "total": len(LOOKS)})
NEVER_LOOKED = ("v1/staff-access*", {"accesses": [], "total": 0})
BROWSERS = tuple(
    {"id": number, "user_agent": agent, "created_at": at, "used_at": used, "is_current": number == 1}
    for number, agent, at, used in (
        (1, "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0", "2026-06-01T18:00:00Z", None),
        (2, "Mozilla/5.0 (Linux; Android 15) Chrome/140.0", "2026-05-01T18:00:00Z", "2026-06-01T18:00:00Z"),
    )
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
    Screen("activate", "/activate/done?token=x"),
    Screen("activate-refused", "/activate/done?token=x", press=("main button",)),
    Screen("unsubscribe", "/unsubscribe/new-like~x"),
    Screen("unsubscribe-refused", "/unsubscribe/new-like~x", press=("main button",)),
    Screen("mail-change", "/mail-change/do?token=x"),
    Screen("mail-change-refused", "/mail-change/do?token=x", press=("main button",)),
    Screen("mail-change-undo", "/mail-change/undo?token=x"),
    Screen("mail-change-undo-refused", "/mail-change/undo?token=x", press=("main button",)),
    Screen("account-deleted", "/account-deleted"),
    Screen("account-return", "/account-deleted/return?token=x"),
    Screen("account-return-refused", "/account-deleted/return?token=x", press=("main button",)),
    Screen("complaints-visitor", "/complaints"),
    Screen("complaints-visitor-refused", "/complaints", press=("main form button[type=submit]",)),
    *(Screen(f"page-{name}", f"/pages/{name}") for name in PAGES),
    Screen("lang-config", "/lang-config", is_sample=True),
    Screen("pricing", "/pricing", is_sample=True),
    Screen("pricing-failing", "/pricing", breaks="v1/prices*"),
    Screen("not-found", "/nowhere/at/all", is_sample=True),
    Screen("search-visitor", "/members", is_sample=True),
    Screen("search-visitor-loading", "/members", holds="v1/search*"),
    Screen("search-visitor-failing", "/members", breaks="v1/search*"),
    Screen("search-visitor-like", "/members", press=("main article button[aria-pressed]",)),
    Screen("member-visitor", "/members/{member}"),
    Screen("member-visitor-fictional", "/members/{fictional}"),
    Screen("member-signup", "/members/{member}/signup"),
    *(Screen(f"member-{name}", f"/members/{{member}}/{name}") for name in ("landing", "landing2", "landing3")),
    *(
        Screen(f"member-fictional-{name}", f"/members/{{fictional}}/{name}")
        for name in ("landing", "landing2", "landing3")
    ),
    # The demo asks visitors of some countries before they come in; the address says where this one is.
    Screen("home-door", "/?country=NL", is_sample=True),
    Screen("lander-door", "/landers/video?country=DE"),
    *(Screen(f"lander-{name}", f"/landers/{name}", is_sample=True) for name in LANDERS),
    Screen("lander-iconslanding-picked", "/landers/iconslanding", press=("main button[aria-pressed]",)),
    Screen("lander-tinderswipe", "/landers/tinderswipe"),
    Screen("lander-tinderswipe-failing", "/landers/tinderswipe", breaks="v1/search*"),
    # Last among the visitors: the browser keeps where somebody came from and is.
    Screen("footer", "/", scrolls_to="footer"),
    Screen("footer-us", "/?country=US", scrolls_to="footer"),
    Screen("footer-source", "/?network=partner", scrolls_to="footer"),
    *(Screen(f"signup-{name}", f"/signup/{name}", MEMBER) for name in STEPS),
    Screen("signup-matches-failing", "/signup-matches", MEMBER, breaks="v1/match-finder/people*"),
    Screen("home-member", "/", MEMBER, is_sample=True),
    Screen("home-member-failing", "/", MEMBER, breaks="v1/likes*"),
    Screen("search", "/members", MEMBER, is_sample=True),
    Screen("search-near", "/members?radius_km=50&online=true&with_photo=true", MEMBER),
    Screen("search-sheet", "/members", MEMBER, press=(".lucide-sliders-horizontal",), waits=DIALOG, only=PHONE),
    Screen("search-empty", "/members?text=zzzzzzzz", MEMBER),
    Screen("search-loading", "/members", MEMBER, holds="v1/search*"),
    Screen("search-failing", "/members", MEMBER, breaks="v1/search*"),
    Screen("search-degraded", "/members", MEMBER, answers=(("v1/search?*", {"degraded": True}),)),
    Screen("member", "/members/{member}", MEMBER, is_sample=True),
    Screen("member-menu", "/members/{member}", MEMBER, press=(MORE,), waits=MENU),
    Screen("member-report", "/members/{member}", MEMBER, press=(MORE, f"{MENU} :has(> .lucide-flag)"), waits=DIALOG),
    Screen("member-block", "/members/{member}", MEMBER, press=(MORE, f"{MENU} :has(> .lucide-ban)"), waits=DIALOG),
    Screen("member-lightbox", "/members/{member}", MEMBER, press=("main button:has(.lucide-images)",), waits=DIALOG),
    Screen("member-begin", "/members/{stranger}", MEMBER, press=("main button:has(.lucide-sparkles)",), waits=DIALOG),
    Screen("member-fictional", "/members/{fictional}", MEMBER),
    Screen("member-absent", "/members/00000000-0000-4000-8000-000000000000", MEMBER),
    Screen("match", "/likes", MEMBER, user={"auto_like_due": True}, answers=(GREETED,), waits=DIALOG),
    Screen(
        "match-like",
        "/swipe-game",
        MEMBER,
        answers=(LIKED,),
        press=("main button:has(.lucide-heart)",),
        waits=DIALOG,
    ),
    Screen("like-modal", "/members?t=0", MEMBER, waits=DIALOG),
    Screen("likes", "/likes", MEMBER, is_sample=True),
    Screen("likes-member", "/likes/m/{liked}", MEMBER),
    Screen("likes-sent", "/likes/sent", MEMBER),
    Screen("likes-matches", "/likes/matches", MEMBER),
    Screen("likes-empty", "/likes", MEMBER, answers=(("v1/likes*", {"profiles": []}),)),
    Screen("likes-failing", "/likes", MEMBER, breaks="v1/likes*"),
    Screen("visitors", "/visitors", MEMBER),
    Screen("visitors-empty", "/visitors", MEMBER, answers=(("v1/visitors*", {"profiles": [], "total": 0}),)),
    Screen("visitors-failing", "/visitors", MEMBER, breaks="v1/visitors*"),
    Screen("staff-access", "/notifications/staff-access", MEMBER, answers=(LOOKED,)),
    Screen("staff-access-empty", "/notifications/staff-access", MEMBER, answers=(NEVER_LOOKED,)),
    Screen("staff-access-loading", "/notifications/staff-access", MEMBER, holds="v1/staff-access*"),
    Screen("staff-access-failing", "/notifications/staff-access", MEMBER, breaks="v1/staff-access*"),
    Screen("swipe", "/swipe-game", MEMBER, is_sample=True),
    Screen("swipe-loading", "/swipe-game", MEMBER, holds="v1/deck*"),
    Screen("swipe-failing", "/swipe-game", MEMBER, breaks="v1/deck*"),
    Screen("swipe-empty", "/swipe-game", MEMBER, answers=(("v1/deck*", {"cards": []}),)),
    Screen("swipe-out", "/swipe-game", MEMBER, answers=(("v1/deck*", {"likes_left": 0}),)),
    Screen("finder", "/match-finder", MEMBER, answers=(("v1/match-finder", {"open": ["who", "ages"]}),)),
    *(Screen(f"finder-{part}", f"/match-finder/{part}", MEMBER) for part in QUESTIONS),
    Screen("finder-people", "/match-finder/people", MEMBER, is_sample=True),
    Screen("finder-failing", "/match-finder/people", MEMBER, breaks="v1/match-finder/people*"),
    Screen("signup-matches", "/signup-matches", MEMBER),
    Screen("chats", "/chats", MEMBER, is_sample=True),
    Screen("chats-empty", "/chats", MEMBER, answers=(("v1/conversations?*", {"conversations": [], "total": 0}),)),
    Screen("chats-failing", "/chats", MEMBER, breaks="v1/conversations*"),
    Screen("chat", "/chats/{conversation}", MEMBER, is_sample=True),
    Screen("chat-menu", "/chats/{conversation}", MEMBER, press=(f"main header {MORE_BUTTON}",), waits=MENU),
    Screen("chat-gifts", "/chats/{conversation}", MEMBER, press=("main form button:has(.lucide-gift)",), waits=DIALOG),
    Screen("chat-message-menu", "/chats/{conversation}", MEMBER, press=(f"[role=log] {MORE_BUTTON}",), waits=MENU),
    Screen("chat-photo", "/chats/{conversation}", MEMBER, file="main input[type=file]", waits=DIALOG),
    Screen(
        "chat-photo-poor",
        "/chats/{conversation}",
        MEMBER,
        user={"credits": 0},
        file="main input[type=file]",
        waits=DIALOG,
    ),
    Screen("chat-poor", "/chats/{conversation}", MEMBER, user={"credits": 0}),
    Screen("chat-new", "/members/{stranger}/chat", MEMBER),
    Screen("chat-fictional", "/members/{fictional}/chat", MEMBER),
    Screen("chat-failing", "/chats/{conversation}", MEMBER, breaks="v1/conversations/*/messages*"),
    Screen("profile", "/profile", MEMBER, is_sample=True),
    Screen("profile-photos", "/profile", MEMBER, scrolls_to="main li:has(.lucide-trash-2)"),
    Screen("profile-photo-delete", "/profile", MEMBER, press=("main button:has(.lucide-trash-2)",), waits=DIALOG),
    Screen("profile-photo-crop", "/profile", MEMBER, press=("main button:has(.lucide-crop)",), waits=f"{DIALOG} img"),
    Screen("profile-failing", "/profile", MEMBER, breaks="v1/profile*"),
    Screen("settings", "/notifications", MEMBER, is_sample=True),
    Screen(
        "settings-stopped", "/notifications", MEMBER, answers=(("v1/notification-settings", {"disabled": STOPPED}),)
    ),
    Screen(
        "settings-push",
        "/notifications",
        MEMBER,
        answers=(("v1/push-subscriptions", BROWSERS),),
        scrolls_to="#delivery",
    ),
    Screen("settings-push-failing", "/notifications", MEMBER, breaks="v1/push-subscriptions", scrolls_to="#delivery"),
    Screen("settings-failing", "/notifications", MEMBER, breaks="v1/sessions*"),
    Screen("delete", "/notifications/delete", MEMBER),
    Screen("delete-confirm", "/notifications/delete", MEMBER, press=("main div > button:has(+ a)",)),
    Screen("invitations", "/invitations", MEMBER),
    Screen("complaints", "/complaints", MEMBER),
    Screen("complaints-notices", "/complaints", MEMBER, answers=(("v1/cases", {"notices": NOTICES}),)),
    Screen("warnings", "/likes", MEMBER, user={"notifications_disabled": STOPPED}),
    Screen("warnings-band", "/members", MEMBER, answers=(("v1/discount-code*", DISCOUNT),)),
    Screen("premium", "/premium", MEMBER, is_sample=True),
    Screen("credits", "/credits", MEMBER, is_sample=True),
    Screen(
        "time-bonus",
        "/members",
        MEMBER,
        user={"credits": 0, "paid_user": False},
        answers=(("v1/discount-code*", DISCOUNT),),
        after_s=41,
        waits=DIALOG,
    ),
    Screen("credits-band", "/credits", MEMBER, answers=(("v1/discount-code*", DISCOUNT),)),
    Screen("credits-failing", "/credits", MEMBER, breaks="v1/shop*"),
    Screen("credits-pay", "/credits/{bundle}", MEMBER, is_sample=True),
    Screen("credits-pay-failing", "/credits/{bundle}", MEMBER, breaks="v1/shop/methods*"),
    Screen("credits-settings", "/credits/settings", MEMBER),
    Screen("credits-repeat-order", "/credits/repeat-order", MEMBER),
    Screen("directdebit", "/directdebit?bundle={bundle}", MEMBER),
    Screen("directdebit-bundles", "/directdebit", MEMBER),
    Screen("transactions", "/transactions", MEMBER),
    Screen("transactions-empty", "/transactions", MEMBER, answers=(("v1/orders?*", {"orders": [], "total": 0}),)),
    Screen("transactions-bought", "/transactions", BUYER),
    Screen("transactions-order", "/transactions/{order}", BUYER),
    Screen("refund", "/transactions/{order}", BUYER, answers=(OFFERED,), scrolls_to=GIVE_BACK),
    Screen("refund-sure", "/transactions/{order}", BUYER, answers=(OFFERED,), press=(GIVE_BACK,), scrolls_to=SURE),
    Screen(
        "refund-done",
        "/transactions/{order}",
        BUYER,
        answers=(("v1/orders/*", {"refunds": (RETURNED,)}),),
        scrolls_to="[aria-labelledby=receipt]",
    ),
)


def choose(words: tuple[str, ...]) -> tuple[Screen, ...]:
    """Return the screens whose name begins with one of the words; all of them without words."""
    return tuple(one for one in SCREENS if not words or one.name.startswith(words))
