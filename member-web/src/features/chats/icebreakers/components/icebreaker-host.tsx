import { lazy, Suspense } from 'react';
import { withTexts } from '@/i18n';

const Modal = lazy(() => withTexts(import('./icebreaker-modal'), 'icebreakers'));

interface IcebreakerHostProps {
  /** Who is to be written to. */
  name: string;
  isOpen: boolean;
  onPick: (text: string) => void;
  onClose: () => void;
}

/** The modal with first sentences; it and its texts arrive when they are asked for. */
export function IcebreakerHost({ isOpen, ...props }: IcebreakerHostProps) {
  if (!isOpen) return null;
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}
