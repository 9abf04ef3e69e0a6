/** Most bytes of a photo that the server takes. */
export const MOST_BYTES = 10 * 1024 * 1024;

/** What the file chooser offers; phones name HEIC by its ending only. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif';

const TYPES = /^image\/(jpeg|png|webp|heic|heif)$/;
const ENDINGS = /\.(jpe?g|png|webp|heic|heif)$/i;

/** Why a file cannot be a photo here, before anything is sent; the server looks at its content again. */
export function photoProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): PhotoProblem | undefined {
  if (!(type ? TYPES.test(type) : ENDINGS.test(name))) return 'type';
  if (size === 0) return 'empty';
  return size > MOST_BYTES ? 'size' : undefined;
}

export type PhotoProblem = 'type' | 'empty' | 'size';
