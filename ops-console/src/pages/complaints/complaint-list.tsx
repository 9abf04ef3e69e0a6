import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { RecordContextProvider, ReferenceField, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Loading } from '@/kit/desk-kit';
import { Failed } from '@/kit/failed';
import { useRecordList } from '@/kit/records';
import { untilInWords } from '@/kit/times';
import { COMPLAINTS, STATES, type ComplaintRow, type State } from './api';

/** The complaints in a state, those that are due first before the others. */
export function useComplaints(state: State) {
  return useRecordList(
    COMPLAINTS,
    {
      pagination: { page: 1, perPage: 50 },
      sort: { field: 'due_at', order: state === 'open' ? 'ASC' : 'DESC' },
      filter: { state },
    },
    { refetchInterval: 15_000 },
  );
}

interface Props {
  complaints: ReturnType<typeof useComplaints>;
  state: State;
  current: string | undefined;
  onState: (state: State) => void;
}

export function ComplaintList({ complaints, state, current, onState }: Props) {
  const translate = useTranslate();
  const { data = [], error, isPending, refetch } = complaints;
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={state}
        aria-label={translate('pages.complaints.columns.queue')}
        onChange={(_event, next: State | null) => next && onState(next)}
        className="desk-filter desk-states"
      >
        {STATES.map((one) => (
          <ToggleButton key={one} value={one}>
            {translate(`pages.complaints.filters.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Loading /> : null}
      {!error && !isPending && data.length === 0 ? (
        <p className="desk-empty">
          {translate(state === 'open' ? 'pages.complaints.empty_open' : 'pages.complaints.empty')}
        </p>
      ) : null}
      <ul>
        {data.map((complaint) => (
          <li key={complaint.id}>
            <Row complaint={complaint} isCurrent={complaint.id === current} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Who complained, as far as that is known. */
function Complainant({ complaint }: { complaint: ComplaintRow }) {
  const translate = useTranslate();
  const isMatched = complaint.member_id === null;
  if (isMatched && complaint.matched_id === null) return translate('pages.complaints.visitor');
  return (
    <RecordContextProvider value={complaint}>
      <ReferenceField reference="accounts.members" source={isMatched ? 'matched_id' : 'member_id'} link={false} />
      {isMatched ? <span className="badge">{translate('pages.complaints.unproven')}</span> : null}
    </RecordContextProvider>
  );
}

function Row({ complaint, isCurrent }: { complaint: ComplaintRow; isCurrent: boolean }) {
  const translate = useTranslate();
  const left = untilInWords(complaint.due_at);
  return (
    <Link to={`/complaints/${complaint.id}`} className="waiting" aria-current={isCurrent ? 'true' : undefined}>
      <b>
        <Complainant complaint={complaint} />
      </b>
      {complaint.state === 'open' ? (
        <time dateTime={complaint.due_at}>
          <span className={left.isOver ? 'badge danger' : undefined}>{left.text}</span>
        </time>
      ) : (
        <span />
      )}
      <small>
        {translate(`choices.${complaint.topic}`)} · {complaint.number}
      </small>
      <small>{complaint.claimed_by}</small>
    </Link>
  );
}
