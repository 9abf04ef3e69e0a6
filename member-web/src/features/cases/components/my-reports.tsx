import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { CaseLine, CaseList } from '@/shared/case-list/case-list';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { reportsQuery, type Report } from '../api/reports';
import styles from './my-reports.module.css';

/** What the member reported, with what became of it or until when it is decided. */
export function MyReports() {
  const { t } = useTranslation('reports');
  const { data: reports } = useQuery(reportsQuery);
  return (
    <section className="stack">
      <h2>{t('mine.title')}</h2>
      {!reports && <Skeleton shape="line" count={2} />}
      {reports?.length === 0 && <p className="muted">{t('mine.none')}</p>}
      {reports && reports.length > 0 && (
        <CaseList>
          {reports.map((report) => (
            <Line key={report.id} report={report} />
          ))}
        </CaseList>
      )}
    </section>
  );
}

function Line({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { kind, about, reason, state, outcome, decided_at: decidedAt, reviewed_at: reviewedAt } = report;
  return (
    <CaseLine title={t(`mine.${kind}`, { name: about ?? t('mine.somebody') })} standing={t(`state.${state}`)}>
      <p className="meta">
        {t('mine.facts', {
          reason: t(`reason.${reason}`),
          number: report.number,
          date: format.date(report.created_at),
        })}
      </p>
      {state === 'open' && <p>{t('mine.due', { date: format.dayAndTime(report.due_at) })}</p>}
      {outcome && decidedAt && (
        <>
          <p>{t(`mine.${outcome}`, { date: format.date(decidedAt) })}</p>
          <blockquote className={styles.answer}>{report.answer}</blockquote>
        </>
      )}
      {reviewedAt && <p>{t('mine.reviewed', { date: format.date(reviewedAt) })}</p>}
    </CaseLine>
  );
}
