import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { interestIcon } from '@/shared/interests/interest-icon';
import { useReference } from '@/shared/reference/reference';
import { Button } from '@/ui/button/button';
import { Chips, ChipToggle } from '@/ui/chips/chips';
import { rankInterests } from '../model/interests';
import type { FilterProps } from './filter-panel';
import panel from './filter-panel.module.css';
import styles from './interest-filter.module.css';

const FEW = 8;
/** As many as the server takes. */
const MAX_INTERESTS = 10;

/** Interests as chips: the most common ones first, all of them on demand. No chip moves or goes while it is used. */
export function InterestFilter({ filters, facets, onChange }: FilterProps) {
  const { t } = useTranslation('members');
  const [showsAll, setShowsAll] = useState(false);
  const [firstCounts] = useState(facets?.counts.interest ?? {});
  const [toggled, setToggled] = useState<string[]>([]);
  const chosen = filters.interest ?? [];
  const interests = rankInterests(useReference()?.interests ?? [], firstCounts);
  const shown = interests.filter(({ key }, index) => showsAll || index < FEW || [...chosen, ...toggled].includes(key));
  const toggle = (key: string, on: boolean) => {
    setToggled([...toggled, key]);
    onChange({ interest: on ? [...chosen, key] : chosen.filter((one) => one !== key) });
  };
  if (interests.length === 0) return null;
  return (
    <div className={styles.interests}>
      <p className={panel.legend}>{t('filters.interests')}</p>
      <Chips label={t('filters.interests')}>
        {shown.map(({ key, name }) => (
          <ChipToggle
            key={key}
            icon={interestIcon(key)}
            isSelected={chosen.includes(key)}
            isDisabled={chosen.length >= MAX_INTERESTS && !chosen.includes(key)}
            onChange={(on) => toggle(key, on)}
          >
            {name}
          </ChipToggle>
        ))}
      </Chips>
      <Button variant="quiet" onPress={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
        {t(showsAll ? 'filters.fewerInterests' : 'filters.allInterests')}
      </Button>
    </div>
  );
}
