import { ImagePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { paths } from '@/lib/paths';
import { ACCEPT } from '@/lib/photo-file';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Link } from '@/ui/link/link';
import { useOrderPhotos } from '../api/photos';
import type { OwnProfile } from '../api/profile';
import { useUploads } from '../hooks/use-uploads';
import { moved } from '../model/photo-rules';
import { PhotoTile } from './photo-tile';
import { UploadTile } from './upload-tile';
import styles from './photo-fields.module.css';

/** The member's photos in their order, and the way to add more; every change takes effect at once. */
export function PhotoFields({ profile: { photos, photo_limit: limit } }: { profile: OwnProfile }) {
  const { t } = useTranslation('profile');
  const order = useOrderPhotos();
  const { uploads, add, dismiss } = useUploads(limit - photos.length);
  const dragged = useRef<number>(undefined);
  const root = useFocusAfterDeleting(photos.length);
  const move = (from: number, to: number) => order.mutate(moved(photos, from, to));
  const drop = (to: number) => {
    if (dragged.current !== undefined && dragged.current !== to) move(dragged.current, to);
    dragged.current = undefined;
  };
  const isFull = photos.length >= limit;
  return (
    <div className="stack" id="photos" ref={root} tabIndex={-1}>
      {(photos.length > 0 || uploads.length > 0) && (
        <ol className={styles.tiles} aria-label={t('photos.title')}>
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              index={index}
              total={photos.length}
              onMove={(to) => move(index, to)}
              onDrag={() => (dragged.current = index)}
              onDrop={() => drop(index)}
            />
          ))}
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
          ))}
        </ol>
      )}
      {isFull ? <Full limit={limit} /> : <AddPhotos onFiles={add} isFirst={photos.length === 0} />}
      <p className="small muted">{t('photos.count', { count: photos.length, limit })}</p>
    </div>
  );
}

/** The button that deleted a photo goes with it, so the focus moves to what is left. */
function useFocusAfterDeleting(count: number) {
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(count);
  useEffect(() => {
    if (count < shown.current) root.current?.focus();
    shown.current = count;
  }, [count]);
  return root;
}

/** The browser's own chooser behind a button; on a phone it offers the camera too. */
function AddPhotos({ onFiles, isFirst }: { onFiles: (files: File[]) => void; isFirst: boolean }) {
  const { t } = useTranslation('profile');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      className={styles.add}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        aria-label={t('photos.choose')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file again is a change again.
          event.target.value = '';
        }}
      />
      <Button icon={ImagePlus} size="large" onPress={() => input.current?.click()}>
        {t(isFirst ? 'photos.addFirst' : 'photos.add')}
      </Button>
      <p className="small muted">{t('photos.rules')}</p>
    </div>
  );
}

function Full({ limit }: { limit: number }) {
  const { t } = useTranslation('profile');
  const { paid_user: isPaid } = useMember();
  return (
    <Alert lead={t('photos.full', { count: limit })}>
      {isPaid ? t('photos.fullHelp') : <Link to={paths.premium.to()}>{t('photos.morePremium')}</Link>}
    </Alert>
  );
}
