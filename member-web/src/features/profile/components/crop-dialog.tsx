import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '@/api/problem-text';
import { useFormat } from '@/i18n/format';
import { announce } from '@/lib/announcer';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { IconButton } from '@/ui/icon-button/icon-button';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { Slider } from '@/ui/slider/slider';
import { useCropPhoto, type OwnPhoto } from '../api/photos';
import { mostZoom, moved, STEPS, wholeCrop, zoomed, zoomOf, type Crop, type Point, type Size } from '../model/crop';
import { CropFrame } from './crop-frame';
import styles from './crop.module.css';

/** How much a key zooms. */
const ZOOM_KEYS: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 };

const WAYS = [
  ['left', ArrowLeft],
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['right', ArrowRight],
] as const;

interface CropDialogProps {
  photo: OwnPhoto & { full: string };
  alt: string;
  onClose: () => void;
}

/** Asks what the small pictures of a photo show; the photo itself stays whole. */
export default function CropDialog({ photo, alt, onClose }: CropDialogProps) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const { mutate, isPending, error } = useCropPhoto();
  const [size, setSize] = useState<Size>();
  const [chosen, setChosen] = useState<Crop>();
  const [isBroken, setBroken] = useState(false);
  const crop = size && (chosen ?? photo.crop ?? wholeCrop(size));

  /** For keys and buttons: whoever does not see the frame hears where it is. */
  const change = (next: Crop) => {
    setChosen(next);
    announce(t('photos.crop.place', { across: format.percent(next.x), down: format.percent(next.y) }));
  };
  const step = (by: Point) => crop && change(moved(crop, by, size));
  const press = ({ key }: KeyboardEvent) => {
    const by = ZOOM_KEYS[key];
    if (!by || !crop) return;
    const next = zoomed(crop, zoomOf(crop, size) * by, size);
    setChosen(next);
    announce(`${t('photos.crop.zoom')}: ${format.percent(zoomOf(next, size))}`);
  };
  const finish = () => {
    announce(t('photos.crop.saved'));
    onClose();
  };
  const save = () => crop && mutate({ id: photo.id, crop }, { onSuccess: finish });
  return (
    <Modal title={t('photos.crop.title')} isOpen onClose={onClose}>
      <p>{t('photos.crop.help')}</p>
      {isBroken ? (
        <Alert lead={t('photos.crop.broken')} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div className="stack" onKeyDown={press}>
          <CropFrame
            src={photo.full}
            alt={alt}
            size={size}
            crop={crop}
            onLoad={setSize}
            onFail={() => setBroken(true)}
            onChange={setChosen}
            onStep={step}
          />
          {crop && (
            <>
              <Ways onStep={step} />
              {mostZoom(size) > 1 ? (
                <Slider
                  label={t('photos.crop.zoom')}
                  value={zoomOf(crop, size)}
                  min={1}
                  max={mostZoom(size)}
                  step={0.01}
                  format={{ style: 'percent' }}
                  onChange={(zoom) => setChosen(zoomed(crop, zoom, size))}
                />
              ) : (
                <p className="muted">{t('photos.crop.small')}</p>
              )}
            </>
          )}
        </div>
      )}
      {error && <Alert tone="danger" lead={problemText(error)} live />}
      <ModalAnswers>
        <Button variant="primary" size="large" wide isPending={isPending} isDisabled={!crop} onPress={save}>
          {t('photos.crop.save')}
        </Button>
        <Button size="large" wide isDisabled={!crop} onPress={() => size && change(wholeCrop(size))}>
          {t('photos.crop.whole')}
        </Button>
      </ModalAnswers>
    </Modal>
  );
}

/** What dragging does, by presses. */
function Ways({ onStep }: { onStep: (by: Point) => void }) {
  const { t } = useTranslation('profile');
  return (
    <div className={styles.ways}>
      {WAYS.map(([way, icon]) => (
        <IconButton
          key={way}
          look="line"
          icon={icon}
          label={t(`photos.crop.${way}`)}
          onPress={() => onStep(STEPS[way])}
        />
      ))}
    </div>
  );
}
