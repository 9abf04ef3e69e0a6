import { describe, expect, it } from 'vitest';
import type { Complaint } from '../api/complaints';
import { checkComplaint, mayReply } from './complaint';

const whole = { topic: 'payment', text: 'I was charged twice.', email: 'ruth@example.org' } as const;
const fields = (form: Parameters<typeof checkComplaint>[0], isVisitor = true) =>
  checkComplaint(form, isVisitor).map(({ field }) => field);

describe('[spec 2.10] a complaint', () => {
  it('is fine when it says what, how and who', () => expect(fields(whole)).toEqual([]));
  it('lacks a subject, words and an address', () =>
    expect(fields({ topic: '', text: ' too short ', email: '' })).toEqual(['topic', 'text', 'email']));
  it('needs an address that can be one', () => expect(fields({ ...whole, email: 'ruth' })).toEqual(['email']));
  it('needs none from a member', () => expect(fields({ ...whole, email: '' }, false)).toEqual([]));
});

describe('[spec 10.6] a closed complaint', () => {
  const closed = (day: string) => ({ closed_at: day }) as Complaint;
  const now = new Date('2026-11-20T12:00:00Z');
  it('can be opened again for 60 days', () => {
    expect(mayReply(closed('2026-09-22T12:00:00Z'), now)).toBe(true);
    expect(mayReply(closed('2026-09-20T12:00:00Z'), now)).toBe(false);
  });
  it('is one that has an end', () => expect(mayReply({ closed_at: null } as Complaint, now)).toBe(true));
});
