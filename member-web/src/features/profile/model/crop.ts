import type { Schemas } from '@/api/types';

/** A frame of 3:4 in a picture: `x` and `width` in parts of its width, `y` of its height. */
export type Crop = Schemas['CropIn'];

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A point in a picture, or a way across it, in parts of its width and height. */
export interface Point {
  x: number;
  y: number;
}

/** As wide as a card is cut, in pixels; the server takes no smaller frame. */
const LEAST = 480;
const RATIO = 3 / 4;

/** How far one press moves a frame, in parts of the picture. */
const STEP = 0.025;

export const STEPS = {
  left: { x: -STEP, y: 0 },
  right: { x: STEP, y: 0 },
  up: { x: 0, y: -STEP },
  down: { x: 0, y: STEP },
} as const satisfies Record<string, Point>;

/** The width of the largest frame that fits. */
const largest = ({ width, height }: Size) => Math.min(1, (height * RATIO) / width);

/** The width of the smallest frame that still fills a card; that of the largest for a small picture. */
const smallest = (size: Size) => Math.min(largest(size), LEAST / size.width);

/** The height of a frame in parts of the picture's height. */
export const heightOf = ({ width }: Crop, size: Size) => (width * size.width) / RATIO / size.height;

/** How far a picture can be zoomed; 1 for one that is just large enough. */
export const mostZoom = (size: Size) => largest(size) / smallest(size);

/** How far a frame is zoomed; 1 when it is as large as fits. */
export const zoomOf = ({ width }: Crop, size: Size) => largest(size) / width;

/** The frame that is as large as fits, in the middle. */
export const wholeCrop = (size: Size) => centred({ x: 0, y: 0, width: largest(size) }, { x: 0.5, y: 0.5 }, size);

/** A frame moved by some way, as far as the edges let it. */
export const moved = ({ x, y, width }: Crop, by: Point, size: Size) =>
  within({ x: x + by.x, y: y + by.y, width }, size);

/** A frame with its middle at a point, or as near as the edges let it. */
export function centred(crop: Crop, { x, y }: Point, size: Size): Crop {
  return within({ x: x - crop.width / 2, y: y - heightOf(crop, size) / 2, width: crop.width }, size);
}

/** A frame zoomed about its middle, between 1 and as far as the picture allows. */
export function zoomed(crop: Crop, zoom: number, size: Size): Crop {
  const middle = { x: crop.x + crop.width / 2, y: crop.y + heightOf(crop, size) / 2 };
  const width = clamp(largest(size) / zoom, smallest(size), largest(size));
  return centred({ ...crop, width }, middle, size);
}

function within(crop: Crop, size: Size): Crop {
  return { ...crop, x: clamp(crop.x, 0, 1 - crop.width), y: clamp(crop.y, 0, 1 - heightOf(crop, size)) };
}

/** Rounding may leave a hair less than nothing at the upper end. */
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));
