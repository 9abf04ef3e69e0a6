import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { CaseLine, CaseList } from '@/shared/case-list/case-list';
import { casesQuery, type Notice } from '../api/decisions';

/**
 * Who was removed for fraud with whom the member wrote, what came back, and where that was a mistake; nothing while
 * there is nobody.
 */
export function MyNotices() {
  const { t } = useTranslation('cases');
  const { data: { notices } = { notices: [] } } = useQuery(casesQuery);
  if (notices.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t('notices.title')}</h2>
      <CaseList>
        {notices.map((notice) => (
          <Line key={notice.id} notice={notice} />
        ))}
      </CaseList>
      {notices.some((notice) => notice.withdrawn_at === null) && <p className="muted">{t('notices.note')}</p>}
    </section>
  );
}

function Line({ notice: { about: name, at, credits, withdrawn_at: withdrawnAt } }: { notice: Notice }) {
  const { t } = useTranslation('cases');
  const format = useFormat();
  const date = format.date(withdrawnAt ?? at);
  const line = <span className="meta">{name === null ? date : t('notices.line', { name, date })}</span>;
  if (withdrawnAt !== null)
    return (
      <CaseLine title={t('notices.wrong')}>
        {line}
        <span>{t('notices.withdrawn')}</span>
        {credits > 0 && <span>{t('notices.kept')}</span>}
      </CaseLine>
    );
  return (
    <CaseLine title={t('notices.removed')}>
      {line}
      <span>{t('notices.happened')}</span>
      {credits > 0 && <span>{t('notices.credits', { count: credits })}</span>}
    </CaseLine>
  );
}
