import { describe, expect, it } from 'vitest';
import { groupIban, typeIban } from './iban';
import { missingOf } from './payer';

describe('IBAN', () => {
  it('is grouped in fours, however it was pasted [spec 2.13]', () => {
    expect(groupIban('nl91abna 0417-1643.00')).toBe('NL91 ABNA 0417 1643 00');
    expect(groupIban('NL91ABNA')).toBe('NL91 ABNA');
    expect(groupIban('')).toBe('');
  });

  it('is grouped while somebody writes on, and left alone while they mend it', () => {
    expect(typeIban('NL91', 'NL91a')).toBe('NL91 A');
    expect(typeIban('NL91 ABNA', 'NL9 ABNA')).toBe('NL9 ABNA');
    expect(typeIban('NL91 A', 'NL91 ')).toBe('NL91 ');
  });
});

describe('payer', () => {
  it('must give account, name and phone [spec 5.6]', () => {
    expect(missingOf({ iban: ' ', holder: 'J', phone: '', start_now: false }).map(({ field }) => field)).toEqual([
      'iban',
      'holder',
      'phone',
      'start_now',
    ]);
    expect(missingOf({ iban: 'NL91', holder: 'Jo', phone: '06', start_now: true })).toEqual([]);
  });
});
