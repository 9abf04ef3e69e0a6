import { Button } from '@mui/material';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';

/** What an empty list means: nothing was found of what was sought, or nothing is there yet. */
export function EmptyList() {
  const resource = useResourceContext() ?? '';
  const { filterValues, setFilters } = useListContext();
  const translate = useTranslate();
  if (Object.keys(filterValues).length === 0)
    return <p className="empty">{translate(`resources.${resource}.empty`)}</p>;
  return (
    <div className="empty">
      <p>{translate('ops.no_match')}</p>
      <Button onClick={() => setFilters({}, {})}>{translate('ops.clear_filters')}</Button>
    </div>
  );
}
