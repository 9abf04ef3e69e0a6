import { Outlet } from 'react-router';
import { SignupModalHost } from '@/features/signup/components/signup-modal-host';
import { EntryGate } from './entry-gate';
import { SimpleBar } from './simple-bar';

/** A page that asks for one thing: the logo, the language, and nothing to wander off to (spec 2.43). */
export function EmptyLayout() {
  return (
    <>
      <SimpleBar />
      <Outlet />
      <SignupModalHost />
      <EntryGate layout="empty" />
    </>
  );
}
