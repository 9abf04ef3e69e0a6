import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { Checkbox } from '@/ui/checkbox/checkbox';
import type { Facets } from '../api/search';
import { SWITCHES, type Filters, type Switch } from '../model/filters';
import { AgeFilter, GenderFilter } from './who-filters';
import { CountryFilter, PlaceFilter, RegionFilter } from './where-filters';
import { InterestFilter } from './interest-filter';
import { TextFilter } from './text-filter';
import styles from './filter-panel.module.css';

export interface FilterProps {
  /** The filters in force. */
  filters: Filters;
  /** Undefined while they load, null where they could not be had. */
  facets: Facets | null | undefined;
  onChange: (change: Filters) => void;
}

type HasOwnPlace = 'gender' | 'min_age' | 'max_age' | Switch | 'fictional' | 'text' | 'interest' | 'sort';

/** The controls of all other filters by their names in `search_fields`, in the order of the panel. */
const CONTROLS = {
  country: CountryFilter,
  region: RegionFilter,
  place: PlaceFilter,
} satisfies Record<
  Exclude<keyof Filters, HasOwnPlace | 'place_id' | 'near' | 'radius_km'> | 'place',
  ComponentType<FilterProps>
>;

/** Every filter that the site offers (spec 3.11, search_fields); a change searches at once. */
export function FilterPanel(props: FilterProps) {
  const { t } = useTranslation('members');
  const { search_fields: offered, fictional_enabled: hasFictional, fictional_plural: fictional } = useSettings();
  const has = (...fields: string[]) => fields.some((field) => offered.includes(field));
  const only = SWITCHES.filter((name) => has(name));
  return (
    <div className={styles.fields}>
      {has('gender') && <GenderFilter {...props} />}
      {has('min_age', 'max_age') && <AgeFilter {...props} />}
      {Object.entries(CONTROLS).map(([name, Control]) => has(name) && <Control key={name} {...props} />)}
      {only.length > 0 && (
        <fieldset>
          <legend className={styles.legend}>{t('filters.only')}</legend>
          {only.map((name) => (
            <SwitchFilter key={name} {...props} name={name} />
          ))}
        </fieldset>
      )}
      {hasFictional && (
        <fieldset>
          <legend className={styles.legend}>{t('filters.also')}</legend>
          <Checkbox
            help={t('filters.fictionalHelp')}
            isSelected={props.filters.fictional ?? false}
            onChange={(on) => props.onChange({ fictional: on })}
          >
            {fictional}
          </Checkbox>
        </fieldset>
      )}
      {has('text') && <TextFilter {...props} />}
      {/* Last, because it comes late: the counts decide which interests are shown. */}
      {has('interest') && props.facets !== undefined && <InterestFilter {...props} />}
    </div>
  );
}

function SwitchFilter({ name, filters, facets, onChange }: FilterProps & { name: Switch }) {
  const { t } = useTranslation('members');
  const count = facets?.counts[name];
  return (
    <Checkbox isSelected={filters[name] ?? false} onChange={(on) => onChange({ [name]: on })}>
      {t(`filters.${name}`)}
      {count !== undefined && <span className="meta num"> ({count})</span>}
    </Checkbox>
  );
}
