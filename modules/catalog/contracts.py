"""What discovery speaks of: filters, the query that an engine answers, and what it finds."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from modules.profiles.contracts import Kind, PhotoUrls, Place, ProfileCard, ProfileText
from modules.social.contracts import SwipeQuota

# Nobody turns more pages than this.
MOST_RESULTS = 1000
# Counting ends here, or a page beyond the one asked for: a search costs the same among a thousand and a million.
COUNTED = 240
# The distances that can be searched, in kilometres.
RADII = (25, 50, 100)
# "Fit" orders this many pages of the most recently active among themselves.
FIT_PAGES = 10
# What a listing of somebody without a wish says in `seeking`.
ANY = "any"


class Sort(StrEnum):
    """Orders of a result. `fit` is by relevance where there is a text."""

    FIT = "fit"
    ACTIVE = "active"
    NEWEST = "newest"
    NEAREST = "nearest"


class Engine(StrEnum):
    """Who answered."""

    POSTGRES = "postgres"
    MEILISEARCH = "meilisearch"


@dataclass(frozen=True, slots=True)
class Filters:
    """What a person asked for (spec 3.11); None means that they did not say. Ages in years, radius in kilometres."""

    genders: tuple[str, ...] | None = None
    country: str | None = None
    region: str | None = None
    min_age: int | None = None
    max_age: int | None = None
    place_id: int | None = None
    radius_km: int | None = None
    online: bool = False
    with_photo: bool = False
    new: bool = False
    interests: tuple[str, ...] = ()
    text: str = ""
    fictional: bool = False
    sort: Sort = Sort.FIT


@dataclass(frozen=True, slots=True)
class Searcher:
    """Who searches, as far as it decides what is found: their own facts for other people's wishes, their blocks."""

    site_id: UUID
    member_id: UUID | None = None
    gender: str | None = None
    age: int | None = None
    region: str | None = None
    interests: tuple[str, ...] = ()
    absent_ids: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One search, complete: every engine answers it alike. Born after `born_after`, at the latest on `born_until`."""

    searcher: Searcher
    kinds: tuple[Kind, ...] = (Kind.MEMBER,)
    genders: tuple[str, ...] = ()
    country: str | None = None
    region: str | None = None
    born_after: date | None = None
    born_until: date | None = None
    cells: tuple[str, ...] = ()
    active_since: datetime | None = None
    created_since: datetime | None = None
    with_photo: bool = False
    interests: tuple[str, ...] = ()
    # What the search engine reads, folded, and the same in single words for Postgres.
    text: str = ""
    words: tuple[str, ...] = ()
    # A text without a letter or a digit finds nobody.
    is_of_signs: bool = False
    sort: Sort = Sort.FIT
    # Where "nearest" is measured from, as `policies.projected` gives it.
    centre: tuple[float, float] | None = None
    offset: int = 0
    limit: int = 24

    @property
    def counted(self) -> int:
        """Return how many results are counted at most; always the whole window that "fit" orders."""
        window = FIT_PAGES * self.limit
        end = (self.offset // window + 1) * window
        return min(max(COUNTED, end, self.offset + 2 * self.limit), MOST_RESULTS)


@dataclass(frozen=True, slots=True)
class Hits:
    """One page of ids in their order, and how many there are: real members, and fictional profiles apart from them.

    Counting ends at `SearchQuery.counted`.
    """

    ids: tuple[UUID, ...]
    members: int
    fictional: int = 0


@dataclass(frozen=True, slots=True)
class Facets:
    """How many real members there are for each value of a field, below the filters in force."""

    total: int
    gender: dict[str, int] = field(default_factory=dict)
    region: dict[str, int] = field(default_factory=dict)
    interest: dict[str, int] = field(default_factory=dict)
    online: int = 0
    with_photo: int = 0
    new: int = 0


@dataclass(frozen=True, slots=True)
class Region:
    """A region, its largest town, and about how many real members it has: full tens, None below ten."""

    code: str
    name: str
    town: Place
    members: int | None

    @property
    def lat(self) -> float:
        """Degrees north, to a tenth: finer than any pin on a drawn map."""
        return round(self.town.lat, 1)

    @property
    def lng(self) -> float:
        """Degrees east, to a tenth."""
        return round(self.town.lng, 1)


class Loosened(StrEnum):
    """What of a search can be loosened where nobody fits, in the order in which it is offered."""

    AGES = "ages"
    DISTANCE = "distance"
    REGION = "region"
    ONLINE = "online"
    NEW = "new"
    WITH_PHOTO = "with_photo"
    INTERESTS = "interests"
    TEXT = "text"
    COUNTRY = "country"


@dataclass(frozen=True, slots=True)
class Widening:
    """A search with one filter loosened, and how many real members it finds: `has_more` than counted."""

    loosened: Loosened
    filters: Filters
    total: int = 0

    @property
    def has_more(self) -> bool:
        """Tell whether there are more than were counted."""
        return self.total >= COUNTED


@dataclass(frozen=True, slots=True)
class ResultPage:
    """One page of a search as a person sees it. `total` counts real members only; fictional profiles are apart.

    `has_more` says that there are more than were counted. `widenings` are filled where nobody fits.
    """

    results: list[ProfileCard]
    total: int
    fictional_total: int
    page: int
    pages: int
    has_more: bool
    similar: list[ProfileCard]
    engine: Engine
    degraded: bool
    applied: Filters
    widenings: tuple[Widening, ...] = ()


class Question(StrEnum):
    """What the match finder asks, in this order. The first two and the interests are the profile's own fields."""

    WHO = "who"
    AGES = "ages"
    DISTANCE = "distance"
    AIM = "aim"
    INTERESTS = "interests"
    WAYS = "ways"
    MATTERS = "matters"


