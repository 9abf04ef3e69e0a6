import { api, createClient, wait } from '@/api/client';
import type { Schemas } from '@/api/types';
import { createUploadClient } from '@/api/upload';
import type { Unsent } from '../model/messages';

export type Sent = Schemas['SentOut'];
export type Read = Schemas['ReadOut'];
export type Conversation = Schemas['ConversationOut'];
export type History = Schemas['HistoryOut'];
/** What the server says changed in an open conversation. */
export type News = Schemas['NewsOut'];

/** What stands above and below the messages; `id` is null until the first message is sent. */
export type Head = Omit<Conversation, 'id'> & { id: string | null };

interface Part {
  before?: number;
  after?: number;
  limit?: number;
}

export const fetchHead = (id: string): Promise<Conversation> =>
  api.get('/conversations/{conversation_id}', { path: { conversation_id: id } });

export const fetchHistory = (id: string, part: Part = {}): Promise<History> =>
  api.get('/conversations/{conversation_id}/messages', { path: { conversation_id: id }, query: part });

/** Nothing on the page waits for news visibly, so they need not last long enough to be seen waiting (spec 7.16). */
const atOnce = createClient({ fetch: (...call) => fetch(...call), sleep: wait, random: Math.random, shortest: 0 });

export const fetchNews = (id: string, after: number): Promise<News> =>
  atOnce.get('/conversations/{conversation_id}/news', { path: { conversation_id: id }, query: { after } });

export const postRead = (id: string, seq: number): Promise<Read> =>
  api.post('/conversations/{conversation_id}/read', { path: { conversation_id: id }, body: { seq } });

export const postTyping = (id: string): Promise<void> =>
  api.post('/conversations/{conversation_id}/typing', { path: { conversation_id: id } });

export const deleteHints = (id: string, seq: number): Promise<void> =>
  api.delete('/conversations/{conversation_id}/messages/{seq}/hints', { path: { conversation_id: id, seq } });

/** Sends where the message's first try went, or is to go; `onProgress` hears of a photo's way. */
export function postMessage({ profile }: Head, unsent: Unsent, onProgress: (part: number) => void): Promise<Sent> {
  const { key: idempotencyKey, to: id, body, gift, photo, isAcknowledged = false } = unsent;
  if (photo) {
    const form = new FormData();
    form.append('file', photo.file);
    form.append('body', body);
    form.append('fictional_acknowledged', String(isAcknowledged));
    const { post } = createUploadClient(onProgress);
    return id
      ? post('/conversations/{conversation_id}/photos', { path: { conversation_id: id }, body: form, idempotencyKey })
      : post('/members/{member_id}/photos', { path: { member_id: profile.id }, body: form, idempotencyKey });
  }
  const message = { body, ...(gift && { gift: gift.key }), fictional_acknowledged: isAcknowledged };
  return id
    ? api.post('/conversations/{conversation_id}/messages', {
        path: { conversation_id: id },
        body: message,
        idempotencyKey,
      })
    : api.post('/members/{member_id}/messages', { path: { member_id: profile.id }, body: message, idempotencyKey });
}
