import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';
import { useActiveDiscount } from '../hooks/use-active-discount';
import { clockTime } from '../model/countdown';
import styles from './band.module.css';

const DAY = 86_400;

/** The discount above the page: a clock that runs, and when it ends; beside the bundles it needs no link (spec 2.52). */
export default function Band({ hasLink }: { hasLink: boolean }) {
  const { t } = useTranslation('time-bonus');
  const format = useFormat();
  const active = useActiveDiscount();
  if (!active) return null;
  const { discount, left } = active;
  const { expires, value_percentage: rate } = discount;
  const isSoon = left !== undefined && left < DAY;
  return (
    <section className={styles.band} aria-label={t('label')}>
      <div className={`wrap ${styles.line}`}>
        {isSoon && (
          <span className={styles.clock} role="timer">
            {clockTime(left)}
          </span>
        )}
        <p>
          <b>{t('lead', { percent: format.rate(rate) })}</b>{' '}
          {expires &&
            (isSoon ? t('endsAt', { time: format.time(expires) }) : t('endsOn', { date: format.date(expires) }))}{' '}
          {!hasLink && t('noHurry')}
        </p>
        {hasLink && <ButtonLink to={paths.credits.to()}>{t('bundles')}</ButtonLink>}
      </div>
    </section>
  );
}
