import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { RangeSlider } from '@/ui/range-slider/range-slider';
import type { ProfileForm } from '../hooks/use-profile-form';
import { ageWish, OLDEST } from '../model/age-wish';
import styles from './fields.module.css';

const GENDERS = ['woman', 'man', 'nonbinary'] as const;
type Gender = (typeof GENDERS)[number];

/** Whom the member would like to meet; people whose wishes leave the member out are not shown either. */
export function WishFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const { min_age: minAge } = useSettings();
  const { values, errors, change } = form;
  const isSought = (gender: Gender) => values.seeking_genders.includes(gender);
  const toggle = (gender: Gender, isWanted: boolean) =>
    change({ seeking_genders: GENDERS.filter((one) => (one === gender ? isWanted : isSought(one))) });
  const [from, to] = [values.seeking_min_age ?? minAge, values.seeking_max_age ?? OLDEST];
  return (
    <div className={styles.fields}>
      <div id="seeking_genders" role="group" aria-labelledby="seeking-legend">
        <p id="seeking-legend" className={styles.legend}>
          {t('wishes.genders')}
        </p>
        {GENDERS.map((gender) => (
          <Checkbox
            key={gender}
            isSelected={isSought(gender)}
            onChange={(isWanted) => toggle(gender, isWanted)}
            error={gender === 'nonbinary' ? errors.seeking_genders : undefined}
          >
            {t(`wishes.gender.${gender}`)}
          </Checkbox>
        ))}
      </div>
      <RangeSlider
        label={t(to >= OLDEST ? 'wishes.agesOpen' : 'wishes.ages', { from, to })}
        thumbLabels={[t('wishes.fromAge'), t('wishes.toAge')]}
        value={[from, to]}
        min={minAge}
        max={OLDEST}
        onChange={(ages) => change(ageWish(ages, minAge))}
      />
    </div>
  );
}

/** Leaves fictional profiles out of the member's search, on a site that has them. */
export function FictionalWish({ form: { values, change } }: { form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const { fictional_enabled: isEnabled, fictional_plural: label } = useSettings();
  if (!isEnabled) return null;
  return (
    <Checkbox
      isSelected={values.hide_fictional}
      onChange={(isHidden) => change({ hide_fictional: isHidden })}
      help={t('wishes.hideFictionalHelp')}
    >
      {t('wishes.hideFictional', { label })}
    </Checkbox>
  );
}
