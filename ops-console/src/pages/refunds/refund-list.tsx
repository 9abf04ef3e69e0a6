import type { ComponentProps } from 'react';
import { RecordContextProvider, ReferenceField, useTranslate } from 'react-admin';
import { DeskList, useDeskList } from '@/kit/desk-list';
import { moneyInWords } from '@/kit/money';
import { momentInWords } from '@/kit/times';
import { REFUNDS, type RefundRow } from './api';

const FILTERS = ['requested', 'failed', 'all'] as const;
export type Which = (typeof FILTERS)[number];

/** The refunds that wait for a decision, those that did not arrive, or all; the oldest first while they wait. */
export const useRefunds = (which: Which) =>
  useDeskList(REFUNDS, which === 'all' ? {} : { state: which }, 'id', which === 'requested' ? 'ASC' : 'DESC');

type Props = Omit<ComponentProps<typeof DeskList<typeof REFUNDS, Which>>, 'name' | 'states' | 'empty' | 'children'>;

export const RefundList = (props: Props) => (
  <DeskList<typeof REFUNDS, Which>
    {...props}
    name="refunds"
    states={FILTERS}
    empty={`pages.refunds.empty.${props.state}`}
    isWide
  >
    {(refund) => <Row refund={refund} />}
  </DeskList>
);

function Row({ refund }: { refund: RefundRow }) {
  const translate = useTranslate();
  return (
    <>
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
    </>
  );
}
