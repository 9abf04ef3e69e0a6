import { useTranslation } from 'react-i18next';
import { currentLanguage } from '@/i18n';
import { kilometres } from '@/shared/units/units';
import { Button } from '@/ui/button/button';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { Panel } from '@/ui/panel/panel';
import { useAgeText, usePeopleText } from '../hooks/use-filter-texts';
import { ageRange, withoutFilters, type Filters } from '../model/filters';
import { wideningChange, type Widening } from '../model/widening';
import styles from './nobody.module.css';

interface NobodyProps {
  widenings: readonly Widening[];
  minAge: number;
  onChange: (change: Filters) => void;
  onReplace: (filters: Filters) => void;
}

/** Nobody fits: each filter that finds somebody when it is loosened, with how many, and a way out of all filters. */
export function Nobody({ widenings, minAge, onChange, onReplace }: NobodyProps) {
  const { t } = useTranslation('members');
  const wideningText = useWideningText(minAge);
  const peopleText = usePeopleText();
  return (
    <Panel>
      <EmptyState
        title={t('empty.title')}
        actions={
          <>
            {widenings.map((one, index) => (
              <Button
                key={one.loosened}
                variant={index === 0 ? 'primary' : 'line'}
                onPress={() => onChange(wideningChange(one))}
              >
                <span>
                  {wideningText(one)} <span className={styles.people}>{peopleText(one)}</span>
                </span>
              </Button>
            ))}
            <Button variant={widenings.length > 0 ? 'quiet' : 'line'} onPress={() => onReplace(withoutFilters(minAge))}>
              {t('filters.clear')}
            </Button>
          </>
        }
      >
        {widenings.length > 0 ? t('empty.wider') : t('empty.help')}
      </EmptyState>
    </Panel>
  );
}

/** "Include ages 50 to 75", "Up to 50 km", "Other countries too". */
function useWideningText(minAge: number) {
  const { t } = useTranslation('members');
  const ageText = useAgeText();
  return (one: Widening) => {
    if (one.loosened === 'ages') {
      return t('empty.include', { ages: ageText(ageRange(wideningChange(one), minAge)) });
    }
    if (one.loosened !== 'distance') return t(`empty.${one.loosened}`);
    if (one.radius_km === null) return t('filters.anyDistance');
    return t('filters.upTo', { distance: kilometres(currentLanguage(), one.radius_km) });
  };
}
