import { afterEach, describe, expect, it } from 'vitest';
import { chooseTextSize, chooseTheme, readTextSize, readTheme } from './model/appearance';

describe('appearance', () => {
  afterEach(() => {
    chooseTheme('system');
    chooseTextSize('normal');
  });

  it('is worn at once and kept in a cookie, from which the server writes the page', () => {
    chooseTheme('dark');
    chooseTextSize('large');
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', text: 'large' });
    expect(document.cookie).toMatch(/theme=dark/);
    expect(document.cookie).toMatch(/text=large/);
    expect([readTheme(), readTextSize()]).toEqual(['dark', 'large']);
  });

  it('needs no cookie where it is as usual', () => {
    chooseTheme('dark');
    chooseTheme('system');
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(document.cookie).not.toMatch(/theme=/);
    expect([readTheme(), readTextSize()]).toEqual(['system', 'normal']);
  });
});
