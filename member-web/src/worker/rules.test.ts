import { describe, expect, it } from 'vitest';
import { isMemberPage, noticeOf, pathOf, wayOf, type Pushed } from './rules';

const HERE = 'https://hearthside.example';
const SHELL = ['/assets/index-1.js', '/assets/shell-1.css'];

const pushed: Pushed = {
  title: 'Anna wrote to you',
  body: 'Open the conversation',
  url: '/chats/7',
  tag: 'message',
  badge: 3,
  silent: false,
  language: 'en',
};

describe('a notice', () => {
  it('says what the server wrote, and leads where it says', () =>
    expect(noticeOf(pushed)).toEqual({
      body: 'Open the conversation',
      tag: 'message',
      silent: false,
      renotify: true,
      lang: 'en',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { url: '/chats/7' },
    }));

  // Browsers refuse a notice that is silent and wants to be heard again.
  it('makes no sound at night, and not for the second time either', () =>
    expect(noticeOf({ ...pushed, silent: true })).toMatchObject({ silent: true, renotify: false }));
});

describe('a pressed notice', () => {
  it('leads to a page of the site', () => expect(pathOf('/chats/7?a=b#c', HERE)).toBe('/chats/7?a=b#c'));

  it.each([
    'https://elsewhere.example/chats/7',
    '//elsewhere.example/chats/7',
    '/\\elsewhere.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://hearthside.example.elsewhere.example/',
    'http://hearthside.example/chats',
    '/ops/members',
    '/api/logout.php',
    'https://[',
  ])('never leads to %s', (url) => expect(pathOf(url, HERE)).toBe('/'));
});

describe('an open tab', () => {
  it.each([
    ['/', true],
    ['/chats/7', true],
    ['/apiary', true],
    ['/ops', false],
    ['/ops/members', false],
    ['/media/a', false],
  ])('at %s is one of the members: %s', (path, is) => expect(isMemberPage(HERE + path, HERE)).toBe(is));

  it('elsewhere is none', () => expect(isMemberPage('https://elsewhere.example/', HERE)).toBe(false));
});

describe('a request', () => {
  const way = (url: string, { method = 'GET', mode = 'cors' } = {}) =>
    wayOf({ url: new URL(url, HERE).href, method, mode }, HERE, SHELL);

  it('for a page is answered by the network, or by the offline page', () =>
    expect(way('/chats', { mode: 'navigate' })).toBe('page'));

  it('for a file of the shell is answered by what was kept', () => expect(way('/assets/index-1.js')).toBe('shell'));

  it.each(['/api/v1/me', '/api/user.php', '/media/a/b.webp', '/live', '/ops', '/assets/route-1.js', '/sw.js'])(
    'for %s is none of the worker’s affairs: nothing of a member is kept',
    (url) => expect(way(url)).toBeUndefined(),
  );

  it.each(['/api/v1/me', '/live', '/ops'])('for %s is no page, either', (url) =>
    expect(way(url, { mode: 'navigate' })).toBeUndefined(),
  );

  it('that changes something is none, either', () =>
    expect(way('/chats', { method: 'POST', mode: 'navigate' })).toBeUndefined());

  it('to another origin is none, either', () =>
    expect(way('https://elsewhere.example/assets/index-1.js')).toBeUndefined());
});
