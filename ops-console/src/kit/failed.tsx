import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';

/** What could not be fetched, and the way to try it once more. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslate();
  const said = error instanceof Error ? error.message : 'ops.unreachable';
  return (
    <div role="alert" className="failed">
      <p>{translate(said, { _: said })}</p>
      <Button onClick={onRetry}>{translate('ops.retry')}</Button>
    </div>
  );
}
