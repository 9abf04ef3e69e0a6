import { describe, expect, it } from 'vitest';
import { missing } from './report-reasons';

describe('what a report lacks', () => {
  it('is a reason first', () => expect(missing('', 'Something')).toBe('reason'));
  it('is words, where the reason says nothing', () => {
    expect(missing('other', '  ')).toBe('words');
    expect(missing('other', 'It hurts.')).toBeUndefined();
  });
  it('is nothing else', () => expect(missing('money', '')).toBeUndefined());
});
