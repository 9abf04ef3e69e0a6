import { drawOver, QUALITY, TYPE, type Size } from './photo-drawing';

/** A photo, its size, and the size that it is to have; both as it is seen, turned as the file says. */
export interface Task {
  file: Blob;
  whole: Size;
  size: Size;
}

/** The smaller photo; none where this browser cannot make one here. */
export type Outcome = Blob | undefined;

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  void smaller(data)
    .catch(() => undefined)
    .then((outcome: Outcome) => postMessage(outcome));
});

async function smaller({ file, whole, size: { width, height } }: Task): Promise<Blob> {
  const picture = await createImageBitmap(file, {
    // A browser that does not know this value refuses it, instead of leaving the photo on its side.
    imageOrientation: 'from-image',
    // In two steps fine patterns stay calmer than in one.
    resizeWidth: Math.min(2 * width, whole.width),
    resizeHeight: Math.min(2 * height, whole.height),
    resizeQuality: 'high',
  });
  const canvas = new OffscreenCanvas(width, height);
  drawOver(canvas.getContext('2d'), picture);
  return canvas.convertToBlob({ type: TYPE, quality: QUALITY });
}
