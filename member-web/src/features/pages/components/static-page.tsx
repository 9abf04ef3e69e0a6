import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { chooseLanguage, LOCALES } from '@/i18n/locales';
import { Icon } from '@/ui/icon/icon';
import { PageTitle } from '@/ui/page-title/page-title';
import { pageQuery, type StaticPage as Page } from '../api/page';
import { contentsOf, languageName, type Entry } from '../model/contents';
import { Blocks } from './blocks';
import styles from './static-page.module.css';

/** A static page: its text, its sections beside it on a desk, its date and its other languages (spec 2.30, 9.6). */
export function StaticPage({ token }: { token: string }) {
  const { t, i18n } = useTranslation('pages');
  const format = useFormat();
  const language = chooseLanguage(i18n.language);
  const { data: page, isPlaceholderData } = useQuery(pageQuery(token, language));
  if (!page) return null;
  const contents = contentsOf(page.blocks);
  const isOther = page.language !== language && !isPlaceholderData;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head} lang={page.language}>
        <PageTitle>{page.title}</PageTitle>
        {page.description && <p className="lead">{page.description}</p>}
      </header>
      {isOther && (
        <p className={styles.note} role="note">
          {t('otherLanguage', { name: languageName(page.language, LOCALES[language].tag) })}
        </p>
      )}
      {contents.length > 0 && <Contents entries={contents} language={page.language} />}
      <article className={styles.text} lang={page.language} aria-busy={isPlaceholderData}>
        <Blocks blocks={page.blocks} />
      </article>
      <footer className={styles.end}>
        <p className="meta">{t('dated', { date: format.date(new Date(`${page.dated}T00:00`)) })}</p>
        <OtherLanguages page={page} />
      </footer>
    </div>
  );
}

/** Beside the text on a desk; on a phone folded, so that the text begins at once. */
function Contents({ entries, language }: { entries: readonly Entry[]; language: string }) {
  const { t } = useTranslation('pages');
  const list = (
    <ul lang={language}>
      {entries.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={styles.contents} aria-label={t('contents')}>
      <details className="only-phone">
        <summary>
          {t('contents')}
          <Icon of={ChevronDown} />
        </summary>
        {list}
      </details>
      <div className="only-desk">
        <p className={styles.contentsTitle}>{t('contents')}</p>
        {list}
      </div>
    </nav>
  );
}

/** Addresses of their own, so that a page can be sent to somebody in the language that they read. */
function OtherLanguages({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const others = page.languages.filter((code) => code !== page.language);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('languages')} className={styles.languages}>
      <p className="meta">{t('languages')}</p>
      <ul>
        {others.map((code) => (
          <li key={code}>
            <a href={`${page.path}?lang=${code}`} hrefLang={code} lang={code}>
              {LOCALES[code as keyof typeof LOCALES].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
