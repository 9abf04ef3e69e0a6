import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { Panel } from '@/ui/panel/panel';
import { useFacets } from '../api/search';
import { useAgeText } from '../hooks/use-filter-texts';
import { ageFilter, changeFilters, widerAges, withoutFilters, type Filters } from '../model/filters';

interface NobodyProps {
  filters: Filters;
  minAge: number;
  onChange: (change: Filters) => void;
  onReplace: (filters: Filters) => void;
}

/** Nobody fits: offers a wider age range where that finds somebody, and a way out of all filters. */
export function Nobody({ filters, minAge, onChange, onReplace }: NobodyProps) {
  const { t } = useTranslation('members');
  const ageText = useAgeText();
  const wider = widerAges(filters, minAge);
  const change = wider && ageFilter(...wider);
  const count = useFacets(changeFilters(filters, change ?? {}), change !== undefined)?.total ?? 0;
  const ages = wider && ageText(wider);
  const helps = change !== undefined && count > 0;
  return (
    <Panel>
      <EmptyState
        title={t('empty.title')}
        actions={
          <>
            {helps && (
              <Button variant="primary" onPress={() => onChange(change)}>
                {t('empty.include', { ages })}
              </Button>
            )}
            <Button onPress={() => onReplace(withoutFilters(minAge))}>{t('filters.clear')}</Button>
          </>
        }
      >
        {helps ? t('empty.wider', { count, ages }) : t('empty.help')}
      </EmptyState>
    </Panel>
  );
}
