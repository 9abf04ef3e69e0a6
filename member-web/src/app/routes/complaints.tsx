import type { QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { userQuery, useUser } from '@/api/session';
import { complaintsQuery, type ReceivedComplaint } from '@/features/cases/api/complaints';
import { casesQuery } from '@/features/cases/api/decisions';
import { reportsQuery } from '@/features/cases/api/reports';
import { ComplaintForm } from '@/features/cases/components/complaint-form';
import { ComplaintList } from '@/features/cases/components/complaint-list';
import { EndedConversations } from '@/features/cases/components/ended-conversations';
import { MyDecisions } from '@/features/cases/components/my-decisions';
import { MyNotices } from '@/features/cases/components/my-notices';
import { MyReports } from '@/features/cases/components/my-reports';
import { paths } from '@/lib/paths';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import styles from './complaints.module.css';

export const load = async (client: QueryClient) => {
  const isMember = client.getQueryData(userQuery.queryKey);
  if (!isMember) return null;
  await Promise.all([
    client.ensureQueryData(complaintsQuery),
    client.ensureQueryData(reportsQuery),
    client.ensureQueryData(casesQuery),
  ]);
  return null;
};

/**
 * /complaints, and /cases for members: visitors and members complain here. Members also see their complaints and
 * reports, conversations that ended lately, decisions about them, and which people they wrote with were removed for
 * fraud (spec 2.10).
 */
export function Component() {
  const { t } = useTranslation('complaints');
  const navigate = useNavigate();
  const isMember = useUser() !== null;
  const open = ({ id, key }: ReceivedComplaint) =>
    void navigate(paths.complaint.to(id, isMember ? undefined : key), { state: 'new' });
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <PageTitle>{t('title')}</PageTitle>
        <p className="lead">{t('lead')}</p>
      </header>
      {isMember && <ComplaintList />}
      <Panel aria-labelledby="new-complaint">
        <div className="stack">
          <h2 id="new-complaint">{t('new')}</h2>
          {isMember && <p className="muted">{t('reportHint')}</p>}
          <ComplaintForm onSent={open} />
        </div>
      </Panel>
      {isMember && <MyReports />}
      {isMember && <EndedConversations />}
      {isMember && <MyDecisions />}
      {isMember && <MyNotices />}
    </main>
  );
}
