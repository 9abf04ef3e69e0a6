"""Pictures as other modules know them."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from uuid import UUID


class Use(StrEnum):
    """What a picture is for, which decides its sizes."""

    PROFILE = "profile"
    CHAT = "chat"


# The sizes of a photo in a conversation, the small one first.
CHAT_SIZES = ("preview", "full")


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom an address is signed for, and how the address begins."""

    name: str
    prefix: str = "/media/"


VISITOR = Reader("visitor")
# Staff, whose addresses are below the console, which requires a login.
STAFF = Reader("staff", "/ops/api/media/")
# Whoever has an address from the output of a command.
OPERATOR = Reader("operator")


def reader_of(member_id: UUID | None, *, photo_epoch: int) -> Reader:
    """Return a member as a reader, whose addresses become invalid with their next photo epoch; None is a visitor."""
    return Reader(f"{member_id} {photo_epoch}") if member_id else VISITOR


@dataclass(frozen=True, slots=True)
class PhotoUrls:
    """Signed addresses of one photo in all its sizes; those of the blurred versions where the photo is locked."""

    thumb: str
    card: str
    match: str
    full: str
    is_locked: bool


@dataclass(frozen=True, slots=True)
class Crop:
    """The crop of a photo for cards: a frame of 3:4, in fractions of the upright picture (six decimal places).

    `x` and `width` are fractions of the picture's width, `y` of its height; the frame's height follows from its ratio.
    """

    x: Decimal
    y: Decimal
    width: Decimal


@dataclass(frozen=True, slots=True)
class Upload:
    """The bytes that a member uploaded for a picture, and the folder of its files."""

    member_id: UUID
    folder: str
    content: bytes


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A picture whose files are stored: width and height of the largest in pixels, and the perceptual hash of a
    profile's photo, 32 bytes; None for other uses and for blank pictures.
    """

    width: int
    height: int
    likeness: bytes | None
