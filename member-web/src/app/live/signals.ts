/** What the stream tells of: something that happened, by its topic and ids. */
export interface Signal {
  topic: string;
  conversation_id?: string;
  from_id?: string;
  by_id?: string;
  member_id?: string;
  is_online?: boolean;
}

/** What a page reads anew as a whole. */
export type Ageing = 'user' | 'chats' | 'likes';

/** Everything that grows old while a page is open. */
export const AGEING: readonly Ageing[] = ['user', 'chats', 'likes'];

/** What one conversation, or all of them, does: asks for news, or reads its newest messages anew. */
export type Asking = 'news' | 'whole';

interface Consequence {
  reads: readonly Ageing[];
  /** What the conversation does that the signal names, or every one where it names none. */
  convo?: Asking;
}

const NOTHING: Consequence = { reads: [] };

/**
 * The one table of what follows from a signal, for the member with the id `me`. What is in sight is asked for by the
 * API that the page has anyway, so that labels, blocks and prices come from one place.
 */
export function consequence({ topic, by_id: by }: Signal, me: string): Consequence {
  switch (topic) {
    case 'message':
      return { reads: ['user', 'chats'], convo: 'news' };
    case 'conversation':
      return { reads: ['chats'], convo: 'whole' };
    case 'seen':
      // What the other side read changes a tick; what the member read elsewhere changes totals.
      return by === me ? { reads: ['user', 'chats'] } : { reads: [], convo: 'news' };
    case 'like':
    case 'likes':
    case 'match':
      return { reads: ['user', 'likes'] };
    case 'chats':
      // Whoever blocked or left is gone from the likes, too.
      return { reads: AGEING, convo: 'news' };
    case 'credits':
      return { reads: ['user'] };
    case 'user':
      return { reads: ['user'], convo: 'news' };
    default:
      return NOTHING;
  }
}
