import css from '@member-web/tokens.css?raw';

const LIGHT = /:root \{/;
const DARK = /:root\[data-theme=['"]dark['"]\] \{/;

export type Tokens = Readonly<Record<string, string>>;

/** The custom properties of one block of tokens.css, by name without the dashes. */
function blockOf(selector: RegExp): Tokens {
  const start = css.search(selector);
  if (start < 0) throw new Error(`tokens.css has no block ${selector}`);
  const block = css.slice(css.indexOf('{', start), css.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

export const lightTokens = blockOf(LIGHT);
export const darkTokens: Tokens = { ...lightTokens, ...blockOf(DARK) };

/** A token that must be there; MUI computes shades from colours, so that it needs their values. */
export function token(tokens: Tokens, name: string): string {
  const value = tokens[name];
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  return value;
}
