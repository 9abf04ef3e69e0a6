import { Heart, Lock, Drama } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLoadable } from '@/lib/use-loadable';
import { isolated } from '@/lib/isolated';
import { IconToggle } from '../icon-button/icon-toggle';
import { Icon } from '../icon/icon';
import { Label } from '../label/label';
import { Link } from '../link/link';
import styles from './person-card.module.css';

export interface PersonCardProps {
  name: string;
  age: number;
  /** The line under the name: a town, or who writes a fictional profile. */
  place: string;
  href: string;
  /** Address of the picture; null shows the arch. A locked picture's file is blurred by the server. */
  picture: string | null;
  /** Words over a locked picture that say how it opens. */
  locked?: string | undefined;
  /** The site's word for a fictional profile; set exactly when the profile is fictional. */
  fictional?: string | undefined;
  isOnline?: boolean;
  isNew?: boolean;
  /** Set for the first of a page, whose pictures come before everything else. */
  isFirst?: boolean;
  /** Left out where liking is not offered, such as for visitors. */
  liked?: boolean;
  onLike?: (liked: boolean) => void;
}

/** As many of a grid as open in a window on a phone, and one row at a desk: those whose `isFirst` is set. */
export const FIRST_PEOPLE = 4;

/** A person in a grid: picture, one mark, heart, name with age, place. The whole card is the name's link. */
export function PersonCard(person: PersonCardProps) {
  const { t } = useTranslation();
  const { name, age, place, href, picture, locked, fictional, isFirst = false, liked = false, onLike } = person;
  const { src, onError } = useLoadable(picture);
  const alt = locked ? t('person.locked') : t('person.portrait', { name });
  return (
    <article className={styles.person} data-fictional={fictional ? true : undefined}>
      <div className={styles.picture}>
        {src ? (
          <img
            src={src}
            alt={alt}
            loading={isFirst ? 'eager' : 'lazy'}
            fetchPriority={isFirst ? 'high' : 'auto'}
            onError={onError}
          />
        ) : (
          <span className={styles.nobody} aria-hidden />
        )}
        {locked && (
          <span className={styles.lock}>
            <span>
              <Icon of={Lock} />
              {locked}
            </span>
          </span>
        )}
        <span className={styles.tag}>
          <Mark {...person} />
        </span>
        {onLike && (
          <span className={styles.corner}>
            <IconToggle
              icon={Heart}
              tone="like"
              look="raised"
              label={t('person.like', { name })}
              isSelected={liked}
              onChange={onLike}
            />
          </span>
        )}
      </div>
      <div className={styles.who}>
        <h3>
          <Link to={href}>
            <bdi>{name}</bdi>,&nbsp;{age}
          </Link>
        </h3>
        <p className="meta">{isolated(place)}</p>
      </div>
    </article>
  );
}

/** One mark at most; that somebody is fictional goes before everything else. */
function Mark({ fictional, isOnline, isNew }: PersonCardProps) {
  const { t } = useTranslation();
  if (fictional)
    return (
      <Label icon={Drama} tone="fiction">
        {fictional}
      </Label>
    );
  if (isOnline) return <Label tone="online">{t('person.online')}</Label>;
  if (isNew) return <Label tone="new">{t('person.new')}</Label>;
  return null;
}
