import type { ComponentProps } from 'react';
import { problemText } from '@/api/problem-text';
import { Alert } from '@/ui/alert/alert';

interface ProblemAlertProps extends Pick<ComponentProps<typeof Alert>, 'lead' | 'action' | 'onDismiss'> {
  error: unknown;
}

/** What did not work and why, read out as it appears; nothing without an error. */
export function ProblemAlert({ error, ...alert }: ProblemAlertProps) {
  if (!error) return null;
  return (
    <Alert tone="danger" live {...alert}>
      {problemText(error)}
    </Alert>
  );
}
