import { expect, it } from 'vitest';
import { monthsSince } from './months';

it('lists the months from now back to the first', () => {
  expect(monthsSince('2026-09-20T12:00:00Z', new Date(2026, 10, 3))).toEqual(['2026-11', '2026-10', '2026-09']);
  expect(monthsSince('2025-12-31T12:00:00Z', new Date(2026, 0, 31))).toEqual(['2026-01', '2025-12']);
  expect(monthsSince('2001-01-01T12:00:00Z', new Date(2026, 0, 31))).toHaveLength(24);
});