class Aim(StrEnum):
    """What somebody hopes to find."""

    LASTING = "lasting"
    COMPANY = "company"
    FRIENDS = "friends"
    OPEN = "open"


class Way(StrEnum):
    """How somebody likes to spend a free day."""

    HOME = "home"
    OUTDOORS = "outdoors"
    CULTURE = "culture"
    PEOPLE = "people"
    ACTIVE = "active"
    AWAY = "away"


class Matter(StrEnum):
    """What weighs double for somebody."""

    INTERESTS = "interests"
    NEAR = "near"
    AIM = "aim"
    WAYS = "ways"


class ReasonKey(StrEnum):
    """Why two people fit: facts only, put into words by the page."""

    SHARED_INTERESTS = "shared-interests"
    SAME_TOWN = "same-town"
    NEAR = "near"
    SAME_REGION = "same-region"
    SAME_AIM = "same-aim"
    SHARED_WAYS = "shared-ways"
    BOTH_WISHES = "both-wishes"


@dataclass(frozen=True, slots=True)
class FinderAnswers:
    """A member's answers to the match finder; what is still `open` was neither answered nor skipped.

    Radius in kilometres, None for the whole country; without a town of one's own there is no radius.
    """

    seeking_genders: tuple[str, ...]
    seeking_min_age: int | None
    seeking_max_age: int | None
    interests: tuple[str, ...]
    radius_km: int | None
    aim: Aim | None
    ways: tuple[Way, ...]
    matters: tuple[Matter, ...]
    has_town: bool
    open: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Traits:
    """What two people are compared by. `ways` and `aim` are empty for whoever did not say."""

    member_id: UUID
    interests: frozenset[str]
    city: str | None
    region: str | None
    is_near: bool
    aim: Aim | None
    ways: frozenset[Way]
    names_the_other: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason with its values: keys, or the name of a place; `count` is how many, or kilometres for `near`."""

    key: ReasonKey
    count: int
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fit:
    """How well somebody fits, and why, the weightiest reason first."""

    score: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class FittingPerson:
    """A person whom the match finder found."""

    person: ProfileCard
    score: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class FitPage:
    """One page of the match finder; `total` counts the real members who were compared.

    `is_wider` where nobody fits the searcher's own wishes and these come close; they want the searcher all the same.
    """

    results: list[FittingPerson]
    total: int
    page: int
    pages: int
    is_wider: bool


@dataclass(frozen=True, slots=True)
class Introduction:
    """Somebody whose own address a visitor came with; what visitors may not see is None, and the picture blurred."""

    id: UUID
    kind: Kind
    fictional_label: str | None
    fictional_warning: str | None
    is_open: bool
    name: str | None
    age: int | None
    city: str | None
    headline: str | None
    photo: PhotoUrls | None


@dataclass(frozen=True, slots=True)
class Deck:
    """People to decide about in the swipe game with what they say of themselves, and the likes that are left."""

    cards: tuple[tuple[ProfileCard, ProfileText], ...]
    quota: SwipeQuota


@dataclass(frozen=True, slots=True)
class Likeness:
    """What somebody is like, to find others like them."""

    gender: str | None
    date_of_birth: date
    country: str | None
    region: str | None
    interests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndexReport:
    """How the search index differs from Postgres."""

    members: int
    documents: int
    missing: tuple[UUID, ...] = ()
    extra: tuple[UUID, ...] = ()
    stale: tuple[UUID, ...] = ()

    @property
    def is_equal(self) -> bool:
        """Tell whether the index says what Postgres says."""
        return not (self.missing or self.extra or self.stale)
