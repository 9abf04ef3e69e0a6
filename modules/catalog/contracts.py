"""Types of search: filters, the query that an engine answers, and its results."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from modules.media.contracts import PhotoUrls
from modules.profiles.contracts import Kind, Place, ProfileCard, ProfileText
from modules.social.contracts import SwipeQuota

# The most results that can be paged through.
MAX_RESULTS = 1000
# Counting stops here or a page after the requested one, so that its cost does not depend on the number of members.
COUNTED = 240
# The distances that can be searched, in kilometres.
RADII = (25, 50, 100)
# Sort.FIT orders windows of this many pages of the most recently active members.
FIT_PAGES = 10
# The value of `seeking` in the listing of a member who seeks no particular gender.
ANY = "any"


class Sort(StrEnum):
    """Orders of results. With a text, `fit` is by relevance."""

    FIT = "fit"
    ACTIVE = "active"
    NEWEST = "newest"
    NEAREST = "nearest"


class Engine(StrEnum):
    """The engine that answered a search."""

    POSTGRES = "postgres"
    MEILISEARCH = "meilisearch"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactFilters:
    """The filters that a column of the listing with their name must equal; None means not given."""

    country: str | None = None
    region: str | None = None


EXACT_FILTERS = tuple(ExactFilters.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Filters(ExactFilters):
    """The filters of a search (spec 3.11); None means not given. Ages in years, radius in kilometres."""

    genders: tuple[str, ...] | None = None
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
    """The properties of a searching person that decide what is found; `absent_ids` are themselves and their blocks."""

    site_id: UUID
    member_id: UUID | None = None
    gender: str | None = None
    age: int | None = None
    region: str | None = None
    interests: tuple[str, ...] = ()
    absent_ids: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class SearchQuery(ExactFilters):
    """A complete search, the same for both engines. Birth dates are after `born_after`, up to and with `born_until`."""

    searcher: Searcher
    kinds: tuple[Kind, ...] = (Kind.MEMBER,)
    genders: tuple[str, ...] = ()
    born_after: date | None = None
    born_until: date | None = None
    cells: tuple[str, ...] = ()
    active_since: datetime | None = None
    created_since: datetime | None = None
    with_photo: bool = False
    interests: tuple[str, ...] = ()
    # The folded text for the search engine, and its words for Postgres.
    text: str = ""
    words: tuple[str, ...] = ()
    # True for a text without letters and digits, which finds nobody.
    is_without_words: bool = False
    sort: Sort = Sort.FIT
    # The centre for "nearest", as `policies.projected` returns it.
    centre: tuple[float, float] | None = None
    offset: int = 0
    limit: int = 24

    @property
    def counted(self) -> int:
        """Return how many results are counted at most: at least the whole window that Sort.FIT orders."""
        window = FIT_PAGES * self.limit
        end = (self.offset // window + 1) * window
        return min(max(COUNTED, end, self.offset + 2 * self.limit), MAX_RESULTS)


@dataclass(frozen=True, slots=True)
class Hits:
    """One page of ordered ids, and the numbers of real members and of fictional profiles found.

    Both are counted up to `SearchQuery.counted`.
    """

    ids: tuple[UUID, ...]
    members: int
    fictional: int = 0


@dataclass(frozen=True, slots=True)
class Facets:
    """The numbers of real members for each value of a field, under the applied filters."""

    total: int
    gender: dict[str, int] = field(default_factory=dict)
    region: dict[str, int] = field(default_factory=dict)
    interest: dict[str, int] = field(default_factory=dict)
    online: int = 0
    with_photo: int = 0
    new: int = 0


@dataclass(frozen=True, slots=True)
class Region:
    """A region, its largest town, and its number of real members rounded down to tens; None below ten."""

    code: str
    name: str
    town: Place
    members: int | None

    @property
    def lat(self) -> float:
        """Return the latitude of the town in degrees, rounded to a tenth."""
        return round(self.town.lat, 1)

    @property
    def lng(self) -> float:
        """Return the longitude of the town in degrees, rounded to a tenth."""
        return round(self.town.lng, 1)


class Loosened(StrEnum):
    """The filters that can be loosened when nobody fits, in the order in which they are offered."""

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
    """A search with one filter loosened, and the number of real members that it finds, counted up to COUNTED."""

    loosened: Loosened
    filters: Filters
    total: int = 0

    @property
    def has_more(self) -> bool:
        """Return whether there may be more than were counted."""
        return self.total >= COUNTED


@dataclass(frozen=True, slots=True)
class ResultPage:
    """One page of a search as its viewer sees it. `total` counts real members only.

    `has_more` is whether there may be more than were counted. `widenings` is filled when nobody fits.
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
    """The questions of the match finder in their order. WHO, AGES and INTERESTS are fields of the profile."""

    WHO = "who"
    AGES = "ages"
    DISTANCE = "distance"
    AIM = "aim"
    INTERESTS = "interests"
    WAYS = "ways"
    MATTERS = "matters"


