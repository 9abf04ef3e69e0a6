import { useTranslation } from 'react-i18next';
import { Select } from '@/ui/select/select';

interface LanguageFieldProps {
  language: string;
  choices: readonly { value: string; text: string }[];
  onChange: (language: string) => void;
}

/** The language of pages, mails and notices, taking effect at once. */
export function LanguageField({ language, choices, onChange }: LanguageFieldProps) {
  const { t } = useTranslation('settings');
  return (
    <Select
      label={t('reading.language')}
      help={t('reading.languageHelp')}
      value={language}
      choices={choices}
      onChange={onChange}
    />
  );
}
