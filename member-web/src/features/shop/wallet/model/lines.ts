import type { Schemas } from '@/api/types';

type Line = Pick<Schemas['EntryOut'], 'kind' | 'credits' | 'conversation_id'>;
type Lot = Pick<Schemas['LotOut'], 'kind' | 'remaining'>;

/** As many conversations are asked after as fit on a screen. */
const CONVERSATIONS = 10;

const SPENT: ReadonlySet<Line['kind']> = new Set(['message', 'photo', 'gift']);

/** The conversations that credits went to, the newest first, each once. */
export function conversationsOf(lines: readonly Line[]): string[] {
  const ids = lines.flatMap(({ kind, conversation_id: id }) => (id && SPENT.has(kind) ? [id] : []));
  return [...new Set(ids)].slice(0, CONVERSATIONS);
}

/** How many of the credits were given, and how many bought. */
export function byKind(lots: readonly Lot[]): Record<Lot['kind'], number> {
  const sum = (kind: Lot['kind']) =>
    lots.filter((lot) => lot.kind === kind).reduce((total, { remaining }) => total + remaining, 0);
  return { bonus: sum('bonus'), purchased: sum('purchased') };
}

/** A number with its sign, so that plus and minus are words and not colours only. */
export const signed = (credits: number): string => (credits > 0 ? `+${credits}` : `−${-credits}`);
