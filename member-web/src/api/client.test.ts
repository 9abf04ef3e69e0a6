import { beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { ApiError, faultsOf } from './api-error';
import { bring, createClient, loginEnded, loginMissing } from './client';
import type { User } from './types';

const problem = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json', ...headers } });
const ok = (body: unknown = {}) => new Response(JSON.stringify(body), { status: 200 });

describe('client', () => {
  const send = vi.fn<typeof fetch>();
  const waits: number[] = [];
  const api = createClient({
    fetch: send,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    random: () => 1,
  });
  const write = () =>
    api.post('/conversations/{conversation_id}/messages', { path: { conversation_id: '1' }, body: { body: 'Hello' } });
  const keys = () => send.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));

  beforeEach(() => {
    send.mockReset();
    waits.length = 0;
  });

  it.each([502, 503, 504])('[spec 7.16] tries again 5 times after %i, with a growing delay', async (status) => {
    send.mockImplementation(() => Promise.resolve(problem(status)));
    await expect(api.get('/me')).rejects.toMatchObject({ status });
    expect(send).toHaveBeenCalledTimes(6);
    expect(waits.slice(1)).toEqual([300, 600, 1200, 2400, 4800]);
  });

  it('gives what came with the page once, at once, and to that very question', async () => {
    send.mockImplementation(() => Promise.resolve(ok({ page: 'asked' })));
    bring({ '/search?page=1&page_size=24': { page: 'brought' } });
    await expect(api.get('/search', { query: { page: 2, page_size: 24 } })).resolves.toEqual({ page: 'asked' });
    await expect(api.get('/search', { query: { page: 1, page_size: 24 } })).resolves.toEqual({ page: 'brought' });
    expect(send).toHaveBeenCalledTimes(1);
    await expect(api.get('/search', { query: { page: 1, page_size: 24 } })).resolves.toEqual({ page: 'asked' });
  });

  it('forgets what came with the page when nobody asked for it', async () => {
    send.mockImplementation(() => Promise.resolve(ok('asked')));
    bring({ '/me': 'brought' });
    bring();
    await expect(api.get('/me')).resolves.toBe('asked');
  });

  it('[spec 7.16] tries again after a network error and gives the answer that comes', async () => {
    send.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(ok({ id: 'a' }));
    await expect(api.get('/me')).resolves.toEqual({ id: 'a' });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is offline when no try gets an answer', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(api.get('/me')).rejects.toMatchObject({ status: 0, code: 'offline' });
  });

  it('[spec 7.16] waits for the first copy of a call that is still at work, with the same key', async () => {
    const running = () => problem(409, { code: 'idempotency.still-running' });
    send
      .mockResolvedValueOnce(running())
      .mockResolvedValueOnce(running())
      .mockResolvedValueOnce(ok({ id: 'a' }));
    await expect(write()).resolves.toEqual({ id: 'a' });
    expect(waits.slice(1)).toEqual([300, 600]);
    expect(new Set(keys()).size).toBe(1);
  });

  it('says so when that copy does not come to an end', async () => {
    send.mockImplementation(() => Promise.resolve(problem(409, { code: 'idempotency.still-running' })));
    await expect(write()).rejects.toMatchObject({ code: 'idempotency.still-running' });
    expect(send).toHaveBeenCalledTimes(6);
  });

  it.each([400, 401, 403, 404, 409, 422, 500])('does not try again after %i', async (status) => {
    send.mockResolvedValue(problem(status));
    await expect(api.get('/me')).rejects.toMatchObject({ status });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('waits as long as a 429 asks', async () => {
    send.mockResolvedValueOnce(problem(429, {}, { 'Retry-After': '2' })).mockResolvedValueOnce(ok());
    await api.get('/me');
    expect(waits.slice(1)).toEqual([2000]);
  });

  it.each([{}, { 'Retry-After': '900' }])('gives up on a 429 with the headers %o', async (headers) => {
    send.mockResolvedValue(problem(429, { code: 'accounts.login-blocked', minutes: 15 }, headers));
    await expect(api.post('/session', { body: { email: '', password: '' } })).rejects.toMatchObject({
      code: 'accounts.login-blocked',
      facts: { minutes: 15 },
    });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('[spec 7.16] sends the same Idempotency-Key at every try, and another one for the next action', async () => {
    send.mockResolvedValueOnce(problem(503)).mockImplementation(() => Promise.resolve(ok()));
    await write();
    await write();
    const [first, again, second] = keys();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
  });

  it('keeps a key that the caller chose, and reads without one', async () => {
    send.mockImplementation(() => Promise.resolve(ok()));
    await api.post('/photos', { body: new FormData(), idempotencyKey: 'my-photo-1' });
    await api.get('/me');
    expect(keys()).toEqual(['my-photo-1', null]);
  });

  it('puts values into the path, each as one part of it', async () => {
    send.mockResolvedValue(ok());
    const path = { conversation_id: 'a/b', seq: 7 };
    await api.delete('/conversations/{conversation_id}/messages/{seq}/hints', { path });
    expect(send.mock.calls[0]?.[0]).toBe('/api/v1/conversations/a%2Fb/messages/7/hints');
  });

  it('knows paths, parameters and bodies when it is compiled', () => {
    const refused = () => [
      // @ts-expect-error -- There is no such path.
      api.get('/nobody'),
      // @ts-expect-error -- The path has a value to fill in.
      api.get('/orders/{order_id}'),
      // @ts-expect-error -- The search knows no such order.
      api.get('/search', { query: { sort: 'cheapest' } }),
      // @ts-expect-error -- The login asks for a body.
      api.post('/session'),
    ];
    expectTypeOf(refused).returns.toBeArray();
    expectTypeOf(api.post<'/session'>).returns.resolves.toEqualTypeOf<User>();
  });

  it('says who it is, and writes the query without what is not set', async () => {
    send.mockImplementation(() => Promise.resolve(ok()));
    await api.get('/search', { query: { gender: ['man'], text: '', interest: ['tea', 'wine'], online: true } });
    await api.get('/statements', { query: { month: null } });
    const urls = send.mock.calls.map(([url]) => url);
    expect(urls).toEqual(['/api/v1/search?gender=man&interest=tea&interest=wine&online=true', '/api/v1/statements']);
    expect(new Headers(send.mock.lastCall?.[1]?.headers).get('X-Hearthside-Client')).toBe('web');
  });

  it('[spec 7.16] takes at least 200 ms', async () => {
    send.mockResolvedValue(ok());
    await api.get('/me');
    expect(waits).toEqual([200]);
  });

  it('reads a problem document', async () => {
    const errors = [{ pointer: '/email', code: 'invalid', detail: 'This address is not complete.' }];
    send.mockResolvedValue(problem(422, { code: 'validation', title: 'Check this', detail: 'One field', errors }));
    const error = await api.post('/password-reset', { body: { email: '' } }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'validation', title: 'Check this', detail: 'One field' });
    expect(faultsOf(error)).toEqual({ email: 'This address is not complete.' });
  });

  it('[spec 6.8] says that the login is missing on a 403 with authentication_required, and only then', async () => {
    const missing = vi.fn();
    const stop = loginMissing.listen(missing);
    send.mockResolvedValueOnce(problem(403, { code: 'messaging.not-confirmed' }));
    await write().catch(() => undefined);
    expect(missing).not.toHaveBeenCalled();
    send.mockResolvedValueOnce(problem(403, { authentication_required: true }));
    await write().catch(() => undefined);
    expect(missing).toHaveBeenCalledOnce();
    stop();
  });

  it('[spec 6.8] says of what is only read that the login ended', async () => {
    const [ended, missing] = [vi.fn(), vi.fn()];
    const stops = [loginEnded.listen(ended), loginMissing.listen(missing)];
    send.mockResolvedValueOnce(problem(403, { authentication_required: true }));
    await api.get('/conversations').catch(() => undefined);
    expect(ended).toHaveBeenCalledOnce();
    expect(missing).not.toHaveBeenCalled();
    stops.forEach((stop) => stop());
  });

  it('does not try again when the caller gave up', async () => {
    send.mockRejectedValue(new DOMException('gone', 'AbortError'));
    await expect(api.get('/me')).rejects.toMatchObject({ name: 'AbortError' });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
