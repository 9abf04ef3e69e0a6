import { describe, expect, it } from 'vitest';
import { aSettings, aUser } from '@/testing/factories';
import { mayLook } from './may-look';

describe('who may search and see profiles [spec 6.1]', () => {
  it.each([
    { open: false, bySource: false, source: true, may: false },
    { open: false, bySource: true, source: false, may: false },
    { open: false, bySource: true, source: true, may: true },
    { open: true, bySource: false, source: false, may: true },
  ])('visitor: open $open, by source $bySource, has a source $source: $may', ({ open, bySource, source, may }) => {
    const settings = aSettings({ logged_out_search: open, logged_out_search_trafficsource: bySource });
    expect(mayLook(null, settings, source)).toBe(may);
  });

  it('a member always may', () => {
    const closed = aSettings({ logged_out_search: false, logged_out_search_trafficsource: false });
    expect(mayLook(aUser(), closed, false)).toBe(true);
  });
});
