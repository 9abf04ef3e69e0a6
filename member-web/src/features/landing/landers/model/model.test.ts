import { describe, expect, it } from 'vitest';
import type { Region } from '../api/landers';
import { pinsOf } from './map';
import { sceneAfter } from './scenes';
import { HOUSES, isLit } from './street';

const region = (code: string, lat: number, lng: number, members: number | null = null): Region => ({
  code,
  name: code,
  town: code,
  lat,
  lng,
  members,
});

describe('map [spec 2.29]', () => {
  it('puts north above south and east right of west', () => {
    const [north, south] = pinsOf([region('south', 51, 4), region('north', 53, 6)]);
    expect([north?.code, south?.code]).toEqual(['north', 'south']);
    expect(north?.left).toBeGreaterThan(south?.left ?? 100);
  });

  it('lays no pin on another, and keeps the place with more members', () => {
    const pins = pinsOf([region('few', 52.01, 5.01, 10), region('many', 52, 5, 40), region('far', 54, 9)]);
    expect(pins.map(({ code }) => code)).toEqual(['far', 'many']);
  });

  it('shows one region alone, and none where there are none', () => {
    expect(pinsOf([region('alone', 52, 5)])).toHaveLength(1);
    expect(pinsOf([])).toEqual([]);
  });
});

describe('street [spec 2.29]', () => {
  const windows = HOUSES.flatMap((house) => house.windows);

  it('lights every window once, house after house', () => {
    const orders = windows.map(({ order }) => order);
    expect(new Set(orders).size).toBe(orders.length);
    expect(new Set(HOUSES.map((house) => house.windows.filter(({ order }) => isLit(order, 7)).length))).toEqual(
      new Set([1]),
    );
  });
});

it('the last scene stays [spec 2.29]', () => {
  expect(sceneAfter(0, 4)).toBe(1);
  expect(sceneAfter(3, 4)).toBe(3);
});
