import { afterEach, describe, expect, it, vi } from 'vitest';
import { shortened } from './shortened';

const CHARACTERS = {
  family: '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'skin tone': '\u{1F44D}\u{1F3FD}',
  flag: '\u{1F1F3}\u{1F1F1}',
  'Korean syllable in parts': '\u1112\u1161\u11AB',
  'Devanagari vowel': '\u0937\u093F',
  accents: 'e\u0323\u0302',
};

describe('a shortened text', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each(Object.entries(CHARACTERS))('does not cut a %s', (_, character) => {
    expect(shortened(character.repeat(4), 4)).toBe(character.repeat(4));
    expect(shortened(character.repeat(5), 4)).toBe(`${character.repeat(3)}…`);
  });

  it('cuts between code points where the browser knows no characters', () => {
    vi.stubGlobal('Intl', {});
    expect(shortened('\u{1FA77}'.repeat(5), 4)).toBe(`${'\u{1FA77}'.repeat(3)}…`);
  });
});
