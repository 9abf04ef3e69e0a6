import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '@/api/problem-text';
import { announce } from '@/lib/announcer';
import { photoProblem } from '@/lib/photo-file';
import { useUploadPhoto } from '../api/photos';

/** A file on its way, or one that did not make it. */
export interface Upload {
  id: string;
  name: string;
  /** How much of it is sent, from 0 to 1. */
  part: number;
  problem?: string;
}

/**
 * Sends chosen files one after the other; `room` is how many more photos there may be. `onArrive` hears of a photo that
 * was chosen alone.
 */
export function useUploads(room: number, onArrive: (id: string) => void) {
  const { t } = useTranslation('profile');
  const [uploads, setUploads] = useState<Upload[]>([]);
  const { mutateAsync } = useUploadPhoto();

  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const dismiss = (id: string) => setUploads((all) => all.filter((one) => one.id !== id));
  const fail = (id: string, problem: string) => {
    change(id, { problem });
    announce(problem);
  };

  const send = async (id: string, file: File) => {
    const wrong = photoProblem(file);
    if (wrong) {
      fail(id, t(`photos.problem.${wrong}`));
      return undefined;
    }
    try {
      const photo = await mutateAsync({ file, onProgress: (part) => change(id, { part }) });
      dismiss(id);
      announce(t('photos.sent', { name: file.name }));
      return photo;
    } catch (error) {
      fail(id, problemText(error));
      return undefined;
    }
  };

  const add = (files: readonly File[]) => {
    const taken = files.slice(0, Math.max(room, 0)).map((file) => ({ file, id: crypto.randomUUID() }));
    setUploads((all) => [
      ...all.filter(({ problem }) => !problem),
      ...taken.map(({ id, file }) => ({ id, name: file.name, part: 0 })),
    ]);
    const sendAll = async () => {
      for (const { id, file } of taken) {
        // One at a time, so that a slow line is not shared out.
        // oxlint-disable-next-line no-await-in-loop
        const photo = await send(id, file);
        if (photo && taken.length === 1) onArrive(photo.id);
      }
    };
    void sendAll();
  };

  return { uploads, add, dismiss };
}
