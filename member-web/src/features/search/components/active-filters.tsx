import { SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { currentLanguage } from '@/i18n';
import { useFormat } from '@/i18n/format';
import { kilometres } from '@/shared/units/units';
import { isolated } from '@/lib/isolated';
import { useReference, useRegions } from '@/shared/reference/reference';
import { ChipButton, ChipRemove, Chips } from '@/ui/chips/chips';
import { useAgeText, useGenderText } from '../hooks/use-filter-texts';
import { ageFilter, ageRange, NO_PLACE, OLDEST, type Filters, type Switch } from '../model/filters';
import styles from './active-filters.module.css';

interface ActiveFiltersProps {
  filters: Filters;
  onChange: (change: Filters) => void;
  onOpen: () => void;
}

/** On a small screen: the button that opens the filters, and each filter in force with its way out. */
export function ActiveFilters({ filters, onChange, onOpen }: ActiveFiltersProps) {
  const { t } = useTranslation('members');
  const active = useActive(filters);
  return (
    <div className={`only-phone ${styles.chips}`}>
      <Chips label={t('filters.title')}>
        <ChipButton icon={SlidersHorizontal} onPress={onOpen}>
          {t('filters.title')}
        </ChipButton>
        {active.map(({ text, without }) => (
          <ChipRemove key={text} onRemove={() => onChange(without)}>
            {text}
          </ChipRemove>
        ))}
      </Chips>
    </div>
  );
}

interface Active {
  text: string;
  /** The change that takes the filter away. */
  without: Filters;
}

/** What the text of another filter says. */
type PartOfAnother = 'max_age' | 'place_id' | 'near';

function useActive(filters: Filters): Active[] {
  const { t } = useTranslation('members');
  const format = useFormat();
  const ageText = useAgeText();
  const genderText = useGenderText();
  const { min_age: minAge, fictional_plural: fictional } = useSettings();
  const region = useRegions(filters.country).regions?.regions.find(({ code }) => code === filters.region);
  const interests = useReference()?.interests ?? [];
  const { gender = [], interest = [], near: town, radius_km: km } = filters;
  const ages = ageRange(filters, minAge);
  const distance = km ? kilometres(currentLanguage(), km) : '';
  const around = town ? t('filters.nearTown', { town, distance }) : t('filters.nearYou', { distance });
  const hasAges = ages[0] > minAge || ages[1] < OLDEST;
  const switchIn = (name: Switch) =>
    filters[name] ? [{ text: t(`filters.${name}`), without: { [name]: false } }] : [];
  const active: Record<Exclude<keyof Filters, PartOfAnother | 'sort'>, readonly Active[]> = {
    gender: gender.length > 0 ? [{ text: format.list(gender.map(genderText)), without: { gender: [] } }] : [],
    min_age: hasAges ? [{ text: ageText(ages), without: ageFilter(minAge, OLDEST) }] : [],
    country: filters.country ? [{ text: format.country(filters.country), without: { country: '' } }] : [],
    region: region ? [{ text: region.name, without: { region: undefined } }] : [],
    radius_km: km ? [{ text: around, without: NO_PLACE }] : [],
    online: switchIn('online'),
    with_photo: switchIn('with_photo'),
    new: switchIn('new'),
    fictional: filters.fictional ? [{ text: fictional, without: { fictional: false } }] : [],
    interest: interests
      .filter(({ key }) => interest.includes(key))
      .map(({ key, name }) => ({ text: name, without: { interest: interest.filter((one) => one !== key) } })),
    text: filters.text ? [{ text: `“${isolated(filters.text)}”`, without: { text: undefined } }] : [],
  };
  return Object.values(active).flat();
}
