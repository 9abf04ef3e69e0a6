import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { i18n } from '@/i18n';
import { LOCALES, type Language } from '@/i18n/locales';
import { Button } from '@/ui/button/button';
import { PageTitle } from '@/ui/page-title/page-title';
import { RadioGroup } from '@/ui/radio-group/radio-group';
import { showToast } from '@/ui/toast/toast';
import { useLanguageChoice } from '../language-choice';
import styles from './narrow.module.css';

/** /lang-config: the language of pages, mails and notices. */
export function Component() {
  const { t } = useTranslation();
  const { languages } = useSettings();
  const { language, offered, choose } = useLanguageChoice(languages);
  const [picked, setPicked] = useState(language);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await choose(picked).finally(() => setSaving(false));
    await showToast({ text: i18n.t('language.saved', { name: LOCALES[picked].name }) });
  };
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <PageTitle>{t('language.title')}</PageTitle>
      <p className="lead">{t('language.lead')}</p>
      <RadioGroup
        label={t('language.title')}
        boxed
        hideLabel
        value={picked}
        onChange={(code) => setPicked(code as Language)}
        choices={offered.map((code) => ({ value: code, text: <span lang={code}>{LOCALES[code].name}</span> }))}
      />
      <Button variant="primary" size="large" isPending={isSaving} onPress={() => void save()}>
        {t('language.save')}
      </Button>
    </main>
  );
}
