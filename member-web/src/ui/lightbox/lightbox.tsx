import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../icon-button/icon-button';
import { useEscape } from '../modal/use-escape';
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
  /** Beside the way out, such as a way to report the picture. */
  action?: ReactNode;
}

/** Pixels that a finger moves sideways before the picture turns. */
const SWIPE = 48;

/** Pictures in full, one at a time, over the page; arrow keys and swipes turn them. Load it lazily: it is heavy. */
export function Lightbox({ label, pictures, index, onMove, onClose, mark, overlay, action }: LightboxProps) {
  const { t } = useTranslation();
  const dialog = useEscape(onClose);
  const picture = pictures[index];
  const total = pictures.length;
  const turn = (step: number) => onMove((index + step + total) % total);
  const start = useRef<{ x: number; y: number } | null>(null);
  const swipe = ({ clientX, clientY }: PointerEvent) => {
    if (!start.current || total < 2) return;
    const [across, along] = [clientX - start.current.x, clientY - start.current.y];
    start.current = null;
    if (Math.abs(across) > SWIPE && Math.abs(across) > Math.abs(along)) turn(across < 0 ? 1 : -1);
  };
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
        <Dialog ref={dialog} aria-label={label} className={`on-deep ${styles.dialog}`}>
          <div className={styles.stage}>
            <div className={styles.top}>
              <p role="status">{t('lightbox.position', { number: index + 1, total })}</p>
              {mark}
              <span className={styles.ways}>
                {action}
                <IconButton icon={X} label={t('close')} onPress={onClose} look="raised" />
              </span>
            </div>
            <div
              className={styles.picture}
              onPointerDown={({ clientX: x, clientY: y }) => {
                start.current = { x, y };
              }}
              onPointerUp={swipe}
              onPointerCancel={() => {
                start.current = null;
              }}
            >
              {picture && <img key={picture.id} src={picture.src} alt={picture.alt} draggable={false} />}
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
