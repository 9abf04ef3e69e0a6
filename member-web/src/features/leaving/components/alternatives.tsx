import { useQuery } from '@tanstack/react-query';
import { EyeOff, FolderDown, Mails, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { invisibleQuery, useBecomeInvisible } from '../api/leaving';
import styles from './leaving.module.css';

/** What may be enough instead of leaving (spec 2.33). */
export function Alternatives() {
  const { t } = useTranslation('account-life');
  return (
    <div className={styles.cards}>
      <Invisible />
      <Card icon={Mails} title={t('leave.mails.title')} text={t('leave.mails.text')}>
        <ButtonLink to={paths.settings.to()} wide>
          {t('leave.mails.go')}
        </ButtonLink>
      </Card>
      <Card icon={FolderDown} title={t('leave.copy.title')} text={t('leave.copy.text')}>
        <ButtonLink to={paths.settings.to()} wide>
          {t('leave.copy.go')}
        </ButtonLink>
      </Card>
    </div>
  );
}

function Invisible() {
  const { t } = useTranslation('account-life');
  const { data: isInvisible } = useQuery(invisibleQuery);
  const become = useBecomeInvisible();
  return (
    <Card icon={EyeOff} title={t('leave.invisible.title')} text={t('leave.invisible.text')}>
      <ProblemAlert lead={t('leave.invisible.failed')} error={become.error} />
      {isInvisible ? (
        <p role="status">
          <b>{t('leave.invisible.is')}</b>
        </p>
      ) : (
        <Button wide onPress={() => become.mutate()} isPending={become.isPending}>
          {t('leave.invisible.go')}
        </Button>
      )}
    </Card>
  );
}

interface CardProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

function Card({ icon, title, text, children }: CardProps) {
  return (
    <Panel>
      <div className={styles.card}>
        <Icon of={icon} />
        <h2>{title}</h2>
        <p className="muted">{text}</p>
        <div>{children}</div>
      </div>
    </Panel>
  );
}
