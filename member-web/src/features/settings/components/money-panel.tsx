import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { PanelTitle } from './save-note';

/** The ways to what concerns money. */
export function MoneyPanel() {
  const { t } = useTranslation('settings');
  return (
    <Panel id="money" tabIndex={-1} aria-labelledby="money-title">
      <div className="stack">
        <PanelTitle id="money-title">{t('money.title')}</PanelTitle>
        <p>{t('money.lead')}</p>
        <div className="row">
          <ButtonLink to={paths.creditSettings.to()}>{t('money.limits')}</ButtonLink>
          <ButtonLink to={paths.orders.to()}>{t('money.orders')}</ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
