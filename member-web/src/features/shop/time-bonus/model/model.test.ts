import { describe, expect, it } from 'vitest';
import { clockTime, secondsLeft } from './countdown';
import { isMembersArea } from './members-area';

describe('the countdown', () => {
  const offer = { expires: '2026-11-20T16:00:00Z', server_now: '2026-11-20T12:00:00Z' };

  it('[spec 4.16, 9.3] counts from what the server said, not from the clock of the device', () => {
    expect(secondsLeft(offer, 0)).toBe(14_400);
    expect(secondsLeft(offer, 1_000)).toBe(14_399);
  });

  it('[spec 4.16] lives to its last second and ends at zero', () => {
    expect(secondsLeft(offer, 14_399_001)).toBe(1);
    expect(secondsLeft(offer, 14_399_999)).toBe(1);
    expect(secondsLeft(offer, 14_400_000)).toBe(0);
    expect(secondsLeft(offer, 99_999_999)).toBe(0);
  });

  it('has none for an offer without an end', () => {
    expect(secondsLeft({ ...offer, expires: null }, 0)).toBeUndefined();
  });

  it('[spec 4.16] is written as hours:minutes:seconds', () => {
    expect(clockTime(14_400)).toBe('4:00:00');
    expect(clockTime(13_267)).toBe('3:41:07');
    expect(clockTime(1)).toBe('0:00:01');
  });
});

describe('the members area', () => {
  it('[spec 2.57, 2.52] is members, members-id, chats, likes, likes-m-id and premium', () => {
    const inside = [
      '/members',
      '/members/1',
      '/chats',
      '/likes',
      '/likes/sent',
      '/likes/m/1',
      '/premium',
      '/members/',
      '/Chats',
    ];
    expect(inside.filter((path) => !isMembersArea(path))).toEqual([]);
  });

  it('[spec 2.57, 2.52] is nothing else', () => {
    const outside = [
      '/',
      '/members/1/chat',
      '/chats/1',
      '/likes/m',
      '/credits',
      '/profile',
      '/premiums',
      '/signup/photo',
    ];
    expect(outside.filter(isMembersArea)).toEqual([]);
  });
});
