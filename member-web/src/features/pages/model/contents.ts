import type { Block, Span } from '../api/page';

/** A section of a page and its anchor. */
export interface Entry {
  id: string;
  text: string;
}

/** Fewer sections than this are seen at a glance. */
const WORTH_A_LIST = 3;

/** The bare words of a line. */
export const wordsOf = (spans: readonly Span[]): string =>
  spans.map((span) => span.text ?? wordsOf(span.content ?? [])).join('');

/** The sections of a page, for its table of contents; none when there are few. */
export function contentsOf(blocks: readonly Block[]): Entry[] {
  const sections = blocks.filter(({ kind, level }) => kind === 'heading' && level === 2);
  if (sections.length < WORTH_A_LIST) return [];
  return sections.map(({ id = '', content = [] }) => ({ id, text: wordsOf(content) }));
}

/** The name of a language in another language: German is "Duits" in Dutch. */
export const languageName = (code: string, inTag: string): string =>
  new Intl.DisplayNames(inTag, { type: 'language' }).of(code === 'no' ? 'nb' : code) ?? code;
