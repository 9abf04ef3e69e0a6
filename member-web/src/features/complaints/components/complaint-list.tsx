import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Label } from '@/ui/label/label';
import { Link } from '@/ui/link/link';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { complaintsQuery, type Complaint } from '../api/complaints';
import styles from './complaint-list.module.css';

/** The member's complaints with where they stand; nothing until there is one. */
export function ComplaintList() {
  const { t } = useTranslation('complaints');
  const { data: complaints } = useQuery(complaintsQuery);
  if (!complaints) return <Skeleton shape="line" count={2} />;
  if (complaints.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t('mine')}</h2>
      <ul className={styles.complaints}>
        {complaints.map((complaint) => (
          <Line key={complaint.id} complaint={complaint} />
        ))}
      </ul>
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
    <li>
      <Link to={paths.complaint.to(id)} className={styles.complaint}>
        <span className={styles.head}>
          <b>{t(`topic.${topic}`)}</b> <Label tone="tint">{t(`state.${state}`)}</Label>
        </span>{' '}
        <span className="meta">{t('line', { number, date: format.date(createdAt) })}</span>{' '}
        {state === 'open' && <span>{t('due', { date: format.date(dueAt) })}</span>}
      </Link>
    </li>
  );
}
