import type { QueryClient } from '@tanstack/react-query';
import { useSettings } from '@/api/session';
import { DeleteLink } from '@/features/settings/account/components/delete-link';
import { EmailChangeForm } from '@/features/settings/account/components/email-change-form';
import { ExportPanel } from '@/features/settings/account/components/export-panel';
import { PasswordForm } from '@/features/settings/account/components/password-form';
import { notificationSettingsQuery } from '@/features/settings/api/notification-settings';
import { privacyQuery } from '@/features/settings/api/privacy';
import { LanguageField } from '@/features/settings/components/language-field';
import { SettingsPage } from '@/features/settings/components/settings-page';
import { LOCALES, type Language } from '@/i18n/locales';
import { useLanguageChoice } from '../language-choice';

export const load = (client: QueryClient) =>
  Promise.all([client.ensureQueryData(notificationSettingsQuery), client.ensureQueryData(privacyQuery)]);

/** /notifications: the settings (spec 2.18, 2.34). */
export function Component() {
  return (
    <main id="main">
      <SettingsPage
        language={<ChosenLanguage />}
        password={<PasswordForm />}
        email={<EmailChangeForm />}
        data={<ExportPanel />}
        leave={<DeleteLink />}
      />
    </main>
  );
}

function ChosenLanguage() {
  const { languages } = useSettings();
  const { language, offered, choose } = useLanguageChoice(languages);
  return (
    <LanguageField
      language={language}
      choices={offered.map((code) => ({ value: code, text: LOCALES[code].name }))}
      onChange={(code) => void choose(code as Language)}
    />
  );
}
