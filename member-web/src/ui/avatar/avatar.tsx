import { UserRound } from 'lucide-react';
import { useLoadable } from '@/lib/use-loadable';
import { Icon } from '../icon/icon';
import styles from './avatar.module.css';

interface AvatarProps {
  /** Address of the thumbnail; null shows a plain figure. */
  src: string | null;
  size?: 'small' | 'medium' | 'large';
  fictional?: boolean;
}

/** A round portrait beside a name; decorative, because the name stands next to it. */
export function Avatar({ src: address, size = 'medium', fictional }: AvatarProps) {
  const { src, onError } = useLoadable(address);
  return (
    <span className={styles.avatar} data-size={size} data-fictional={fictional || undefined}>
      {src ? <img src={src} alt="" loading="lazy" onError={onError} /> : <Icon of={UserRound} />}
    </span>
  );
}
