import { Button } from '@mui/material';
import { Suspense, lazy } from 'react';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';

/** What belongs into a list; fetched when the first empty one is met. */
const Words = lazy(async () => {
  const { emptyWords } = await import('@/generated/empty.en.gen');
  return { default: ({ of }: { of: string }) => <p className="empty">{emptyWords[of]}</p> };
});

/** What an empty list means: nothing was found of what was sought, or nothing is there yet. */
export function EmptyList() {
  const resource = useResourceContext() ?? '';
  const { filterValues, setFilters } = useListContext();
  const translate = useTranslate();
  if (Object.keys(filterValues).length === 0)
    return (
      <Suspense>
        <Words of={resource} />
      </Suspense>
    );
  return (
    <div className="empty">
      <p>{translate('ops.no_match')}</p>
      <Button onClick={() => setFilters({}, {})}>{translate('ops.clear_filters')}</Button>
    </div>
  );
}
