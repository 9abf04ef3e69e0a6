import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { CaseLine, CaseList } from '@/shared/case-list/case-list';
import { casesQuery, type Decision } from '../api/decisions';

const STANDING = {
  proposed: 'holds',
  'in-force': 'holds',
  ended: 'ended',
  lifted: 'lifted',
  refused: 'lifted',
} as const;

/** What staff decided about the member, each with the way to its reasons; nothing while there is none. */
export function MyDecisions() {
  const { t } = useTranslation('cases');
  const { data: { decisions } = { decisions: [] } } = useQuery(casesQuery);
  if (decisions.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t('mine')}</h2>
      <CaseList>
        {decisions.map((decision) => (
          <Line key={decision.id} decision={decision} />
        ))}
      </CaseList>
    </section>
  );
}

function Line({ decision: { id, number, measure_text: measure, state, in_force_at: at } }: { decision: Decision }) {
  const { t } = useTranslation('cases');
  const format = useFormat();
  return (
    <CaseLine title={measure} standing={t(STANDING[state])} to={paths.case.to(id)}>
      <span className="meta">{t('line', { number, date: format.date(at) })}</span>
    </CaseLine>
  );
}
