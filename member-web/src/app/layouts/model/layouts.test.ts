import { describe, expect, it } from 'vitest';
import { showsBack } from './back';
import { footerRules } from './footer';

describe('back button [spec 2.48]', () => {
  const installed = { isInstalled: true, hasHistory: true };
  it.each([
    ['/profile', true],
    ['/Profile', true],
    ['/members/7f', true],
    ['/likes', true],
    ['/likes/m/7f', true],
    ['/credits/3/ideal', true],
    ['/members', false],
    ['/chats', false],
  ])('on %s: %s', (pathname, shown) => expect(showsBack({ ...installed, pathname })).toBe(shown));

  it('is absent in a browser tab and on the first page', () => {
    expect(showsBack({ isInstalled: false, hasHistory: true, pathname: '/likes' })).toBe(false);
    expect(showsBack({ isInstalled: true, hasHistory: false, pathname: '/likes' })).toBe(false);
  });
});

describe('footer', () => {
  const here = { language: 'nl', country: 'NL', hasTrafficSource: false, companyId: 1 } as const;

  it('[spec 2.50] shows payment logos and the company with its address', () =>
    expect(footerRules(here)).toEqual({
      isUs: false,
      showsCompany: true,
      showsPaymentLogos: true,
      showsAddress: true,
    }));

  it.each([
    [1, true],
    [2, false],
    [5, true],
    [6, true],
  ])('[spec 2.50] company %i shows its address: %s', (companyId, shown) =>
    expect(footerRules({ ...here, companyId }).showsAddress).toBe(shown),
  );

  it('[spec 2.50, 6.6] hides both from visitors of a traffic source', () =>
    expect(footerRules({ ...here, hasTrafficSource: true })).toMatchObject({
      showsCompany: false,
      showsPaymentLogos: false,
      showsAddress: false,
    }));

  it('[spec 2.40] is the US footer for English in the United States only', () => {
    expect(footerRules({ ...here, language: 'en', country: 'US' })).toMatchObject({ isUs: true, showsCompany: false });
    expect(footerRules({ ...here, language: 'en', country: 'GB' }).isUs).toBe(false);
    expect(footerRules({ ...here, language: 'de', country: 'US' }).isUs).toBe(false);
  });
});
