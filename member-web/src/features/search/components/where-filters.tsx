import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings, useUser } from '@/api/session';
import { currentLanguage } from '@/i18n';
import { useFormat } from '@/i18n/format';
import { kilometres } from '@/shared/units/units';
import { useRegions } from '@/shared/reference/reference';
import { usePlaces } from '@/shared/reference/use-places';
import { FieldPlace } from '@/ui/field/field-place';
import { Select } from '@/ui/select/select';
import { useFollowing } from '../hooks/use-following';
import { NO_PLACE, RADII } from '../model/filters';
import type { FilterProps } from './filter-panel';

const SuggestField = lazy(() => import('@/ui/suggest-field/suggest-field'));

export function CountryFilter({ filters, onChange }: FilterProps) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const { countries } = useSettings();
  return (
    <Select
      label={t('filters.country')}
      value={filters.country ?? ''}
      emptyText={t('filters.allCountries')}
      choices={countries.map((code) => ({ value: code, text: format.country(code) }))}
      onChange={(country) => onChange({ country })}
    />
  );
}

/** The regions of the chosen country, by that country's own word, with how many people live in each. */
export function RegionFilter({ filters, facets, onChange }: FilterProps) {
  const { t } = useTranslation('members');
  const { regions, isLoading } = useRegions(filters.country);
  if (isLoading) return <FieldPlace />;
  if (!regions || regions.regions.length === 0) return null;
  const text = (code: string, name: string) => {
    const count = facets?.counts.region[code];
    return count === undefined ? name : `${name} (${count})`;
  };
  return (
    <Select
      label={regions.word}
      value={filters.region ?? ''}
      emptyText={t('filters.everywhere')}
      choices={regions.regions.map(({ code, name }) => ({ value: code, text: text(code, name) }))}
      onChange={(region) => onChange({ region: region || undefined })}
    />
  );
}

/** A town to search from and how far around it; without one, the distance counts from the member's own town. */
export function PlaceFilter({ filters, onChange }: FilterProps) {
  const { t } = useTranslation('members');
  const isMember = useUser() !== null;
  const [text, setText] = useFollowing(filters.near ?? '');
  const places = usePlaces(useCountry(filters.country), text === filters.near ? '' : text);
  const type = (typed: string) => {
    setText(typed);
    if (typed === '' && filters.place_id) onChange(NO_PLACE);
  };
  return (
    <>
      <Suspense fallback={<FieldPlace label={t('filters.town')} />}>
        <SuggestField
          label={t('filters.town')}
          text={text}
          onText={type}
          suggestions={places.map(({ id, name, region_name: detail }) => ({ id: String(id), text: name, detail }))}
          onChoose={({ id, text: near }) =>
            onChange({ place_id: Number(id), near, radius_km: filters.radius_km ?? 25 })
          }
        />
      </Suspense>
      {(isMember || filters.place_id) && (
        <Select
          label={t('filters.radius')}
          value={String(filters.radius_km ?? '')}
          emptyText={t('filters.anyDistance')}
          choices={RADII.map((km) => ({
            value: String(km),
            text: t('filters.upTo', { distance: kilometres(currentLanguage(), km) }),
          }))}
          onChange={(km) => onChange(km ? { radius_km: RADII.find((one) => String(one) === km) } : NO_PLACE)}
        />
      )}
    </>
  );
}

/** The country that is searched, else the member's own. */
function useCountry(searched: string | undefined): string {
  const user = useUser();
  const { countries, geoip_country: here } = useSettings();
  return searched || user?.profile.country || here || countries[0] || '';
}
