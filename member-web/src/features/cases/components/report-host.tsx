import { lazy, Suspense } from 'react';
import { withTexts } from '@/i18n';
import type { ReportSubject } from '../api/reports';

const Dialog = lazy(() => withTexts(import('./report-dialog'), 'reports'));

interface ReportHostProps {
  /** What the member wants to report now, if anything. */
  subject: ReportSubject | undefined;
  /** Whose it is; nobody's name where they are absent. */
  name?: string;
  onClose: (isBlocked: boolean) => void;
}

/** The way to report, wherever a route offers it; the dialog and its texts arrive when they are asked for. */
export function ReportHost({ subject, ...props }: ReportHostProps) {
  if (!subject) return null;
  return (
    <Suspense>
      <Dialog subject={subject} {...props} />
    </Suspense>
  );
}
