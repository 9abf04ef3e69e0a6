"""Perceptual hashes, which recognise a picture that was recompressed, scaled, rotated or mirrored.

A likeness has 256 bits: the signs of the first 16 by 16 frequencies of the picture, as
modules/media/images/decoder.py computes them. Rotating or mirroring permutes and flips them in a known way. A
recompressed picture differs in about 10 bits, another picture in 70 or more.
"""

SIDE = 16
BITS = SIDE * SIDE
# The least number of equal bands of 16. A picture recompressed at low quality has 7 or more, another picture 1.
ALIKE = 3


def orientations(likeness: bytes) -> list[bytes]:
    """Return a likeness for each of the eight rotations and mirrorings of the picture, its own first."""
    bits = _bits(likeness)
    lying = [bits[(place % SIDE) * SIDE + place // SIDE] for place in range(BITS)]
    return [_mirrored(one, down, across) for one in (bits, lying) for down in (0, 1) for across in (0, 1)]


def bands(likeness: bytes) -> list[bytes]:
    """Return the 16 bands of 16 bits of a likeness."""
    return [likeness[start : start + 2] for start in range(0, len(likeness), 2)]


def are_alike(one: bytes, other: bytes) -> bool:
    """Return whether two likenesses are of the same picture, in any rotation or mirroring."""
    parts = bands(other)
    turned = (zip(bands(way), parts, strict=True) for way in orientations(one))
    return any(sum(mine == theirs for mine, theirs in way) >= ALIKE for way in turned)


def _mirrored(bits: list[int], down: int, across: int) -> bytes:
    """Return the likeness of a mirrored picture: mirroring flips every second frequency of its direction."""
    turned = [bit ^ (down & (place // SIDE + 1)) ^ (across & (place % SIDE + 1)) for place, bit in enumerate(bits)]
    return int("".join(map(str, turned)), 2).to_bytes(BITS // 8, "big")


def _bits(likeness: bytes) -> list[int]:
    return [int(bit) for bit in f"{int.from_bytes(likeness, 'big'):0{BITS}b}"]
