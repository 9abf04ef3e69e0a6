import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { LOCALES, type Language } from '@/i18n/locales';
import { Icon } from '@/ui/icon/icon';
import { Menu } from '@/ui/menu/menu';
import { useLanguageChoice } from '../language-choice';
import styles from './language-menu.module.css';

/** The language switcher: every language by its own name; it switches without a reload. */
export function LanguageMenu({ showsName = false }: { showsName?: boolean }) {
  const { t } = useTranslation();
  const { languages } = useSettings();
  const { language, offered, choose } = useLanguageChoice(languages);
  const name = LOCALES[language].name;
  return (
    <Menu
      label={t('language.label', { name })}
      entries={offered.map((code) => ({ id: code, text: LOCALES[code].name, lang: code }))}
      selected={language}
      onChoose={(code) => void choose(code as Language)}
      look={showsName ? 'bare' : 'round'}
    >
      <Icon of={Languages} />
      {showsName && <span className={styles.name}>{name}</span>}
    </Menu>
  );
}
