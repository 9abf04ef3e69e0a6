import { describe, expect, it } from 'vitest';
import { accessOf } from './access';
import { isDismissable, nextState, type ModalEvent, type ModalState } from './signup-modal';

const after = (...events: ModalEvent[]): ModalState =>
  events.reduce<ModalState>((state, event) => nextState(state, event), 'hidden');

describe('signup modal [spec 2.43, 4.14]', () => {
  it.each([
    [['asked'], 'open'],
    [['asked', 'dismissed'], 'hidden'],
    [['asked', 'started'], 'in-progress'],
    [['asked', 'started', 'dismissed'], 'in-progress'],
    [['asked', 'started', 'closed'], 'hidden'],
    [['asked', 'started', 'login'], 'hidden'],
    [['asked', 'login'], 'hidden'],
    [['asked', 'started', 'completed'], 'done'],
    [['asked', 'started', 'completed', 'dismissed'], 'hidden'],
    [['asked', 'started', 'completed', 'asked'], 'open'],
    [['asked', 'started', 'asked'], 'in-progress'],
    [['started'], 'hidden'],
  ] as const)('after %j it is %s', (events, state) => expect(after(...events)).toBe(state));

  it('keeps Escape and the backdrop off only while a signup is in progress', () => {
    expect(isDismissable(after('asked'))).toBe(true);
    expect(isDismissable(after('asked', 'started'))).toBe(false);
    expect(isDismissable(after('asked', 'started', 'completed'))).toBe(true);
  });

  it('begins anew after it was closed', () => expect(after('asked', 'started', 'closed', 'asked')).toBe('open'));
});

describe('access to the sign-up [spec 6.2]', () => {
  it.each([
    ['all', false, 'open'],
    ['with_trafficsource', true, 'open'],
    ['with_trafficsource', false, 'by-link'],
    ['invitation', true, 'by-invitation'],
    ['none', true, 'closed'],
  ] as const)('of a site for %s, source %s: %s', (signups, hasSource, access) =>
    expect(accessOf(signups, hasSource)).toBe(access),
  );
});
