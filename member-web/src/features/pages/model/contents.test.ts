import { describe, expect, it } from 'vitest';
import type { Block } from '../api/page';
import { contentsOf, languageName } from './contents';

const heading = (text: string, level = 2): Block => ({
  kind: 'heading',
  level,
  id: text.toLowerCase(),
  content: [{ kind: 'strong', content: [{ kind: 'text', text }] }],
});

describe('table of contents', () => {
  it('has the sections in their order, by their words', () => {
    const blocks = [heading('One'), heading('Within', 3), heading('Two'), heading('Three')];
    expect(contentsOf(blocks)).toEqual([
      { id: 'one', text: 'One' },
      { id: 'two', text: 'Two' },
      { id: 'three', text: 'Three' },
    ]);
  });

  it('is left out where there is little to find', () =>
    expect(contentsOf([heading('One'), heading('Two')])).toEqual([]));
});

it.each([
  ['de', 'nl-NL', 'Duits'],
  ['no', 'de-DE', 'Norwegisch (Bokmål)'],
])('names the language %s in %s', (code, tag, name) => expect(languageName(code, tag)).toBe(name));
