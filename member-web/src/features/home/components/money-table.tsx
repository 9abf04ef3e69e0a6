import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { lowestMessagePrice, priceOfCredits } from '@/shared/money/message-price';
import styles from './money-table.module.css';

/** What is free and what costs, in credits and, where the country has a price, in money. */
export function MoneyTable() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const settings = useSettings();
  const message = lowestMessagePrice(settings);
  const cost = (credits: number) => {
    if (credits === 0) return t('money.free');
    const words = t('money.credits', { count: credits });
    const money = priceOfCredits(message, settings.message_credits, credits);
    return money ? `${words}, ${t('money.from', { money: format.money(money) })}` : words;
  };
  return (
    <section className={`wrap ${styles.frame}`}>
      <div className={`on-deep ${styles.money}`}>
        <div className="stack">
          <h2>{t('money.title')}</h2>
          <p>{t('money.text', { count: settings.refund_days })}</p>
        </div>
        <table>
          <tbody>
            <Row what={t('money.browse')} price={t('money.free')} />
            <Row what={t('money.message')} price={cost(settings.message_credits)} />
            <Row what={t('money.gift')} price={cost(settings.gift_credits)} />
            <Row what={t('money.leaving')} price={t('money.anyDay')} />
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ what, price }: { what: string; price: string }) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>{price}</td>
    </tr>
  );
}