class Aim(StrEnum):
    """The relationship that a member hopes to find."""

    LASTING = "lasting"
    COMPANY = "company"
    FRIENDS = "friends"
    OPEN = "open"


class Way(StrEnum):
    """How a member likes to spend a free day."""

    HOME = "home"
    OUTDOORS = "outdoors"
    CULTURE = "culture"
    PEOPLE = "people"
    ACTIVE = "active"
    AWAY = "away"


class Matter(StrEnum):
    """The reasons that count double for a member."""

    INTERESTS = "interests"
    NEAR = "near"
    AIM = "aim"
    WAYS = "ways"


class ReasonKey(StrEnum):
    """Why two people fit; the page has the texts."""

    SHARED_INTERESTS = "shared-interests"
    SAME_TOWN = "same-town"
    NEAR = "near"
    SAME_REGION = "same-region"
    SAME_AIM = "same-aim"
    SHARED_WAYS = "shared-ways"
    BOTH_WISHES = "both-wishes"


@dataclass(frozen=True, slots=True)
class FinderAnswers:
    """A member's answers to the match finder; `open` are the questions that were neither answered nor skipped.

    Radius in kilometres, None for the whole country and for members without a town.
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
    """The properties that two people are compared by; `aim` and `ways` are empty when unknown."""

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
    """A reason with its values, which are keys or a place name; `count` is their number, or kilometres for `near`."""

    key: ReasonKey
    count: int
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fit:
    """How well somebody fits, with the reasons in descending order of their points."""

    score: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class FittingPerson:
    """A result of the match finder."""

    person: ProfileCard
    score: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class FitPage:
    """One page of results of the match finder; `total` is the number of real members who were compared.

    `is_wider` when nobody fits the searcher's wishes and wider ones were used; the searcher still fits theirs.
    """

    results: list[FittingPerson]
    total: int
    page: int
    pages: int
    is_wider: bool


@dataclass(frozen=True, slots=True)
class Introduction:
    """A profile as a visitor sees it who followed a link to it; hidden fields are None and the picture is blurred."""

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
    """The next people of the swipe game with their stories, and the remaining likes."""

    cards: tuple[tuple[ProfileCard, ProfileText], ...]
    quota: SwipeQuota


@dataclass(frozen=True, slots=True)
class Likeness:
    """The properties of a member by which similar members are found."""

    gender: str | None
    date_of_birth: date
    country: str | None
    region: str | None
    interests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndexReport:
    """The differences between a server's search index and Postgres; one that is away has no other values."""

    server: str
    members: int = 0
    documents: int = 0
    missing: tuple[UUID, ...] = ()
    extra: tuple[UUID, ...] = ()
    stale: tuple[UUID, ...] = ()
    is_away: bool = False

    @property
    def is_equal(self) -> bool:
        """Return whether the index equals Postgres."""
        return not (self.is_away or self.missing or self.extra or self.stale)
