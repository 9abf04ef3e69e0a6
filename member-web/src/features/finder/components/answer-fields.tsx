import { lazy, Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember, useSettings } from '@/api/session';
import { currentLanguage } from '@/i18n';
import { useFormat } from '@/i18n/format';
import { kilometres } from '@/shared/units/units';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { RadioGroup } from '@/ui/radio-group/radio-group';
import { RangeSlider } from '@/ui/range-slider/range-slider';
import { Skeleton } from '@/ui/skeleton/skeleton';
import type { Answer, Answers, Question } from '../api/finder';
import { ageAnswer, AIMS, GENDERS, MATTERS, MAX_MATTERS, OLDEST, picked, RADII, WAYS } from '../model/questions';
import styles from './answer-fields.module.css';

const InterestFields = lazy(() => import('./interest-fields'));

export interface FieldsProps {
  answer: Answer;
  answers: Answers;
  onChange: (change: Omit<Answer, 'question'>) => void;
}

/** The fields of the question in hand. */
export function AnswerFields(props: FieldsProps) {
  const Fields = FIELDS[props.answer.question];
  return (
    <Suspense fallback={<Skeleton shape="block" count={3} />}>
      <Fields {...props} />
    </Suspense>
  );
}

function Who({ answer, onChange }: FieldsProps) {
  const chosen = answer.seeking_genders ?? [];
  const { t } = useTranslation('match-finder');
  return (
    <div role="group" className={styles.choices} aria-label={t('who.title')}>
      {GENDERS.map((gender) => (
        <Checkbox
          key={gender}
          boxed
          isSelected={chosen.includes(gender)}
          onChange={(isIn) => onChange({ seeking_genders: picked(GENDERS, chosen, gender, isIn) })}
        >
          {t(`who.${gender}`)}
        </Checkbox>
      ))}
    </div>
  );
}

function Ages({ answer, onChange }: FieldsProps) {
  const { t } = useTranslation('match-finder');
  const { min_age: minAge } = useSettings();
  const [from, to] = [answer.seeking_min_age ?? minAge, answer.seeking_max_age ?? OLDEST];
  return (
    <RangeSlider
      label={t(to >= OLDEST ? 'ages.open' : 'ages.span', { from, to })}
      thumbLabels={[t('ages.from'), t('ages.to')]}
      value={[from, Math.min(to, OLDEST)]}
      min={minAge}
      max={OLDEST}
      onChange={(ages) => onChange(ageAnswer(ages, minAge))}
    />
  );
}

const ANYWHERE = 'anywhere';

function Distance({ answer: { radius_km: radius }, onChange }: FieldsProps) {
  const { t } = useTranslation('match-finder');
  const { country } = useFormat();
  const { profile } = useMember();
  const everywhere = profile.country
    ? t('distance.country', { country: country(profile.country) })
    : t('distance.anywhere');
  return (
    <RadioGroup
      label={t('distance.title')}
      hideLabel
      boxed
      value={radius ? String(radius) : ANYWHERE}
      onChange={(value) => onChange({ radius_km: RADII.find((one) => String(one) === value) ?? null })}
      choices={[
        ...RADII.map((km) => ({
          value: String(km),
          text: t('distance.upTo', { distance: kilometres(currentLanguage(), km) }),
        })),
        { value: ANYWHERE, text: everywhere },
      ]}
    />
  );
}

function AimFields({ answer: { aim }, onChange }: FieldsProps) {
  const { t } = useTranslation('match-finder');
  return (
    <RadioGroup
      label={t('aim.title')}
      hideLabel
      boxed
      value={aim ?? ''}
      onChange={(value) => onChange({ aim: AIMS.find((one) => one === value) ?? null })}
      choices={AIMS.map((one) => ({ value: one, text: t(`aim.${one}`), help: t(`aim.${one}Help`) }))}
    />
  );
}

function WayFields({ answer, onChange }: FieldsProps) {
  const chosen = answer.ways ?? [];
  const { t } = useTranslation('match-finder');
  return (
    <div role="group" className={styles.choices} aria-label={t('ways.title')}>
      {WAYS.map((way) => (
        <Checkbox
          key={way}
          boxed
          isSelected={chosen.includes(way)}
          onChange={(isIn) => onChange({ ways: picked(WAYS, chosen, way, isIn) })}
        >
          {t(`ways.${way}`)}
        </Checkbox>
      ))}
    </div>
  );
}

function Matters({ answer, onChange }: FieldsProps) {
  const chosen = answer.matters ?? [];
  const { t } = useTranslation('match-finder');
  return (
    <div role="group" className={styles.choices} aria-label={t('matters.title')}>
      {MATTERS.map((matter) => (
        <Checkbox
          key={matter}
          boxed
          isSelected={chosen.includes(matter)}
          isDisabled={!chosen.includes(matter) && chosen.length >= MAX_MATTERS}
          onChange={(isIn) => onChange({ matters: picked(MATTERS, chosen, matter, isIn) })}
        >
          {t(`matters.${matter}`)}
        </Checkbox>
      ))}
    </div>
  );
}

const FIELDS: Record<Question, ComponentType<FieldsProps>> = {
  who: Who,
  ages: Ages,
  distance: Distance,
  aim: AimFields,
  interests: InterestFields,
  ways: WayFields,
  matters: Matters,
};
