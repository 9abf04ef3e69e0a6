import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { CaseLine, CaseList } from '@/ui/case-list/case-list';
import { casesQuery, type Notice } from '../api/decisions';

/** Who was removed for fraud with whom the member wrote, and what came back; nothing while there is nobody. */
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
      <p className="muted">{t('notices.note')}</p>
    </section>
  );
}

function Line({ notice: { about: name, at, credits } }: { notice: Notice }) {
  const { t } = useTranslation('cases');
  const format = useFormat();
  const date = format.date(at);
  return (
    <CaseLine title={t('notices.removed')}>
      <span className="meta">{name === null ? date : t('notices.line', { name, date })}</span>
      <span>{t('notices.happened')}</span>
      {credits > 0 && <span>{t('notices.credits', { count: credits })}</span>}
    </CaseLine>
  );
}
