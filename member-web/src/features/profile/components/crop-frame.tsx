import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { centred, heightOf, moved, STEPS, type Crop, type Point, type Size } from '../model/crop';
import styles from './crop.module.css';

const KEYS: Record<string, Point> = {
  ArrowLeft: STEPS.left,
  ArrowRight: STEPS.right,
  ArrowUp: STEPS.up,
  ArrowDown: STEPS.down,
};

interface CropFrameProps {
  src: string;
  alt: string;
  /** Unknown until the picture is there. */
  size: Size | undefined;
  crop: Crop | undefined;
  onLoad: (size: Size) => void;
  onFail: () => void;
  /** The pointer put the frame somewhere. */
  onChange: (crop: Crop) => void;
  /** A key moves the frame by a step. */
  onStep: (by: Point) => void;
}

/** A picture with the frame over it, which is dragged, moved by arrow keys, or set where somebody taps. */
export function CropFrame({ src, alt, size, crop, onLoad, onFail, onChange, onStep }: CropFrameProps) {
  const { t } = useTranslation('profile');
  const grip = useRef<{ at: Point; crop: Crop }>(undefined);
  const grab = (event: PointerEvent) => {
    if (event.target instanceof HTMLImageElement) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = crop && { at: place(event), crop };
  };
  const drag = (event: PointerEvent) => {
    if (!grip.current || !size) return;
    const { at, crop: start } = grip.current;
    const now = place(event);
    onChange(moved(start, { x: now.x - at.x, y: now.y - at.y }, size));
  };
  const drop = () => (grip.current = undefined);
  const press = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (!by) return;
    // The dialog does not scroll.
    event.preventDefault();
    onStep(by);
  };
  return (
    // The frame's own keys and the buttons below do what a tap does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={styles.stage}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onClick={(event) => {
        if (crop && size && event.target instanceof HTMLImageElement) onChange(centred(crop, place(event), size));
      }}
    >
      <img
        src={src}
        alt={alt}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onLoad({ width, height })}
        onError={onFail}
      />
      {crop && size && (
        // What has keys of its own is an application, and takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t('photos.crop.frame')}
          className={styles.frame}
          style={{
            left: `${crop.x * 100}%`,
            top: `${crop.y * 100}%`,
            width: `${crop.width * 100}%`,
            height: `${heightOf(crop, size) * 100}%`,
          }}
          onKeyDown={press}
        />
      )}
    </div>
  );
}

/** Where the pointer is over the stage, in parts of the picture. */
function place({ currentTarget, clientX, clientY }: MouseEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}
