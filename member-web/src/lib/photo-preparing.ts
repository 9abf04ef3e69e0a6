import { drawOver, QUALITY, sentSize, TYPE, type Size } from './photo-drawing';
import { photoProblem, type PhotoProblem } from './photo-file';
import type { Outcome, Task } from './photo-worker';

/** Maximum size of a photo that the server accepts. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
/** A file up to this size is sent as it is. */
const SMALL_BYTES = 1024 * 1024;
export const MAX_PIXELS = 65_000_000;

/**
 * Makes a chosen file as small as the server needs it, in a worker where the browser can: upright, and in sRGB. Returns
 * what is sent, or why the file cannot be a photo; raises an AbortError when the signal says so.
 */
export async function preparePhoto(file: File, signal: AbortSignal): Promise<File | PhotoProblem> {
  signal.throwIfAborted();
  const problem = photoProblem(file);
  if (problem) return problem;
  if (file.size <= SMALL_BYTES) return file;
  const image = await opened(file, signal);
  const whole = { width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 };
  if (whole.width * whole.height > MAX_PIXELS) return 'pixels';
  signal.throwIfAborted();
  const photo = image && (await smaller(image, { file, whole, size: sentSize(whole) }, signal));
  signal.throwIfAborted();
  if (photo && photo.size < file.size) return new File([photo], file.name.replace(/\.\w+$/, '.jpg'), { type: TYPE });
  return file.size <= MAX_UPLOAD_BYTES ? file : 'unreadable';
}

/** The picture in a file, which tells its size before it is decoded; none where the browser cannot read it. */
async function opened(file: File, signal: AbortSignal): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  const src = URL.createObjectURL(file);
  const isRead = new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
    signal.addEventListener('abort', () => resolve(false));
  });
  image.src = src;
  const can = await isRead;
  URL.revokeObjectURL(src);
  return can ? image : undefined;
}

async function smaller(image: HTMLImageElement, task: Task, signal: AbortSignal): Promise<Outcome> {
  const made = await inWorker(task, signal).catch(() => undefined);
  if (made || signal.aborted) return made;
  return onPage(image, task.size).catch(() => undefined);
}

async function inWorker(task: Task, signal: AbortSignal): Promise<Outcome> {
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Outcome>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Outcome>) => resolve(data));
    worker.addEventListener('error', () => resolve(undefined));
    signal.addEventListener('abort', () => resolve(undefined));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}

/** What the worker does, for browsers that have no canvas there. */
async function onPage(image: HTMLImageElement, { width, height }: Size): Promise<Outcome> {
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  drawOver(canvas.getContext('2d'), image);
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, QUALITY));
  return photo ?? undefined;
}
