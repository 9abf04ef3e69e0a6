import { useEffect, useState } from 'react';
import styles from './progress-bar.module.css';

/** Waits shorter than this, in milliseconds, show no bar (spec 9.10). */
const THROTTLE_MS = 200;

/** A thin bar at the top of the page while the next page loads; it takes 5000 ms to fill (spec 9.10). */
export function ProgressBar({ isLoading }: { isLoading: boolean }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setShown(true), THROTTLE_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isLoading]);
  return shown ? <div className={styles.bar} aria-hidden /> : null;
}
