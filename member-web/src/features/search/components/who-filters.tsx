import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { RadioGroup } from '@/ui/radio-group/radio-group';
import { RangeSlider, type Range } from '@/ui/range-slider/range-slider';
import { useFollowing } from '../hooks/use-following';
import { ageFilter, ageRange, OLDEST } from '../model/filters';
import { useAgeText, useGenderText } from '../hooks/use-filter-texts';
import type { FilterProps } from './filter-panel';

const GENDERS = ['man', 'woman', 'nonbinary'] as const;

/** Whom to show; somebody whose profile wishes for two genders finds both as one more choice. */
export function GenderFilter({ filters, facets, onChange }: FilterProps) {
  const { t } = useTranslation('members');
  const genderText = useGenderText();
  const format = useFormat();
  const chosen = filters.gender ?? [];
  const isMix = chosen.length === 2;
  const count = (gender: string) => facets?.counts.gender[gender];
  return (
    <RadioGroup
      label={t('filters.showMe')}
      value={chosen.length > 2 ? '' : chosen.join()}
      onChange={(value) => onChange({ gender: value === '' ? [] : value.split(',') })}
      choices={[
        ...(isMix ? [{ value: chosen.join(), text: format.list(chosen.map(genderText)) }] : []),
        ...GENDERS.map((gender) => ({
          value: gender,
          text: (
            <>
              {genderText(gender)}
              {count(gender) !== undefined && <span className="meta num"> ({count(gender)})</span>}
            </>
          ),
        })),
        { value: '', text: t('filters.everyone') },
      ]}
    />
  );
}

/** From which age to which; it searches when the thumb is let go. */
export function AgeFilter({ filters, onChange }: FilterProps) {
  const { t } = useTranslation('members');
  const { min_age: minAge } = useSettings();
  const ageText = useAgeText();
  const [from, to] = ageRange(filters, minAge);
  const [low, setLow] = useFollowing(from);
  const [high, setHigh] = useFollowing(to);
  const move = ([nextLow, nextHigh]: Range) => {
    setLow(nextLow);
    setHigh(nextHigh);
  };
  return (
    <RangeSlider
      label={t('filters.age', { ages: ageText([low, high]) })}
      thumbLabels={[t('filters.fromAge'), t('filters.toAge')]}
      value={[low, high]}
      min={minAge}
      max={OLDEST}
      onChange={move}
      onChangeEnd={(ages) => onChange(ageFilter(...ages))}
    />
  );
}
