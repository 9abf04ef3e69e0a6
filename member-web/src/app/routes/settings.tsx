import type { QueryClient } from '@tanstack/react-query';
import { useSettings } from '@/api/session';
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
      <SettingsPage language={<ChosenLanguage />} />
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
