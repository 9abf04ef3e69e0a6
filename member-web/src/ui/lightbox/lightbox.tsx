import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../icon-button/icon-button';
import styles from './lightbox.module.css';

interface LightboxProps {
  /** Accessible name of the viewer, such as "Photos of Henk". */
  label: string;
  pictures: readonly { id: string; src: string; alt: string }[];
  /** Zero-based position of the picture that shows. */
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
  /** Beside the position, such as the mark of a fictional profile. */
  mark?: ReactNode;
  /** Over the picture, such as why it is blurred. */
  overlay?: ReactNode;
}

/** Pictures in full, one at a time, over the page; arrow keys turn them. Load it lazily: it is heavy. */
export function Lightbox({ label, pictures, index, onMove, onClose, mark, overlay }: LightboxProps) {
  const { t } = useTranslation();
  const picture = pictures[index];
  const total = pictures.length;
  const turn = (step: number) => onMove((index + step + total) % total);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') turn(-1);
      if (key === 'ArrowRight') turn(1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  return (
    <ModalOverlay className={styles.scrim ?? ''} isOpen onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={label} className={`on-deep ${styles.dialog}`}>
          <div className={styles.stage}>
            <div className={styles.top}>
              <p role="status">{t('lightbox.position', { number: index + 1, total })}</p>
              {mark}
              <IconButton icon={X} label={t('close')} onPress={onClose} look="raised" />
            </div>
            <div className={styles.picture}>
              {picture && <img key={picture.id} src={picture.src} alt={picture.alt} />}
              {overlay && <div className={styles.overlay}>{overlay}</div>}
            </div>
            {total > 1 && (
              <div className={styles.turn}>
                <IconButton icon={ChevronLeft} label={t('lightbox.previous')} look="raised" onPress={() => turn(-1)} />
                <IconButton icon={ChevronRight} label={t('lightbox.next')} look="raised" onPress={() => turn(1)} />
              </div>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
