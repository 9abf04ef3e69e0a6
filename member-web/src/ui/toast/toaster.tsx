import { lazy, Suspense } from 'react';
import { useToastsWanted } from './toast';

const ToastRegion = lazy(() => import('./toast-region'));

/** The place where toasts appear; once in the page, empty until the first toast. */
export function Toaster() {
  const wanted = useToastsWanted();
  if (!wanted) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}
