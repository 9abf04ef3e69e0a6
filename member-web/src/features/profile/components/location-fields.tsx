import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { useRegions, type Place } from '@/shared/reference/reference';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { FieldPlace } from '@/ui/field/field-place';
import { Select } from '@/ui/select/select';
import { useFindTown } from '../api/town';
import { useGeolocationState } from '../hooks/use-geolocation';
import type { ProfileForm } from '../hooks/use-profile-form';
import { TownField } from './town-field';

/** Where the member lives: by the device's position, by a town's name, or by country and region alone. */
export function LocationFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const { countries } = useSettings();
  const { values, errors, change } = form;
  const { country } = values;
  const { regions, isLoading } = useRegions(country);
  const [town, setTown] = useState(values.city ?? '');
  const choose = (place: Place) => {
    setTown(place.name);
    change({ country: place.country, region: place.region, place_id: place.id });
  };
  const changeArea = (area: { country: string | null; region: string | null }) => {
    setTown('');
    change({ ...area, place_id: null });
  };
  return (
    <div className="stack">
      <FindTown onFound={choose} />
      <Select
        id="country"
        label={t('location.country')}
        value={country ?? ''}
        emptyText={t('notSaid')}
        choices={countries.map((code) => ({ value: code, text: format.country(code) }))}
        onChange={(code) => changeArea({ country: code || null, region: null })}
        error={errors.country}
      />
      {country && (
        <TownField
          country={country}
          town={town}
          onChoose={choose}
          onClear={() => changeArea({ country, region: values.region })}
          error={errors.place_id}
        />
      )}
      {isLoading && <FieldPlace help={t('location.regionHelp')} />}
      {regions && regions.regions.length > 0 && (
        <Select
          id="region"
          label={regions.word}
          help={t('location.regionHelp')}
          value={values.region ?? ''}
          emptyText={t('notSaid')}
          choices={regions.regions.map(({ code, name }) => ({ value: code, text: name }))}
          onChange={(region) => changeArea({ country, region: region || null })}
          error={errors.region}
        />
      )}
    </div>
  );
}

/** A button that asks the device where it is; it says why when that cannot be. */
function FindTown({ onFound }: { onFound: (place: Place) => void }) {
  const { t } = useTranslation('profile');
  const { countries } = useSettings();
  const permission = useGeolocationState();
  const { mutate, data, isPending, isSuccess, error } = useFindTown();
  const find = () =>
    mutate(undefined, { onSuccess: (place) => place && countries.includes(place.country) && onFound(place) });
  if (permission === 'unsupported') return null;
  if (permission === 'denied') return <p className="muted">{t('location.denied')}</p>;
  return (
    <div className="stack">
      <Button icon={MapPin} onPress={find} isPending={isPending}>
        {t(isPending ? 'location.finding' : 'location.find')}
      </Button>
      <p className="small muted">{t('location.findHelp')}</p>
      {isSuccess && !data && <Alert tone="warn" lead={t('location.nowhere')} live />}
      {isSuccess && data && !countries.includes(data.country) && (
        <Alert tone="warn" lead={t('location.elsewhere', { town: data.name })} live />
      )}
      {error && (
        <Alert tone="warn" lead={t('location.failed')} live>
          {error instanceof ApiError ? problemText(error) : t('location.failedHelp')}
        </Alert>
      )}
    </div>
  );
}
