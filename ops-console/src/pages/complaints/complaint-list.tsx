import type { ComponentProps } from 'react';
import { RecordContextProvider, ReferenceField, useTranslate } from 'react-admin';
import { DeskList, useDeskList } from '@/kit/desk-list';
import { untilInWords } from '@/kit/times';
import { COMPLAINTS, STATES, type ComplaintRow, type State } from './api';

/** The complaints in a state, those that are due first before the others. */
export const useComplaints = (state: State) =>
  useDeskList(COMPLAINTS, { state }, 'due_at', state === 'open' ? 'ASC' : 'DESC');

type Props = Omit<ComponentProps<typeof DeskList<typeof COMPLAINTS, State>>, 'name' | 'states' | 'empty' | 'children'>;

export const ComplaintList = (props: Props) => (
  <DeskList<typeof COMPLAINTS, State>
    {...props}
    name="complaints"
    states={STATES}
    empty={props.state === 'open' ? 'pages.complaints.empty_open' : 'pages.complaints.empty'}
  >
    {(complaint) => <Row complaint={complaint} />}
  </DeskList>
);

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

function Row({ complaint }: { complaint: ComplaintRow }) {
  const translate = useTranslate();
  const left = untilInWords(complaint.due_at);
  return (
    <>
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
    </>
  );
}
