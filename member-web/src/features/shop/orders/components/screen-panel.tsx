import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '@/ui/icon/icon';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import styles from './screen-panel.module.css';

interface ScreenPanelProps {
  icon: LucideIcon;
  tone: 'wait' | 'ok' | 'danger';
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** What became of a payment, in the middle of the page: a sign, a headline, a sentence, what to do. */
export function ScreenPanel({ icon, tone, title, children, actions }: ScreenPanelProps) {
  return (
    <Panel>
      <div className={styles.screen} data-tone={tone}>
        <Icon of={icon} />
        <PageTitle>{title}</PageTitle>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </Panel>
  );
}
