"""What happens to profiles and photos."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.outbox import Event


@dataclass(frozen=True)
class ProfileChanged(Event):
    """Something that others see of a profile changed."""

    member_id: UUID


@dataclass(frozen=True)
class VisibilityChanged(Event):
    """A profile appeared or disappeared for others."""

    member_id: UUID


@dataclass(frozen=True)
class PhotoUploaded(Event):
    """A photo waits to be processed."""

    photo_id: UUID


@dataclass(frozen=True)
class PhotoReady(Event):
    """A photo was processed; its owner sees it, staff review it."""

    photo_id: UUID
    member_id: UUID


@dataclass(frozen=True)
class PhotoActivated(Event):
    """A photo may be seen by others."""

    photo_id: UUID
    member_id: UUID


@dataclass(frozen=True)
class PhotoRefused(Event):
    """A photo may not be seen by others; its row says why."""

    photo_id: UUID
    member_id: UUID


@dataclass(frozen=True)
class PhotoCropped(Event):
    """The owner of a photo chose what the cards show of it; they are to be cut."""

    photo_id: UUID


@dataclass(frozen=True)
class PhotoDeleted(Event):
    """A photo is gone; its files are to be removed."""

    photo_id: UUID
