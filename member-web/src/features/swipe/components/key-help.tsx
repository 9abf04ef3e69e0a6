import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/ui/icon/icon';
import styles from './key-help.module.css';

/** Which keys play, and what becomes of a like. */
export function KeyHelp({ name }: { name: string | undefined }) {
  const { t } = useTranslation('swipe');
  return (
    <aside className={`only-desk stack ${styles.help}`} aria-labelledby="swipe-keys">
      <h2 id="swipe-keys">{t('keys.title')}</h2>
      <ul>
        <Key means={t('pass')}>
          <Icon of={ArrowLeft} />
          <span className="visually-hidden">{t('keys.left')}</span>
        </Key>
        <Key means={t('like')}>
          <Icon of={ArrowRight} />
          <span className="visually-hidden">{t('keys.right')}</span>
        </Key>
        <Key means={t('keys.undo')}>Z</Key>
        <Key means={t('keys.open')}>{t('keys.enter')}</Key>
      </ul>
      {name && <p className="meta">{t('keys.told', { name })}</p>}
    </aside>
  );
}

function Key({ children, means }: { children: ReactNode; means: string }) {
  return (
    <li className="row">
      <kbd>{children}</kbd>
      {means}
    </li>
  );
}
