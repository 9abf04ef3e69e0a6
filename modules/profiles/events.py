"""What happens to profiles and photos."""

from uuid import UUID

from app.kernel.events.outbox import Event, MemberEvent


class ProfileChanged(MemberEvent):
    """Something of a profile that others see changed."""


class VisibilityChanged(MemberEvent):
    """A profile appeared or disappeared for others."""


class PhotoUploaded(Event):
    """A photo was uploaded and waits to be processed."""

    photo_id: UUID


class PhotoReady(Event):
    """A photo was processed: its owner sees it, and staff review it."""

    photo_id: UUID
    member_id: UUID


class PhotoActivated(Event):
    """A photo was approved: others see it."""

    photo_id: UUID
    member_id: UUID


class PhotoRefused(Event):
    """A photo was refused; its row has the reason."""

    photo_id: UUID
    member_id: UUID


class PhotoCropped(Event):
    """The owner of a photo chose its crop; the card sizes are to be rendered again."""

    photo_id: UUID


class PhotoDeleted(Event):
    """A photo was deleted; its files are to be removed."""

    photo_id: UUID
