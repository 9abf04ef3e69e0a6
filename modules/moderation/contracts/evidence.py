"""The evidence of cases and decisions, as JSON for the console."""

from typing import NotRequired, TypedDict

from modules.moderation.contracts.decisions import DecisionState, Measure, Rule
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import ReportReason


class EvidenceMember(TypedDict):
    """The member whom a case is about, or whose account matches."""

    id: str
    name: str
    age: int
    status: str
    language: str
    is_paid: bool
    is_fictional: bool
    signup_at: str


class EvidenceMessage(TypedDict):
    """A message, with its conversation where a signal was found in it."""

    id: str
    by: str
    kind: str
    gift: str | None
    body: str | None
    sent_at: str
    conversation: NotRequired[str]


class EvidencePhoto(TypedDict):
    """A photo with its signed addresses."""

    id: str
    status: str
    full: str
    blurred: str


class EvidenceTexts(TypedDict):
    """The texts of a profile; decisions from before names were reviewed have no name."""

    name: NotRequired[str]
    headline: str
    about: str
    notes: dict[str, str]


class ReportedContent(TypedDict, total=False):
    """What the reporter saw of a profile, a photo or a message; empty once it is erased."""

    name: str
    age: int
    city: str | None
    kind: str
    photo: str
    is_main: bool
    headline: str
    about: str
    facts: dict[str, list[str]]
    interests: list[str]
    photos: list[str]
    conversation: str
    message: EvidenceMessage
    before: list[EvidenceMessage]


class StoredReport(TypedDict):
    """A report about the subject of a case."""

    id: str
    number: str
    reporter_id: str
    reason: ReportReason
    words: str
    evidence: ReportedContent
    created_at: str


class EvidenceReport(StoredReport):
    """A report with the photos that the reported profile had then."""

    photos: list[EvidencePhoto]


class ComplaintWords(TypedDict):
    """One text of a complaint that was handed over."""

    is_theirs: bool
    body: str
    at: str


class HandedComplaint(TypedDict):
    """A complaint that support handed over, with the last messages between complainant and member."""

    number: str
    by: str
    reason: str
    language: str
    complainant_id: str | None
    words: list[ComplaintWords]
    conversation: str | None
    said: list[EvidenceMessage]


class HandedConversation(TypedDict):
    """A conversation that the writer of a fictional profile handed over, with its last messages until then."""

    by: str
    at: str
    reason: str
    is_urgent: bool
    profile: str
    conversation: str
    said: list[EvidenceMessage]


class OpeningReason(TypedDict):
    """By whom and why a case was opened."""

    by: str
    reason: str


class EarlierBan(TypedDict):
    """A ban of an account that matches."""

    id: str
    number: str
    measure: Measure
    rule: Rule | None
    state: DecisionState


class EqualPictures(TypedDict):
    """A member's photo and the equal one of another account; None for deleted ones."""

    photo: EvidencePhoto | None
    known: EvidencePhoto | None


class EvidenceMatch(TypedDict):
    """Another account that a signal leads to."""

    member: EvidenceMember
    signals: list[str]
    bans: list[EarlierBan]
    pictures: list[EqualPictures]


class RuleTexts(TypedDict):
    """A rule and its standard facts, in the member's language."""

    rule: str
    facts: str


class ScopeTexts(TypedDict):
    """What a decision covers, in the member's language; of photos, for one, two and so on."""

    account: str
    photos: list[str]
    texts: str
    name: str


class MemberTexts(TypedDict):
    """The texts that the member would read; `counts` for one strike, two and so on."""

    reasons: dict[str, RuleTexts]
    measures: dict[str, str]
    features: dict[str, str]
    scopes: ScopeTexts
    counts: list[str]
    photo_reasons: dict[str, str]


class EarlierMeasures(TypedDict):
    """Strikes and warnings of a member that still count."""

    strikes: int
    warnings: int


class SeenContent(EarlierMeasures, MemberTexts):
    """What there is to see of a case; `photos` are those of a reviewed profile, the main one first."""

    kind: ItemKind | None
    signals: list[str]
    member: EvidenceMember
    photo: EvidencePhoto | None
    photos: list[EvidencePhoto]
    texts: EvidenceTexts | None
    opened: OpeningReason | None
    handed: list[HandedComplaint]
    fiction: list[HandedConversation]
    matches: list[EvidenceMatch]
    reports: list[EvidenceReport]
    message: EvidenceMessage | None


class SeenCase(SeenContent):
    """A case, with the usual measure for each rule and whether there is a name that can be removed."""

    proposals: dict[str, Measure]
    can_lose_name: bool


class SeenDecision(SeenContent):
    """A decision; `is_own` when the viewer made or signed it, or decided an appeal against it."""

    is_own: bool


class MarkedPart(TypedDict):
    """A part of a text, and whether it is a known phrase of fraud."""

    text: str
    is_known: bool


class EvidenceMarks(TypedDict):
    """The parts of texts by message or field; the addresses of photos in
    messages, None for deleted ones; and whether the name imitates the site.
    """

    marked: dict[str, list[MarkedPart]]
    pictures: dict[str, str | None]
    poses_as_staff: bool


class CaseEvidence(SeenCase, EvidenceMarks):
    """The evidence of a claimed case."""


class DecisionEvidence(SeenDecision, EvidenceMarks):
    """The evidence of a decision."""
