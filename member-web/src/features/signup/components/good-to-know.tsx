import { Coins, Drama, Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { Icon } from '@/ui/icon/icon';
import { Panel } from '@/ui/panel/panel';
import styles from './good-to-know.module.css';

/** What joining costs and brings, beside the account form. */
export function GoodToKnow() {
  const { t } = useTranslation('signup');
  const { signup_credits: credits, fictional_enabled: hasFictional, fictional_plural: label } = useSettings();
  const facts = [
    { icon: Gift, text: t('know.free') },
    ...(credits > 0 ? [{ icon: Coins, text: t('know.credits', { count: credits }) }] : []),
    ...(hasFictional ? [{ icon: Drama, text: t('know.fictional', { label }) }] : []),
  ];
  return (
    <Panel flat aria-labelledby="know-title">
      <h2 id="know-title" className={styles.title}>
        {t('know.title')}
      </h2>
      <ul className={styles.facts}>
        {facts.map(({ icon, text }) => (
          <li key={text}>
            <Icon of={icon} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
