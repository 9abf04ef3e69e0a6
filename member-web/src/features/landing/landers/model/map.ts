import type { Region } from '../api/landers';

export interface Pin extends Region {
  /** Where it stands, in percent of the map. */
  left: number;
  top: number;
}

/** So many pins are shown; more would hide each other. */
const MAX_PINS = 8;

/** Nearer than this, in percent of the map, pins would cover each other. */
const NEAR = { left: 13, top: 17 };

/** Regions as pins on a map whose north is up: those with most members first, none on top of another. */
export function pinsOf(regions: readonly Region[]): Pin[] {
  const placed: Pin[] = [];
  const { left, top } = projection(regions);
  for (const region of [...regions].sort((a, b) => (b.members ?? 0) - (a.members ?? 0))) {
    const pin = { ...region, left: left(region.lng), top: top(region.lat) };
    const isFree = placed.every(
      (other) => Math.abs(other.left - pin.left) >= NEAR.left || Math.abs(other.top - pin.top) >= NEAR.top,
    );
    if (isFree && placed.length < MAX_PINS) placed.push(pin);
  }
  return placed.sort((a, b) => a.top - b.top);
}

/** Degrees to percent, so that all regions fill the map but for its edges. */
function projection(regions: readonly Region[]) {
  return {
    left: scale(
      regions.map(({ lng }) => lng),
      12,
      88,
    ),
    top: scale(
      regions.map(({ lat }) => lat),
      88,
      24,
    ),
  };
}

/** Stretches the span of some numbers over another span. */
function scale(values: readonly number[], from: number, to: number) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  return (value: number) => from + ((value - low) / span) * (to - from);
}
