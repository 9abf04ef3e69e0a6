import { useSyncExternalStore } from 'react';
import { createSignal } from '@/lib/events';

/** What a visitor was about to do when a login was missing (spec 6.3). */
export interface SignupCall {
  wish: 'like' | 'chat' | 'gift' | 'photos';
  person: { id: string; name: string };
}

let call: SignupCall | null = null;
const changed = createSignal();

/** Opens the signup modal for a visitor who wants to do something that only members can. */
export function askToJoin(wanted: SignupCall): void {
  call = wanted;
  changed.emit();
}

/** Hides the modal. */
export function hangUp(): void {
  if (!call) return;
  call = null;
  changed.emit();
}

/** What the modal is open for, or null. It is no query: signing up forgets those. */
export const useSignupCall = (): SignupCall | null =>
  useSyncExternalStore(
    changed.listen,
    () => call,
    () => null,
  );
