"""Likenesses: a picture is known again however it was turned, a stranger's is not."""

from hashlib import sha256

import pytest

from modules.moderation.decisions.policies import likeness

# As random as likenesses of strangers are.
PICTURE, STRANGER = sha256(b"picture").digest(), sha256(b"stranger").digest()


def as_bytes(place: int) -> bytes:
    return (1 << likeness.BITS - 1 - place).to_bytes(32, "big")


def test_a_picture_has_eight_orientations_and_is_itself_the_first() -> None:
    turned = likeness.orientations(PICTURE)
    assert (turned[0], len(set(turned))) == (PICTURE, 8)
    assert all(set(likeness.orientations(way)) == set(turned) for way in turned)


def test_mirroring_turns_the_sign_of_every_second_frequency_of_its_direction() -> None:
    across, down = b"\xaa" * 32, b"\xff\xff\x00\x00" * 8
    both = b"\x55\x55\xaa\xaa" * 8
    assert likeness.orientations(bytes(32)) == [bytes(32), across, down, both] * 2


def test_a_picture_that_lies_has_its_rows_for_columns() -> None:
    for row, column in ((0, 0), (0, 15), (3, 7)):
        upright, lying = as_bytes(row * 16 + column), as_bytes(column * 16 + row)
        assert likeness.orientations(upright)[4] == lying


def test_a_likeness_has_sixteen_bands() -> None:
    found = likeness.bands(PICTURE)
    assert ({len(band) for band in found}, len(found), b"".join(found)) == ({2}, 16, PICTURE)


@pytest.mark.parametrize(("bands", "are_alike"), [(0, False), (2, False), (3, True), (16, True)])
def test_three_equal_bands_make_two_pictures_alike_whichever_way_one_is_turned(bands: int, are_alike: bool) -> None:
    for way in likeness.orientations(PICTURE):
        assert likeness.are_alike(PICTURE, way[: 2 * bands] + STRANGER[2 * bands :]) is are_alike
        assert likeness.are_alike(PICTURE, STRANGER[: 32 - 2 * bands] + way[32 - 2 * bands :]) is are_alike
