import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';

/** A refusal stays one however often it is asked; anything else is tried once more, then people read what failed. */
const isWorthAnother = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof HttpError && error.status < 500);

/** What the console knows of the server. */
export const newQueryClient = () => new QueryClient({ defaultOptions: { queries: { retry: isWorthAnother } } });
