import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Loading } from '@/kit/desk-kit';
import { Failed } from '@/kit/failed';
import { useRecordList } from '@/kit/records';
import { ageOf, languageName } from '@/pages/review/time';
import { FICTION, STATES, type FictionRow, type State } from './api';

/** The conversations in a state, those that wait longest before the others. */
export function useConversations(state: State) {
  return useRecordList(
    FICTION,
    { pagination: { page: 1, perPage: 50 }, sort: { field: 'since', order: 'ASC' }, filter: { state } },
    { refetchInterval: 15_000 },
  );
}

interface Props {
  conversations: ReturnType<typeof useConversations>;
  state: State;
  current: string | undefined;
  onState: (state: State) => void;
}

export function FictionList({ conversations, state, current, onState }: Props) {
  const translate = useTranslate();
  const { data = [], error, isPending, refetch } = conversations;
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={state}
        aria-label={translate('pages.fiction.columns.queue')}
        onChange={(_event, next: State | null) => next && onState(next)}
        className="desk-filter desk-states"
      >
        {STATES.map((one) => (
          <ToggleButton key={one} value={one}>
            {translate(`pages.fiction.filters.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Loading /> : null}
      {!error && !isPending && data.length === 0 ? (
        <p className="desk-empty">
          {translate(state === 'waiting' ? 'pages.fiction.empty_waiting' : 'pages.fiction.empty')}
        </p>
      ) : null}
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            <Row conversation={one} isCurrent={one.id === current} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ conversation, isCurrent }: { conversation: FictionRow; isCurrent: boolean }) {
  const translate = useTranslate();
  const at = conversation.since ?? conversation.last_at;
  return (
    <Link to={`/fiction/${conversation.id}`} className="waiting" aria-current={isCurrent ? 'true' : undefined}>
      <b>{conversation.member}</b>
      <time dateTime={at}>{ageOf(at)}</time>
      <small>
        {conversation.profile} · {languageName(conversation.language)}
        {conversation.unread > 1 ? ` (${conversation.unread})` : ''}
      </small>
      <small>
        {conversation.held_by === null ? '' : translate('pages.fiction.held', { name: conversation.held_by })}
      </small>
    </Link>
  );
}
