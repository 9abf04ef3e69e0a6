import { describe, expect, it } from 'vitest';
import { centred, heightOf, mostZoom, moved, wholeCrop, zoomed, zoomOf, type Crop, type Size } from './crop';

const SQUARE: Size = { width: 1600, height: 1600 };
const LANDSCAPE: Size = { width: 1600, height: 900 };
const TALL: Size = { width: 800, height: 1600 };
const SMALL: Size = { width: 300, height: 400 };

/** x, y and width to six places, as the server keeps them. */
const frame = ({ x, y, width }: Crop) => [x, y, width].map((part) => Number(part.toFixed(6)));

describe('the frame of a photo', () => {
  it.each<[string, Size, [number, number, number]]>([
    ['square', SQUARE, [0.125, 0, 0.75]],
    ['landscape', LANDSCAPE, [0.289063, 0, 0.421875]],
    ['tall', TALL, [0, 0.166667, 1]],
    ['small', SMALL, [0, 0, 1]],
  ])('is as large as fits in a %s picture, and in the middle', (_, size, parts) => {
    expect(frame(wholeCrop(size))).toEqual(parts);
    expect(zoomOf(wholeCrop(size), size)).toBe(1);
  });

  it('has three parts of width to four of height', () => {
    const crop = wholeCrop(LANDSCAPE);
    expect((heightOf(crop, LANDSCAPE) * LANDSCAPE.height) / (crop.width * LANDSCAPE.width)).toBeCloseTo(4 / 3);
  });

  it.each<[string, { x: number; y: number }, [number, number, number]]>([
    ['a little', { x: 0.1, y: -0.05 }, [0.4, 0.25, 0.3]],
    ['beyond the left and the top', { x: -2, y: -2 }, [0, 0, 0.3]],
    ['beyond the right and the bottom', { x: 2, y: 2 }, [0.7, 0.6, 0.3]],
  ])('moves %s, and stays in the picture', (_, by, parts) => {
    expect(frame(moved({ x: 0.3, y: 0.3, width: 0.3 }, by, SQUARE))).toEqual(parts);
  });

  it('goes to where somebody taps, as near as the edges let it', () => {
    const crop = { x: 0, y: 0, width: 0.3 };
    expect(frame(centred(crop, { x: 0.5, y: 0.5 }, SQUARE))).toEqual([0.35, 0.3, 0.3]);
    expect(frame(centred(crop, { x: 0.99, y: 0.99 }, SQUARE))).toEqual([0.7, 0.6, 0.3]);
  });

  it('zooms about its middle, no further than a card needs and no wider than fits', () => {
    const whole = wholeCrop(SQUARE);
    expect(frame(zoomed(whole, 2, SQUARE))).toEqual([0.3125, 0.25, 0.375]);
    expect(zoomed(whole, 99, SQUARE).width * SQUARE.width).toBeCloseTo(480);
    expect(frame(zoomed(zoomed(whole, 2, SQUARE), 0.1, SQUARE))).toEqual([0.125, 0, 0.75]);
    const corner = moved(zoomed(whole, 2, SQUARE), { x: 1, y: 1 }, SQUARE);
    expect(frame(zoomed(corner, 1, SQUARE))).toEqual([0.25, 0, 0.75]);
  });

  it('of a small picture is all of it and cannot be zoomed', () => {
    expect(mostZoom(SMALL)).toBe(1);
    expect(mostZoom(SQUARE)).toBe(2.5);
    expect(frame(zoomed(wholeCrop(SMALL), 3, SMALL))).toEqual([0, 0, 1]);
  });

  it('never leaves the picture by a rounding', () => {
    for (let width = 481; width < 1600; width += 7) {
      for (const height of [480, 999, 1133, 1600]) {
        const size = { width, height };
        for (const zoom of [1, 1.1, 1.7, 9]) {
          const crop = moved(zoomed(wholeCrop(size), zoom, size), { x: 1, y: 1 }, size);
          expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
          expect(crop.x + crop.width).toBeLessThan(1 + 1e-9);
          expect(crop.y + heightOf(crop, size)).toBeLessThan(1 + 1e-9);
        }
      }
    }
  });
});
