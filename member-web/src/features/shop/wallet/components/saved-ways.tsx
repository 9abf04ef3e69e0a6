import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { Panel } from '@/ui/panel/panel';
import { useForget, useSavedMethods } from '../api/wallet';
import styles from './wallet.module.css';

/** Ways to pay that the member saved, each with a button that forgets it. */
export function SavedWays() {
  const { t } = useTranslation('wallet');
  const saved = useSavedMethods();
  const forget = useForget();
  if (saved.length === 0) return null;
  return (
    <Panel aria-labelledby="saved-ways">
      <h3 id="saved-ways">{t('saved.title')}</h3>
      <ul className={styles.list}>
        {saved.map(({ id, label, method }) => (
          <li key={id}>
            <span>{label || t(`saved.${method as 'creditcard'}`, { defaultValue: method })}</span>
            <Button
              aria-label={t('saved.forgetLabel', { name: label || method })}
              isPending={forget.isPending && forget.variables === id}
              onPress={() => forget.mutate(id)}
            >
              {t('saved.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
