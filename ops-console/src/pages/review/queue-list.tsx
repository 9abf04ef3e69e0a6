import { useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Loading } from '@/kit/desk-kit';
import { Failed } from '@/kit/failed';
import { useByIds, useRecordList } from '@/kit/records';
import type { RecordOf } from '@/providers/schema';
import type { Item, ItemKind } from './api';
import { LOOK_AGAIN } from './desk-tabs';
import { ageOf, inWords, leftUntil } from './time';

const WAITING = {
  pagination: { page: 1, perPage: 50 },
  sort: { field: 'urgency', order: 'ASC' },
  filter: { state: 'open' },
} as const;
const IN_HAND = { ...WAITING, filter: { state: 'claimed' } } as const;

/** What waits, the most urgent first, below what somebody has in hand. */
export function useQueue() {
  const open = useRecordList('moderation.review', WAITING, LOOK_AGAIN);
  const claimed = useRecordList('moderation.review', IN_HAND, LOOK_AGAIN);
  const items = [...(claimed.data ?? []), ...(open.data ?? [])];
  return {
    items,
    isEmpty: open.isSuccess && claimed.isSuccess && items.length === 0,
    waiting: open.total,
    oldest: open.data?.map(({ opened_at: at }) => at).sort()[0],
    isLate: open.data?.some(({ due_at: at }) => leftUntil(at) < 0) ?? false,
    hidden: Math.max(0, (open.total ?? 0) - (open.data?.length ?? 0)),
    isPending: open.isPending,
    error: open.error,
    lookAgain: useRefresh(),
  };
}

export type Queue = ReturnType<typeof useQueue>;

export function QueueList({ queue, current }: { queue: Queue; current: string | undefined }) {
  const translate = useTranslate();
  const { items, isEmpty, hidden, isPending, error, lookAgain } = queue;
  const members = useByIds(
    'accounts.members',
    items.map(({ member_id: id }) => id),
  );
  const photos = useByIds(
    'profiles.photos',
    items.filter(({ kind }) => isOfPhoto(kind)).map(({ subject_id: id }) => id),
  );

  if (error) return <Failed error={error} onRetry={lookAgain} />;
  if (isEmpty)
    return (
      <div className="desk-note">
        <p>{translate('pages.review.empty')}</p>
        <p className="note">{translate('pages.review.empty_hint')}</p>
      </div>
    );
  if (isPending) return <Loading />;
  return (
    <>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Waiting
              item={item}
              isCurrent={item.id === current}
              member={members.get(item.member_id)}
              picture={photos.get(item.subject_id)?.blurred ?? undefined}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 ? <p className="desk-note note">{translate('pages.review.more', { smart_count: hidden })}</p> : null}
    </>
  );
}

interface WaitingProps {
  item: Item;
  isCurrent: boolean;
  member: RecordOf<'accounts.members'> | undefined;
  picture: string | undefined;
}

function Waiting({ item, isCurrent, member, picture }: WaitingProps) {
  const translate = useTranslate();
  const { id, kind, priority, opened_at: at, due_at: due, claimed_by: by } = item;
  const left = leftUntil(due);
  return (
    <Link to={`/review/${id}`} className="waiting pictured" aria-current={isCurrent}>
      {picture ? (
        <img src={picture} alt="" />
      ) : (
        <span className="no-picture" aria-hidden>
          {member?.name[0]}
        </span>
      )}
      <b>{translate(`pages.review.kinds.${kind}`)}</b>
      <time dateTime={at}>{ageOf(at)}</time>
      <small>
        {member
          ? translate('pages.review.person', { name: member.name, age: member.age })
          : translate('pages.review.somebody')}
        {by ? <span>{translate('pages.review.in_hand', { name: by })}</span> : null}
      </small>
      <Urgency priority={priority} late={left < 0 ? inWords(left) : undefined} />
    </Link>
  );
}

function Urgency({ priority, late }: { priority: number; late: string | undefined }) {
  const translate = useTranslate();
  if (late !== undefined) return <span className="badge danger">{translate('pages.review.late', { time: late })}</span>;
  const tone = { 1: 'danger', 2: 'warn' }[priority];
  return tone ? <span className={`badge ${tone}`}>{translate(`pages.review.priority.${priority}`)}</span> : null;
}

export const isOfPhoto = (kind: ItemKind | null) => kind === 'photo' || kind === 'photo-report';
