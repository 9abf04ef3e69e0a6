import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { folded, spellingsOf } from '@/lib/folding';
import type { Place } from '@/shared/reference/reference';
import { usePlaces } from '@/shared/reference/use-places';
import { FieldPlace } from '@/ui/field/field-place';

const SuggestField = lazy(() => import('@/ui/suggest-field/suggest-field'));

interface TownFieldProps {
  country: string;
  /** The chosen town's name, or "". */
  town: string;
  onChoose: (place: Place) => void;
  onClear: () => void;
  error: string | undefined;
}

/** The town, out of the list of the country's towns; what is typed and not chosen goes when the field is left. */
export function TownField({ country, town, onChoose, onClear, error }: TownFieldProps) {
  const { t } = useTranslation('profile');
  const [text, setText] = useState<string>();
  const places = usePlaces(country, text ?? '');
  const choose = (place: Place | undefined) => {
    setText(undefined);
    if (place) onChoose(place);
  };
  const leave = () => {
    if (text === undefined) return;
    if (text.trim() === '' && town !== '') onClear();
    choose(places.find(({ name }) => namesOf(name).includes(folded(text))));
  };
  return (
    <Suspense fallback={<FieldPlace label={t('location.town')} help={t('location.townHelp')} />}>
      <SuggestField
        id="place_id"
        label={t('location.town')}
        help={t('location.townHelp')}
        text={text ?? town}
        onText={(typed) => setText(typed === town ? undefined : typed)}
        onBlur={leave}
        suggestions={places.map(({ id, name, region_name: detail }) => ({ id: String(id), text: name, detail }))}
        onChoose={({ id }) => choose(places.find((place) => String(place.id) === id))}
        error={error}
      />
    </Suspense>
  );
}

/** A town's names in all their spellings; one with two official names has both, as in Bruxelles / Brussel. */
const namesOf = (town: string) => [town, ...town.split(' / ')].flatMap(spellingsOf);
