"""Cells of a grid on the earth, by which people nearby are found."""

import math

CELL_DEGREES = 0.25
EARTH_RADIUS_KM = 6371.0088


def cell(lat: float, lng: float) -> str:
    """The grid cell of a point, "row:column" counted in 0.25 degrees from 0, 0; ValueError off the globe.

    It stands for the point in search and wherever an exact position would give a member away: it covers 28 km from
    south to north and, at 52 degrees, 17 km from west to east. Longitude 180 is -180, and the pole is in the last row.
    """
    if not (-90 <= lat <= 90 and -180 <= lng <= 180):
        raise ValueError(f"no such point on the globe: {lat}, {lng}")
    row = min(math.floor(lat / CELL_DEGREES), round(90 / CELL_DEGREES) - 1)
    return _cell_name(row, math.floor(lng / CELL_DEGREES))


def cells_within(lat: float, lng: float, km: float) -> list[str]:
    """The point's own cell first, then every cell whose centre is at most km kilometres away; ValueError as cell().

    Distances are great circles. The own cell always counts, so that a small radius still finds the neighbours.
    """
    own = cell(lat, lng)
    reach = math.degrees(km / EARTH_RADIUS_KM)
    first = max(math.floor((lat - reach) / CELL_DEGREES), round(-90 / CELL_DEGREES))
    last = min(math.floor((lat + reach) / CELL_DEGREES), round(90 / CELL_DEGREES) - 1)
    found = [
        _cell_name(row, column)
        for row in range(first, last + 1)
        for column in _columns_within(lat, lng, km, (row + 0.5) * CELL_DEGREES)
    ]
    return [own, *(name for name in found if name != own)]


def _columns_within(lat: float, lng: float, km: float, row_lat: float) -> range:
    """The columns, not yet wrapped at 180 degrees, whose centre in the row at row_lat is at most km away."""
    here, there = math.radians(lat), math.radians(row_lat)
    # Haversine solved for the difference in longitude: exact for short distances, where a cosine would lose digits.
    left_over = math.sin(min(km / EARTH_RADIUS_KM, math.pi) / 2) ** 2 - math.sin((there - here) / 2) ** 2
    if left_over < 0:
        return range(0)
    # Near a pole the whole row may be within; then the division exceeds 1 and the span is the half turn.
    share = min(left_over / (math.cos(here) * math.cos(there)), 1.0)
    span = math.degrees(2 * math.asin(math.sqrt(share)))
    first = math.ceil((lng - span) / CELL_DEGREES - 0.5)
    last = math.floor((lng + span) / CELL_DEGREES - 0.5)
    return range(first, min(last + 1, first + round(360 / CELL_DEGREES)))


def _cell_name(row: int, column: int) -> str:
    half_turn = round(180 / CELL_DEGREES)
    return f"{row}:{(column + half_turn) % (2 * half_turn) - half_turn}"
