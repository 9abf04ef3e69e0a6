import { Drama, Images, Lock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import { paths } from '@/lib/paths';
import { askToJoin } from '@/shared/visitor/signup-call';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { Label } from '@/ui/label/label';
import { Link } from '@/ui/link/link';
import type { MemberProfile, Photo } from '../api/member';
import styles from './gallery.module.css';

const Lightbox = lazy(() => import('./photo-lightbox'));

interface GalleryProps {
  profile: MemberProfile;
  onReport: ((photo: Photo) => void) | undefined;
}

/** The photos: one large, the others beneath it, all of them in a viewer over the page. */
export function Gallery({ profile, onReport }: GalleryProps) {
  const { t } = useTranslation('member-profile');
  const { name, photos, fictional_label: fictional } = profile;
  const [shown, setShown] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const photo = photos[shown] ?? photos[0];
  const total = photos.length;
  // One dialog at a time: the viewer makes room for the report, which gives the focus back to the page.
  const report = (which: Photo) => {
    setOpen(false);
    onReport?.(which);
  };
  return (
    <div className={styles.gallery} data-fictional={fictional ? true : undefined}>
      <div className={styles.main}>
        {photo ? (
          <button
            type="button"
            className={styles.open}
            aria-label={t('photos.open', { name, number: shown + 1, total })}
            onClick={() => setOpen(true)}
          >
            <img src={photo.full} alt="" fetchPriority="high" />
            <span className={styles.count}>
              <Label icon={Images}>{t('photos.count', { number: shown + 1, total })}</Label>
            </span>
          </button>
        ) : (
          <span className={styles.nobody} aria-hidden />
        )}
        {fictional && (
          <span className={styles.tag}>
            <Label icon={Drama} tone="fiction">
              {fictional}
            </Label>
          </span>
        )}
      </div>
      {total > 1 && (
        <ul className={styles.thumbs}>
          {photos.map(({ id, thumb, is_locked: isLocked }, index) => (
            <li key={id}>
              <button
                type="button"
                aria-label={t(isLocked ? 'photos.pickLocked' : 'photos.pick', { number: index + 1, total })}
                aria-current={index === shown}
                onClick={() => setShown(index)}
              >
                <img src={thumb} alt="" loading="lazy" />
                {isLocked && (
                  <span className={styles.lock}>
                    <Icon of={Lock} />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <LockedNote profile={profile} />
      {isOpen && (
        <Suspense>
          <Lightbox
            profile={profile}
            index={shown}
            onMove={setShown}
            onReport={onReport && report}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** How the blurred photos open (spec 6.4); a visitor is asked to join first (spec 6.3). */
function LockedNote({ profile: { id, name, locked_count: count } }: { profile: MemberProfile }) {
  const { t } = useTranslation('member-profile');
  const user = useUser();
  if (count === 0) return null;
  return (
    <p className={`meta ${styles.note}`}>
      <Icon of={Lock} />
      {user ? (
        <Link to={paths.premium.to()}>{t('photos.locked', { count })}</Link>
      ) : (
        <Button variant="quiet" onPress={() => askToJoin({ wish: 'photos', person: { id, name } })}>
          {t('photos.lockedVisitor', { count })}
        </Button>
      )}
    </p>
  );
}
