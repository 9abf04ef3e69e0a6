"""Pictures that are hard to decode."""

import struct


def worst_picture() -> bytes:
    """Return what takes the decoder longest within all bounds (docs/decisions/0055): a grey JPEG of 38 million pixels
    in 631 passes, of which all but the first say in 36 words that nothing is there.
    """
    side, words = 6144, 36
    passes = [(coefficient, bit) for coefficient in range(1, 64) for bit in range(9, -1, -1)]
    made = [
        b"\xff\xd8",
        _segment(0xDB, b"\0" + b"\x10" * 64),
        _segment(0xC2, struct.pack(">BHHB", 8, side, side, 1) + b"\1\x11\0"),
        *(_segment(0xC4, table + b"\1" + bytes(15) + word) for table, word in ((b"\0", b"\0"), (b"\x10", b"\xe0"))),
        _segment(0xDA, bytes([1, 1, 0, 0, 0, 0])) + bytes(side * side // 64 // 8),
    ]
    for coefficient, bit in passes:
        before = 0 if bit == 9 else bit + 1
        head = _segment(0xDA, bytes([1, 1, 0, coefficient, coefficient, before << 4 | bit]))
        made.append(head + _padded("0" * 15 * words))
    return b"".join(made) + b"\xff\xd9"


def _segment(kind: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, kind, len(content) + 2) + content


def _padded(bits: str) -> bytes:
    return int(bits + "1" * (-len(bits) % 8), 2).to_bytes(-(-len(bits) // 8), "big")
