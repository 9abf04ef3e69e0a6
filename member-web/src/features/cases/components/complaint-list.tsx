import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { CaseLine, CaseList } from '@/shared/case-list/case-list';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { complaintsQuery, type Complaint } from '../api/complaints';

/** The member's complaints with where they stand; nothing until there is one. */
export function ComplaintList() {
  const { t } = useTranslation('complaints');
  const { data: complaints } = useQuery(complaintsQuery);
  if (!complaints) return <Skeleton shape="line" count={2} />;
  if (complaints.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t('mine')}</h2>
      <CaseList>
        {complaints.map((complaint) => (
          <Line key={complaint.id} complaint={complaint} />
        ))}
      </CaseList>
    </section>
  );
}

function Line({
  complaint: { id, number, topic, state, created_at: createdAt, due_at: dueAt },
}: {
  complaint: Complaint;
}) {
  const { t } = useTranslation('complaints');
  const format = useFormat();
  return (
    <CaseLine title={t(`topic.${topic}`)} standing={t(`state.${state}`)} to={paths.complaint.to(id)}>
      <span className="meta">{t('line', { number, date: format.date(createdAt) })}</span>{' '}
      {state === 'open' && <span>{t('due', { date: format.date(dueAt) })}</span>}
    </CaseLine>
  );
}
