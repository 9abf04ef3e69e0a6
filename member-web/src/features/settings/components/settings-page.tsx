import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { DeleteLink } from '../account/components/delete-link';
import { EmailChangeForm } from '../account/components/email-change-form';
import { ExportPanel } from '../account/components/export-panel';
import { PasswordForm } from '../account/components/password-form';
import { useNotificationSettings } from '../api/notification-settings';
import { BlockedPanel } from './blocked-panel';
import { ConsentsPanel } from './consents-panel';
import { DeliveryPanel } from './delivery-panel';
import { DevicesPanel } from './devices-panel';
import { MailStopped } from './mail-stopped';
import { MoneyPanel } from './money-panel';
import { NoticesPanel } from './notices-panel';
import { PrivacyPanel } from './privacy-panel';
import { ReadingPanel } from './reading-panel';
import { PanelTitle } from './save-note';
import styles from './settings.module.css';
import { SideIndex } from './side-index';

/** /notifications: everything that a member can decide, each choice saved as it is made (spec 2.18, 2.34). */
export function SettingsPage({ language }: { language: ReactNode }) {
  const { t } = useTranslation('settings');
  const { settings, save, saving } = useNotificationSettings();
  return (
    <div className={`wrap ${styles.page}`}>
      <PageTitle>{t('title')}</PageTitle>
      <div className={styles.grid}>
        <SideIndex />
        <div className={styles.panels}>
          {settings && <MailStopped settings={settings} save={save} />}
          <div className={styles.pair}>
            {settings && <NoticesPanel settings={settings} save={save} saving={saving} />}
            <ReadingPanel language={language} />
          </div>
          {settings && <DeliveryPanel settings={settings} save={save} saving={saving} />}
          <PrivacyPanel />
          <Section id="login">
            <h3>{t('login.password')}</h3>
            <PasswordForm />
            <h3 className={styles.rule}>{t('login.email')}</h3>
            <EmailChangeForm />
          </Section>
          <DevicesPanel />
          <MoneyPanel />
          <ConsentsPanel />
          <BlockedPanel />
          <Section id="data">
            <ExportPanel />
          </Section>
          <Section id="leave">
            <DeleteLink />
          </Section>
        </div>
      </div>
    </div>
  );
}

function Section({ id, children }: { id: 'login' | 'data' | 'leave'; children: ReactNode }) {
  const { t } = useTranslation('settings');
  return (
    <Panel id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <div className="stack">
        <PanelTitle id={`${id}-title`}>{t(`index.${id}`)}</PanelTitle>
        {children}
      </div>
    </Panel>
  );
}
