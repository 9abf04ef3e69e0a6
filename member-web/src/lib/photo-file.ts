/** Maximum size of a file that a member may choose; the browser makes it smaller before the upload. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** What the file chooser offers; phones name HEIC by its ending only. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif';

const TYPES = /^image\/(jpe?g|png|webp|heic|heif)$/;
const ENDINGS = /\.(jpe?g|png|webp|heic|heif)$/i;

/** Why a file cannot be a photo here, before it is opened; the server looks at its content again. */
export function photoProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): PhotoProblem | undefined {
  if (!(type ? TYPES.test(type) : ENDINGS.test(name))) return 'type';
  if (size === 0) return 'empty';
  return size > MAX_FILE_BYTES ? 'size' : undefined;
}

/** `unreadable`: larger than the server takes, and of a format that this browser cannot make smaller. */
export type PhotoProblem = 'type' | 'empty' | 'size' | 'pixels' | 'unreadable';
