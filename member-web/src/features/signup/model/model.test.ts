import { describe, expect, it } from 'vitest';
import type { Settings, User } from '@/api/types';
import { ageOn, checkAccount } from './account-rules';
import { firstAnswers } from './first-answers';
import { resumeStep, stepAfter, stepBefore } from './steps';

describe('steps [spec 2.32]', () => {
  const user = (status: string, steps: string[]) =>
    ({ status, profile: { completed_steps: steps } }) as unknown as User;

  it.each([
    ['not_confirmed', [], 'photo'],
    ['not_confirmed', ['photo', 'location'], 'personal'],
    ['not_confirmed', ['location', 'photo', 'about'], 'personal'],
    ['not_confirmed', ['photo', 'location', 'personal', 'about', 'push'], 'confirm'],
    ['active', ['photo', 'location', 'personal', 'about'], 'push'],
    ['active', ['photo', 'location', 'personal', 'about', 'push'], undefined],
  ])('resume for somebody %s who did %j: %s', (status, done, next) =>
    expect(resumeStep(user(status, done))).toBe(next),
  );

  it('follow each other, and nobody goes back to making the account', () => {
    expect(stepAfter('photo')).toBe('location');
    expect(stepAfter('push')).toBe('confirm');
    expect(stepBefore('location')).toBe('photo');
    expect(stepBefore('photo')).toBeUndefined();
  });
});

describe('account', () => {
  const today = new Date(2026, 10, 20);
  const account = {
    email: 'ruth@example.org',
    name: 'Ruth',
    password: 'stubborn sourdough',
    date_of_birth: '1964-04-30',
    signup_message: '',
  };
  const problems = (changes: Partial<typeof account>) =>
    checkAccount({ ...account, ...changes }, 18, today).map(({ text }) => text);

  it.each([
    [{}, []],
    [{ email: ' ' }, ['emailMissing']],
    [{ email: 'ruth@example' }, ['emailInvalid']],
    [{ name: ' R ' }, ['nameMissing']],
    [{ password: 'short' }, ['passwordShort']],
    [{ password: 'xK9#mQu\u0308' }, ['passwordShort']],
    [{ password: 'xK9#mQ\u{1F34F}' }, ['passwordShort']],
    [{ password: 'xK9#mQ2u\u0308' }, []],
    [{ date_of_birth: '' }, ['dateMissing']],
    [{ email: '', name: '' }, ['nameMissing', 'emailMissing']],
  ])('[spec 5.3, 5.4] %j lacks %j', (changes, found) => expect(problems(changes)).toEqual(found));

  it.each([
    ['2008-11-20', []],
    ['2008-11-21', ['tooYoung']],
    ['0196-04-30', ['dateMissing']],
    ['1984-02-29', []],
    ['1984-02-30', ['noSuchDay']],
    ['1983-02-29', ['noSuchDay']],
    ['1980-04-31', ['noSuchDay']],
    ['1980-31-12', ['noSuchDay']],
    ['1980-00-01', ['noSuchDay']],
    ['1980-01-2-3', ['noSuchDay']],
    ['1980-01-1a', ['noSuchDay']],
    ['84-02-29', ['yearShort']],
    ['19800-02-01', ['yearShort']],
  ])('[spec 5.2] born on %s: %j', (born, found) => expect(problems({ date_of_birth: born })).toEqual(found));

  it('counts full years', () => {
    expect(ageOn(new Date(2026, 1, 28), '2004-02-29')).toBe(21);
    expect(ageOn(new Date(2026, 2, 1), '2004-02-29')).toBe(22);
  });
});

describe('answers of the home page', () => {
  const settings = { min_age: 18, countries: ['NL', 'BE'], geoip_country: 'BE' } as Settings;
  const answers = (query: string) => firstAnswers(new URLSearchParams(query), settings);

  it('become the first fields of the profile', () =>
    expect(answers('gender=woman&seeking=man&ages=55-70')).toEqual({
      gender: 'woman',
      seeking_genders: ['man'],
      seeking_min_age: 55,
      seeking_max_age: 70,
      country: 'BE',
    }));

  it('say nothing where the end is open, and take nothing unknown', () => {
    expect(answers('seeking=anyone&ages=70-')).toMatchObject({ seeking_min_age: 70, seeking_genders: { length: 3 } });
    expect(answers('gender=x&seeking=&ages=18-35')).toEqual({ seeking_max_age: 35, country: 'BE' });
  });

  it('name the country of a site that has one', () =>
    expect(firstAnswers(new URLSearchParams(), { ...settings, countries: ['DE'] })).toEqual({ country: 'DE' }));
});
