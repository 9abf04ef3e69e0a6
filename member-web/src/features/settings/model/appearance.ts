import { writeCookie } from '@/lib/cookie';

/** In cookies, because the server writes them into the page: no flash of another colour or size before the first paint. */
const COOKIES = { theme: 'theme', text: 'text' } as const;
const DAYS = 365;

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** 100, 120 and 140 %. */
export const TEXT_SIZES = ['normal', 'large', 'larger'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

const root = () => document.documentElement.dataset;

const known = <Value extends string>(values: readonly Value[], value: string | undefined): Value | undefined =>
  values.find((one) => one === value);

export const readTheme = (): Theme => known(THEMES, root().theme) ?? 'system';

export const readTextSize = (): TextSize => known(TEXT_SIZES, root().text) ?? 'normal';

export const chooseTheme = (theme: Theme): void => choose('theme', theme, 'system');

export const chooseTextSize = (size: TextSize): void => choose('text', size, 'normal');

/** Wears a choice at once and keeps it; what is as usual needs no cookie. */
function choose(name: keyof typeof COOKIES, value: string, usual: string): void {
  if (value === usual) delete root()[name];
  else root()[name] = value;
  writeCookie(COOKIES[name], value === usual ? '' : value, value === usual ? 0 : DAYS);
}
