import { UserRound } from 'lucide-react';
import { Icon } from '@/ui/icon/icon';
import styles from './arch-portrait.module.css';

/** A person in an arch; a plain figure where there is no photo. */
export function ArchPortrait({ src, alt }: { src: string | null | undefined; alt: string }) {
  return (
    <span className={styles.portrait}>
      {src ? (
        <img src={src} alt={alt} />
      ) : (
        <>
          <Icon of={UserRound} />
          <span className="visually-hidden">{alt}</span>
        </>
      )}
    </span>
  );
}
