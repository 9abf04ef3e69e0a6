import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { RecordContextProvider, ReferenceField, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Loading } from '@/kit/desk-kit';
import { Failed } from '@/kit/failed';
import { moneyInWords } from '@/kit/money';
import { useRecordList } from '@/kit/records';
import { momentInWords } from '@/kit/times';
import { REFUNDS, type RefundRow } from './api';

const FILTERS = ['requested', 'failed', 'all'] as const;
export type Which = (typeof FILTERS)[number];

/** The refunds that wait for a decision, those that did not arrive, or all; the oldest first while they wait. */
export function useRefunds(which: Which) {
  return useRecordList(
    REFUNDS,
    {
      pagination: { page: 1, perPage: 50 },
      sort: { field: 'id', order: which === 'requested' ? 'ASC' : 'DESC' },
      filter: which === 'all' ? {} : { state: which },
    },
    { refetchInterval: 15_000 },
  );
}

interface Props {
  refunds: ReturnType<typeof useRefunds>;
  which: Which;
  current: string | undefined;
  onWhich: (which: Which) => void;
}

export function RefundList({ refunds, which, current, onWhich }: Props) {
  const translate = useTranslate();
  const { data = [], error, refetch } = refunds;
  return (
    <>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={which}
        aria-label={translate('pages.refunds.columns.queue')}
        onChange={(_event, next: Which | null) => next && onWhich(next)}
        className="desk-filter"
      >
        {FILTERS.map((one) => (
          <ToggleButton key={one} value={one}>
            {translate(`pages.refunds.filters.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {refunds.isPending ? <Loading /> : null}
      {!error && !refunds.isPending && data.length === 0 ? (
        <p className="desk-empty">{translate(`pages.refunds.empty.${which}`)}</p>
      ) : null}
      <ul>
        {data.map((refund) => (
          <li key={refund.id}>
            <Row refund={refund} isCurrent={refund.id === current} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ refund, isCurrent }: { refund: RefundRow; isCurrent: boolean }) {
  const translate = useTranslate();
  return (
    <Link to={`/refunds/${refund.id}`} className="waiting" aria-current={isCurrent ? 'true' : undefined}>
      <b>
        <RecordContextProvider value={refund}>
          <ReferenceField reference="accounts.members" source="member_id" link={false} />
        </RecordContextProvider>
      </b>
      <b className="number">{moneyInWords(refund.amount_minor)}</b>
      <small>
        {translate(`choices.${refund.reason}`)} · {translate(`choices.${refund.state}`)}
      </small>
      <time dateTime={refund.created_at}>{momentInWords(refund.created_at)}</time>
    </Link>
  );
}
