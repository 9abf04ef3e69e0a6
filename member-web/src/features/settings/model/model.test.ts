import { describe, expect, it } from 'vitest';
import type { Schemas } from '@/api/types';
import { deviceOf, isHandheld } from './devices';
import { combineChanges, getsMail, lifted, showChange, timesWith } from './notification-settings';

const settings: Schemas['NotificationSettingsOut'] = {
  mail: { message: true, like: true, match: true, offer: false },
  push: { message: true, like: false, match: true, offer: false },
  disabled: [
    { type: 'message', cause: 'bounce', at: '2026-11-12T10:00:00Z' },
    { type: 'like', cause: 'bounce', at: '2026-11-12T10:00:00Z' },
  ],
  mail_rhythm: 'at-once',
  quiet_from: null,
  quiet_until: null,
  shows_text: false,
  is_night_silent: true,
};

describe('settings', () => {
  it('[spec 8.7] stopped mail does not come, whatever was chosen, until it is switched on again', () => {
    expect(getsMail(settings, 'message')).toBe(false);
    expect(getsMail(settings, 'match')).toBe(true);
    expect(getsMail(settings, 'offer')).toBe(false);
    const again = showChange(settings, lifted(settings));
    expect(again.disabled).toEqual([]);
    expect(getsMail(again, 'message')).toBe(true);
    expect(showChange(settings, { mail: { like: true } }).disabled.map(({ type }) => type)).toEqual(['message']);
  });

  it('a change leaves the rest as it is', () => {
    const changed = showChange(settings, { push: { like: true }, quiet_from: '22:00', quiet_until: '08:00' });
    expect(changed.push).toEqual({ ...settings.push, like: true });
    expect(changed.mail).toEqual(settings.mail);
    expect(changed.quiet_from).toBe('22:00');
  });

  it('two changes become one, the later wins', () =>
    expect(
      combineChanges({ mail: { like: true, match: false } }, { mail: { match: true }, push: { like: true } }),
    ).toEqual({ mail: { like: true, match: true }, push: { like: true } }));

  it('offers the half hours, and another time that was chosen elsewhere', () => {
    expect(timesWith('22:00')).toHaveLength(48);
    expect(timesWith('22:10').slice(44, 46)).toEqual(['22:00', '22:10']);
  });
});

describe('devices', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome', 'Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E Safari/604.1', 'Safari', 'iPhone'],
    [
      'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28 Chrome/130 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    ['curl/8.1', null, null],
  ])('%s', (userAgent, browser, system) => expect(deviceOf(userAgent)).toEqual({ browser, system }));

  it('knows what is held in a hand', () => {
    expect(isHandheld('Mozilla/5.0 (iPad; CPU OS 18_0)')).toBe(true);
    expect(isHandheld('Mozilla/5.0 (Windows NT 10.0)')).toBe(false);
  });
});
