import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { paths } from '@/lib/paths';
import { ACCEPT } from '@/lib/photo-file';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Link } from '@/ui/link/link';
import { useOrderPhotos, type OwnPhoto } from '../api/photos';
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
  const dragged = useRef<number>(undefined);
  const root = useFocusAfterDeleting(photos.length);
  const [cropped, setCropped] = useState<string>();
  const offer = useOfferedCrop(photos, root, setCropped);
  const { uploads, add, dismiss } = useUploads(limit - photos.length, offer);
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
              isCropped={photo.id === cropped}
              onCrop={(is) => setCropped(is ? photo.id : undefined)}
              onMove={(to) => move(index, to)}
              onDrag={() => (dragged.current = index)}
              onDrop={() => drop(index)}
            />
          ))}
          {uploads.map((upload) => (
            <UploadTile
              key={upload.id}
              upload={upload}
              onDismiss={() => {
                dismiss(upload);
                root.current?.focus();
              }}
            />
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

/**
 * A photo that was just sent is cropped as soon as it is ready, unless the member has gone on to something else by then.
 * Returns what offers one.
 */
function useOfferedCrop(photos: readonly OwnPhoto[], root: RefObject<HTMLElement | null>, crop: (id: string) => void) {
  const [offered, setOffered] = useState<string>();
  const isReady = photos.some(({ id, full }) => id === offered && full);
  useEffect(() => {
    if (!isReady || !offered) return;
    const focused = document.activeElement as HTMLElement | null;
    // A title that has the focus, or the page itself, is nothing that one does.
    if (!focused || focused.tabIndex < 0 || root.current?.contains(focused)) crop(offered);
  }, [isReady, offered, root, crop]);
  return setOffered;
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
