import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '@/api/problem-text';
import { announce } from '@/lib/announcer';
import { preparePhoto } from '@/lib/photo-preparing';
import { useUploadPhoto } from '../api/photos';

/** A file on its way, or one that did not make it. */
export interface Upload {
  id: string;
  name: string;
  /** How much of it is sent, from 0 to 1; none before it is prepared. */
  part?: number;
  problem?: string;
  /** Ends its preparation. */
  stop: AbortController;
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
  const remove = (id: string) => setUploads((all) => all.filter((one) => one.id !== id));
  const dismiss = ({ id, stop }: Upload) => {
    stop.abort();
    remove(id);
  };
  const fail = (id: string, problem: string) => {
    change(id, { problem });
    announce(problem);
  };

  const send = async (id: string, file: File, signal: AbortSignal) => {
    try {
      const photo = await preparePhoto(file, signal);
      if (typeof photo === 'string') {
        fail(id, t(`photos.problem.${photo}`));
        return undefined;
      }
      change(id, { part: 0 });
      const sent = await mutateAsync({ file: photo, onProgress: (part) => change(id, { part }) });
      remove(id);
      announce(t('photos.sent', { name: file.name }));
      return sent;
    } catch (error) {
      if (!signal.aborted) fail(id, problemText(error));
      return undefined;
    }
  };

  const add = (files: readonly File[]) => {
    const taken = files
      .slice(0, Math.max(room, 0))
      .map((file) => ({ file, id: crypto.randomUUID(), stop: new AbortController() }));
    setUploads((all) => [
      ...all.filter(({ problem }) => !problem),
      ...taken.map(({ id, file, stop }) => ({ id, name: file.name, stop })),
    ]);
    const sendAll = async () => {
      for (const { id, file, stop } of taken) {
        // One at a time, so that a slow line is not shared out.
        // oxlint-disable-next-line no-await-in-loop
        const photo = await send(id, file, stop.signal);
        if (photo && taken.length === 1) onArrive(photo.id);
      }
    };
    void sendAll();
  };

  return { uploads, add, dismiss };
}
