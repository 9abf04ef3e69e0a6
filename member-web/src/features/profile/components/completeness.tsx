import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { Panel } from '@/ui/panel/panel';
import type { OwnProfile } from '../api/profile';
import { missingParts, type Part } from '../model/missing';
import styles from './completeness.module.css';

const PLACES: Record<Part, string> = {
  photo: 'photos',
  location: 'country',
  gender: 'gender',
  seeking: 'seeking_genders',
  headline: 'headline',
  about: 'about',
  interests: 'interests',
  facts: 'basics-section',
};

/** How whole the profile is, and what would help most next. */
export function Completeness({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const { visible_profile_fields: shown } = useSettings();
  const missing = missingParts(profile, shown);
  const text = t('complete.title', { percent: format.percent(profile.completeness / 100) });
  return (
    <Panel flat aria-labelledby="completeness-title">
      <h2 id="completeness-title" className={styles.title}>
        {text}
      </h2>
      <progress className={styles.bar} value={profile.completeness} max={100} aria-labelledby="completeness-title" />
      {missing.length > 0 ? (
        <>
          <p className="small">{t('complete.help')}</p>
          <ul className={styles.missing}>
            {missing.map((part) => (
              <li key={part}>
                <a href={`#${PLACES[part]}`}>{t(`complete.part.${part}`)}</a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="small">{t('complete.done')}</p>
      )}
    </Panel>
  );
}
