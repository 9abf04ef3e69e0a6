import { api, createClient, wait } from '@/api/client';
import type { Schemas } from '@/api/types';
import { upload } from '@/api/upload';
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

export const fetchHead = (id: string): Promise<Conversation> => api.get<Conversation>(`/conversations/${id}`);

export const fetchHistory = (id: string, part: Part = {}): Promise<History> =>
  api.get<History>(`/conversations/${id}/messages`, { ...part });

/** Nothing on the page waits for news visibly, so they need not last long enough to be seen waiting (spec 7.16). */
const atOnce = createClient({ fetch: (...call) => fetch(...call), sleep: wait, random: Math.random, shortest: 0 });

export const fetchNews = (id: string, after: number): Promise<News> =>
  atOnce.get<News>(`/conversations/${id}/news`, { after });

export const postRead = (id: string, seq: number): Promise<Read> =>
  api.post<Read>(`/conversations/${id}/read`, { seq });

export const postTyping = (id: string): Promise<void> => api.post(`/conversations/${id}/typing`);

export const deleteHints = (id: string, seq: number): Promise<void> =>
  api.delete(`/conversations/${id}/messages/${seq}/hints`);

/** Sends into the conversation, or to the person where there is none yet; `onProgress` hears of a photo's way. */
export function postMessage(head: Head, unsent: Unsent, onProgress: (part: number) => void): Promise<Sent> {
  const { key, body, gift, photo, isAcknowledged = false } = unsent;
  const place = head.id ? `/conversations/${head.id}` : `/members/${head.profile.id}`;
  const options = { idempotencyKey: key };
  if (photo) {
    const form = new FormData();
    form.append('file', photo.file);
    form.append('body', body);
    form.append('fictional_acknowledged', String(isAcknowledged));
    return upload<Sent>(`${place}/photos`, form, onProgress, options);
  }
  const message = { body, ...(gift && { gift: gift.key }), fictional_acknowledged: isAcknowledged };
  return api.post<Sent>(`${place}/messages`, message, options);
}
