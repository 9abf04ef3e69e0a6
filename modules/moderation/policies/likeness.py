"""How a picture is known again that was saved anew, made smaller, turned or mirrored.

A likeness is 256 bits: for 16 frequencies down and 16 across, beginning with the first, whether the picture has more or
less light there (modules/profiles/images/decoder.py). Turning a picture changes these signs in a way that can be said
without the picture. What was saved anew differs in some 10 bits, a stranger's picture in 70 and more.
"""

SIDE = 16
BITS = SIDE * SIDE
# So many of the 16 bands have to be the same. Saved anew at a low quality 7 and more are, of strangers' pictures 1.
ALIKE = 3


def orientations(likeness: bytes) -> list[bytes]:
    """Return a picture's likeness for each of the eight ways to turn and mirror it, its own first."""
    bits = _bits(likeness)
    lying = [bits[(place % SIDE) * SIDE + place // SIDE] for place in range(BITS)]
    return [_mirrored(one, down, across) for one in (bits, lying) for down in (0, 1) for across in (0, 1)]


def bands(likeness: bytes) -> list[bytes]:
    """Return a likeness in its 16 bands of 16 bits."""
    return [likeness[start : start + 2] for start in range(0, len(likeness), 2)]


def are_alike(one: bytes, other: bytes) -> bool:
    """Tell whether two likenesses are of the same picture, however it was turned."""
    parts = bands(other)
    turned = (zip(bands(way), parts, strict=True) for way in orientations(one))
    return any(sum(mine == theirs for mine, theirs in way) >= ALIKE for way in turned)


def _mirrored(bits: list[int], down: int, across: int) -> bytes:
    """Mirroring turns the sign of every second frequency of its direction, the first one's too."""
    turned = [bit ^ (down & (place // SIDE + 1)) ^ (across & (place % SIDE + 1)) for place, bit in enumerate(bits)]
    return int("".join(map(str, turned)), 2).to_bytes(BITS // 8, "big")


def _bits(likeness: bytes) -> list[int]:
    return [int(bit) for bit in f"{int.from_bytes(likeness, 'big'):0{BITS}b}"]
