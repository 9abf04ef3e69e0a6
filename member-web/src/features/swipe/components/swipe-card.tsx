import { ChevronDown, ChevronUp, Drama, Heart, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoadable } from '@/lib/use-loadable';
import { Icon } from '@/ui/icon/icon';
import { IconButton } from '@/ui/icon-button/icon-button';
import { Label } from '@/ui/label/label';
import styles from './swipe-card.module.css';

interface SwipeCardProps {
  picture: string | null;
  /** Said of the picture; drawn examples say that they are drawings. */
  alt: string;
  /** The line under the name. */
  meta: string;
  /** The mark on the picture; `fictional` goes before it. */
  mark?: ReactNode;
  fictional?: string | undefined;
  /** The name with the age, as a link where there is a profile to open. */
  heading: ReactNode;
  details?: { label: string; isOpen: boolean; onToggle: () => void; content: ReactNode } | undefined;
}

/** The face of a card: picture, mark, name with age, one line, and what the person says when it is opened. */
export function SwipeCard({ picture, alt, meta, mark, fictional, heading, details }: SwipeCardProps) {
  const { src, onError } = useLoadable(picture);
  return (
    <>
      <div className={styles.picture}>
        {src ? (
          <img src={src} alt={alt} draggable={false} onError={onError} />
        ) : (
          <span className={styles.nobody} aria-hidden />
        )}
        <span className={styles.mark}>
          {fictional ? (
            <Label icon={Drama} tone="fiction">
              {fictional}
            </Label>
          ) : (
            mark
          )}
        </span>
        <Verdicts />
      </div>
      <div className={styles.caption}>
        <div className={styles.who}>
          <h2>{heading}</h2>
          <p className="meta">{meta}</p>
        </div>
        {details && (
          <IconButton
            icon={details.isOpen ? ChevronDown : ChevronUp}
            look="line"
            label={details.label}
            aria-expanded={details.isOpen}
            onPress={details.onToggle}
          />
        )}
        {details?.isOpen && <div className={styles.details}>{details.content}</div>}
      </div>
    </>
  );
}

/** What letting go would mean, clearer the farther the card has moved. */
function Verdicts() {
  const { t } = useTranslation('swipe');
  return (
    <span aria-hidden>
      <span className={styles.verdict} data-kind="like">
        <Icon of={Heart} filled />
        {t('like')}
      </span>
      <span className={styles.verdict} data-kind="pass">
        <Icon of={X} />
        {t('pass')}
      </span>
    </span>
  );
}
