import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMember, useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { invitationsQuery, useInvite, type Invitations } from '../api/invitations';
import { InvitationCard } from './invitation-card';
import styles from './invitations-page.module.css';

/** The links with which a member brings others in, where the site lets members (spec 6.2). */
export function InvitationsPage() {
  const { t } = useTranslation('invitations');
  const { name } = useSettings();
  const { data } = useQuery(invitationsQuery);
  return (
    <div className={`wrap stack ${styles.page}`}>
      <PageTitle>{t('title')}</PageTitle>
      <p className="lead measure">{t('lead', { name })}</p>
      {!data ? <Skeleton shape="block" count={2} /> : data.is_offered ? <Offered data={data} /> : <NotOffered />}
    </div>
  );
}

function Offered({ data: { left, invitations } }: { data: Invitations }) {
  const { t } = useTranslation('invitations');
  const invite = useInvite();
  const isConfirmed = useMember().status === 'active';
  return (
    <>
      {isConfirmed ? (
        <div className="row">
          <Button
            variant="primary"
            size="large"
            icon={UserPlus}
            isDisabled={left === 0}
            isPending={invite.isPending}
            onPress={() => invite.mutate()}
          >
            {t('make')}
          </Button>
          <p className="muted">{left > 0 ? t('left', { count: left }) : t('none')}</p>
        </div>
      ) : (
        <Alert lead={t('confirmFirst')}>{t('confirmHelp')}</Alert>
      )}
      <ProblemAlert lead={t('failed')} error={invite.error} />
      {invitations.length > 0 ? (
        <ul className={styles.list}>
          {invitations.map((one) => (
            <li key={one.id}>
              <InvitationCard invitation={one} />
            </li>
          ))}
        </ul>
      ) : (
        <Panel>
          <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
        </Panel>
      )}
    </>
  );
}

function NotOffered() {
  const { t } = useTranslation('invitations');
  return (
    <Panel>
      <EmptyState title={t('closed.title')} actions={<ButtonLink to={paths.home.to()}>{t('closed.home')}</ButtonLink>}>
        {t('closed.text')}
      </EmptyState>
    </Panel>
  );
}
