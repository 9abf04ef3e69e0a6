/** The longest side of a photo that the server keeps, in pixels. */
export const LONGEST_SIDE = 1600;

export const TYPE = 'image/jpeg';
export const QUALITY = 0.92;

export interface Size {
  width: number;
  height: number;
}

/** The size in which a photo is sent. */
export function sentSize({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** Draws a picture over a whole canvas, what is transparent white, as the server has it. */
export function drawOver(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  picture: CanvasImageSource,
): void {
  if (!context) throw new Error('There is no canvas.');
  const { width, height } = context.canvas;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
}
