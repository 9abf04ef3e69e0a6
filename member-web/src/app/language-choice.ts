import { useTranslation } from 'react-i18next';
import { useSaveLanguage } from '@/api/session';
import { switchLanguage } from '@/i18n';
import { chooseLanguage, LANGUAGES, type Language } from '@/i18n/locales';

/** The present language, those that this site offers, and how to choose one (spec 1.8, 1.9). */
export function useLanguageChoice(ofSite: readonly string[]) {
  const { i18n } = useTranslation();
  const { mutate: save } = useSaveLanguage();
  const offered = LANGUAGES.filter((code) => ofSite.includes(code));
  const choose = async (language: Language) => {
    await switchLanguage(language);
    save(language);
  };
  return { language: chooseLanguage(i18n.language), offered, choose };
}
