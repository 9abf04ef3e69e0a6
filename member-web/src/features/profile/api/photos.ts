import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/api/client';
import { createUploadClient } from '@/api/upload';
import type { Schemas } from '@/api/types';
import { profileKeys } from './keys';
import type { Crop } from '../model/crop';
import type { OwnProfile } from './profile';

export type OwnPhoto = Schemas['OwnPhotoOut'];

const ORDERING = ['photo order'];

/** Sends one photo (spec 4.3); `onProgress` hears which part of it is sent, from 0 to 1. */
export function useUploadPhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (part: number) => void }) => {
      const form = new FormData();
      form.append('file', file);
      return createUploadClient(onProgress).post('/photos', { body: form });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.own }),
  });
}

export function useDeletePhoto() {
  const client = useQueryClient();
  const { t } = useTranslation('profile');
  return useMutation({
    mutationFn: (id: string) => api.delete('/photos/{photo_id}', { path: { photo_id: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.own }),
    meta: { failure: t('photos.deleteFailed') },
  });
}

/** Chooses what the small pictures of a photo show; the server cuts them a moment later. */
export function useCropPhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, crop }: { id: string; crop: Crop }) =>
      api.patch('/photos/{photo_id}', { path: { photo_id: id }, body: { crop } }),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.own }),
  });
}

/**
 * Puts the photos into a new order, on the page at once; the old order comes back when the server refuses.
 *
 * Orders are sent one after the other, and the page asks anew after the last one: what the server says before that would
 * undo it for a moment.
 */
export function useOrderPhotos() {
  const client = useQueryClient();
  const { t } = useTranslation('profile');
  return useMutation({
    mutationKey: ORDERING,
    scope: { id: 'photo order' },
    mutationFn: (photos: readonly OwnPhoto[]) =>
      api.put('/photos/order', { body: { ids: photos.map(({ id }) => id) } }),
    onMutate: async (photos) => {
      await client.cancelQueries({ queryKey: profileKeys.own });
      client.setQueryData<OwnProfile>(profileKeys.own, (profile) => profile && { ...profile, photos: [...photos] });
    },
    onSettled: () =>
      client.isMutating({ mutationKey: ORDERING }) === 1
        ? client.invalidateQueries({ queryKey: profileKeys.own })
        : undefined,
    meta: { failure: t('photos.orderFailed') },
  });
}
