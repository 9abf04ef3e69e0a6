import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './skeleton.module.css';

const SHOW_AFTER_MS = 200;

interface SkeletonProps {
  shape: 'card' | 'line' | 'block';
  count?: number;
}

/** Still grey shapes that keep the place of what is loading; they show when loading takes longer than 200 ms. */
export function Skeleton({ shape, count = 1 }: SkeletonProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role={shown ? 'status' : undefined} className={shape === 'card' ? 'grid-people' : 'stack'} data-loading>
      {Array.from({ length: count }, (_, index) => (
        // A person's picture has a name and a town below.
        <div key={index}>
          {(shape === 'card' ? (['card', 'name', 'place'] as const) : [shape]).map((part) => (
            <div key={part} className={styles.skeleton} data-shape={part} data-shown={shown || undefined} />
          ))}
        </div>
      ))}
      {/* Last, because before the shapes it would push them down. */}
      {shown && <span className="visually-hidden">{t('loading')}</span>}
    </div>
  );
}
