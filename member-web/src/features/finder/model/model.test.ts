import { describe, expect, it } from 'vitest';
import type { Answers } from '../api/finder';
import { ageAnswer, answerTo, isQuestion, nextOpen, picked, QUESTIONS, questionBefore, WAYS } from './questions';

const ANSWERS: Answers = {
  seeking_genders: ['man'],
  seeking_min_age: 55,
  seeking_max_age: null,
  interests: ['tea'],
  radius_km: 50,
  aim: 'lasting',
  ways: ['home'],
  matters: ['near'],
  has_town: true,
  open: [],
};

describe('questions [spec 2.17]', () => {
  it.each([
    [['aim', 'ways'], undefined, 'aim'],
    [['aim', 'ways'], 'aim', 'ways'],
    [['who', 'ways'], 'aim', 'ways'],
    [['who', 'aim'], 'ways', 'who'],
    [['aim'], 'aim', undefined],
    [[], undefined, undefined],
  ] as const)('of %j, after %s comes %s', (open, after, next) => expect(nextOpen(open, after)).toBe(next));

  it('can be gone back through, to the first', () => {
    expect(questionBefore('aim')).toBe('distance');
    expect(questionBefore('who')).toBeUndefined();
  });

  it('have names that an address may hold', () => {
    expect(QUESTIONS.every(isQuestion)).toBe(true);
    expect(isQuestion('people')).toBe(false);
    expect(isQuestion(undefined)).toBe(false);
  });

  it('begin with what is known, and hold nothing else', () => {
    expect(answerTo('ages', ANSWERS)).toEqual({ question: 'ages', seeking_min_age: 55, seeking_max_age: null });
    expect(answerTo('matters', ANSWERS)).toEqual({ question: 'matters', matters: ['near'] });
  });
});

describe('answers', () => {
  it.each([
    [[18, 99], { seeking_min_age: null, seeking_max_age: null }],
    [[50, 99], { seeking_min_age: 50, seeking_max_age: null }],
    [[18, 70], { seeking_min_age: null, seeking_max_age: 70 }],
  ] as const)('of ages: %j is %j', (range, answer) => expect(ageAnswer(range, 18)).toEqual(answer));

  it('keep the order of the list, whatever was picked first', () => {
    expect(picked(WAYS, ['away'], 'home', true)).toEqual(['home', 'away']);
    expect(picked(WAYS, ['home', 'away'], 'home', false)).toEqual(['away']);
  });
});
