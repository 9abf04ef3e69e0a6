import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { TextArea } from '@/ui/text-area/text-area';
import { TextField } from '@/ui/text-field/text-field';
import type { ProfileForm } from '../hooks/use-profile-form';
import { InterestPicker } from './interest-picker';
import { PrivateFields } from './private-fields';
import styles from './fields.module.css';

const LONGEST_HEADLINE = 120;
const LONGEST_ABOUT = 2000;

/** The member's own words, interests, and what needs a consent. */
export function AboutFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const { visible_profile_fields: shown } = useSettings();
  const { values, errors, change } = form;
  return (
    <div className={styles.fields}>
      <TextField
        id="headline"
        label={t('about.headline')}
        help={t('about.headlineHelp')}
        maxLength={LONGEST_HEADLINE}
        value={values.headline}
        onChange={(headline) => change({ headline })}
        error={errors.headline}
      />
      <TextArea
        id="about"
        label={t('about.words')}
        help={t('about.wordsHelp')}
        maxLength={LONGEST_ABOUT}
        rows={6}
        value={values.about}
        onChange={(about) => change({ about })}
        error={errors.about}
      />
      {shown.includes('interests') && (
        <div id="interests">
          <p className={styles.legend}>{t('interests.title')}</p>
          <p className="small muted">{t('interests.help')}</p>
          <InterestPicker form={form} label={t('interests.title')} intimate={false} />
        </div>
      )}
      {['sexuality', 'interests'].some((field) => shown.includes(field)) && <PrivateFields form={form} />}
    </div>
  );
}
