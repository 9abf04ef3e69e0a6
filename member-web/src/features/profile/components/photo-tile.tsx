import { ArrowLeft, ArrowRight, CircleCheck, Clock3, Crop, ImageOff, LoaderCircle, Star, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/announcer';
import { IconButton } from '@/ui/icon-button/icon-button';
import { Icon } from '@/ui/icon/icon';
import { Label } from '@/ui/label/label';
import type { OwnPhoto } from '../api/photos';
import styles from './photo-fields.module.css';

const CropDialog = lazy(() => import('./crop-dialog'));
const DeletePhotoDialog = lazy(() => import('./delete-photo-dialog'));

const ICONS = { processing: LoaderCircle, pending: Clock3, active: CircleCheck, refused: ImageOff, deleted: ImageOff };

interface PhotoTileProps {
  photo: OwnPhoto;
  /** Zero-based place in the order. */
  index: number;
  total: number;
  /** Whether the member is asked what its small pictures show. */
  isCropped: boolean;
  onCrop: (is: boolean) => void;
  onMove: (to: number) => void;
  onDrag: () => void;
  onDrop: () => void;
}

/** One photo with its state; it moves by buttons, by keys on them, or by dragging. */
export function PhotoTile({ photo, index, total, isCropped, onCrop, onMove, onDrag, onDrop }: PhotoTileProps) {
  const { t } = useTranslation('profile');
  const [asks, setAsks] = useState(false);
  const number = index + 1;
  const tile = useRef<HTMLDivElement>(null);
  const alt = t('photos.alt', { number, total });
  // Until it is ready there is nothing to cut, and nobody is shown what was refused.
  const { full } = photo;
  const canCrop = full !== null && photo.status !== 'refused';
  const move = (to: number) => {
    onMove(to);
    // The button may be gone at the new place; the photo keeps the focus.
    tile.current?.focus();
    announce(t('photos.moved', { number: to + 1, total }));
  };
  return (
    <li>
      <div
        ref={tile}
        tabIndex={-1}
        className={styles.tile}
        draggable
        onDragStart={onDrag}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        <span className={styles.picture}>
          {photo.card ? <img src={photo.card} alt={alt} draggable={false} /> : <Icon of={ICONS[photo.status]} />}
        </span>
        <div className={styles.words}>
          <State photo={photo} />
          <div className={styles.buttons}>
            {index > 0 && <IconButton icon={Star} label={t('photos.first', { number })} onPress={() => move(0)} />}
            {index > 0 && (
              <IconButton icon={ArrowLeft} label={t('photos.earlier', { number })} onPress={() => move(index - 1)} />
            )}
            {number < total && (
              <IconButton icon={ArrowRight} label={t('photos.later', { number })} onPress={() => move(index + 1)} />
            )}
            {canCrop && (
              <IconButton icon={Crop} label={t('photos.crop.open', { number })} onPress={() => onCrop(true)} />
            )}
            <IconButton icon={Trash2} label={t('photos.delete', { number })} onPress={() => setAsks(true)} />
          </div>
        </div>
      </div>
      {isCropped && canCrop && (
        <Suspense>
          <CropDialog photo={{ ...photo, full }} alt={alt} onClose={() => onCrop(false)} />
        </Suspense>
      )}
      {asks && (
        <Suspense>
          <DeletePhotoDialog id={photo.id} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </li>
  );
}

/** Who sees the photo at this moment, and why not everybody. */
function State({ photo }: { photo: OwnPhoto }) {
  const { t } = useTranslation('profile');
  const { status, is_main: isMain, reason_text: reason } = photo;
  return (
    <div>
      {isMain && (
        <Label tone="tint" icon={Star}>
          {t('photos.main')}
        </Label>
      )}
      <p className={styles.state} data-status={status}>
        <Icon of={ICONS[status]} />
        {t(`photos.status.${status}`)}
      </p>
      {photo.is_being_cut && <p className="small">{t('photos.crop.waiting')}</p>}
      {reason && <p className="small">{reason}</p>}
    </div>
  );
}
