import { useTranslate } from 'react-admin';
import { moneyInWords } from '@/kit/money';
import { useRecordList } from '@/kit/records';
import { inUnit } from '@/kit/units';
import { FIGURES } from './api';

/** How refunds of this month go, by currency. */
export function Figures() {
  const translate = useTranslate();
  const { data = [] } = useRecordList(FIGURES, {
    pagination: { page: 1, perPage: 5 },
    sort: { field: 'id', order: 'ASC' },
  });
  return data.map((row) => (
    <dl key={row.id} className="stats">
      <Stat label={translate('pages.refunds.figures.waiting')} value={moneyInWords(row.waiting_minor)} />
      <Stat label={translate('pages.refunds.figures.paid')} value={moneyInWords(row.paid_minor)} />
      <Stat
        label={translate('pages.refunds.figures.median')}
        value={row.median_hours === null ? translate('pages.refunds.figures.none') : inUnit(row.median_hours, 'hour')}
      />
      <Stat
        label={translate('pages.refunds.figures.refused')}
        value={translate('pages.refunds.figures.of', { refused: row.refused, asked: row.asked })}
      />
    </dl>
  ));
}

const Stat = ({ label, value }: { label: string; value: string }) => (
  <div className="stat">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
