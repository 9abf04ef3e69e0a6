import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSettings, useUser } from '@/api/session';
import { useCost } from '@/i18n/cost';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { priceOfCredits } from '@/shared/money/message-price';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { pricesQuery, type CountryPrices, type Prices } from '../api/prices';
import { ownFirst } from '../model/prices';
import styles from './pricing-page.module.css';

/** What everything costs, in every country that the site sells in (spec 2.20, 9.7). */
export function PricingPage() {
  const { t } = useTranslation('pricing');
  const { data: prices } = useQuery(pricesQuery);
  const settings = useSettings();
  const user = useUser();
  if (!prices) return null;
  const own = user?.profile.country ?? settings.geoip_selected_country ?? settings.geoip_country;
  const [first, ...others] = ownFirst(prices.countries, own);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <PageTitle>{t('title')}</PageTitle>
        <p className="lead measure">{t('lead')}</p>
        <p className="measure">{t('refund', { count: settings.refund_days })}</p>
      </div>
      {first && <Country country={first} prices={prices} />}
      <p>
        <ButtonLink to={user ? paths.credits.to() : paths.signup.to()} variant="primary" size="large">
          {user ? t('buy') : t('join')}
        </ButtonLink>
      </p>
      {others.length > 0 && (
        <section aria-labelledby="other-countries" className="stack">
          <h2 id="other-countries">{t('others')}</h2>
          {others.map((country) => (
            <OtherCountry key={country.country} country={country} prices={prices} />
          ))}
        </section>
      )}
    </div>
  );
}

function OtherCountry({ country, prices }: { country: CountryPrices; prices: Prices }) {
  const { t } = useTranslation('pricing');
  const format = useFormat();
  const least = country.minimum_message_cost;
  return (
    <details className={styles.other}>
      <summary>
        <b>{format.country(country.country)}</b>
        {least && <span>{t('messageFrom', { money: format.money(least) })}</span>}
        <Icon of={ChevronDown} />
      </summary>
      <Tables country={country} prices={prices} />
    </details>
  );
}

function Country({ country, prices }: { country: CountryPrices; prices: Prices }) {
  const format = useFormat();
  return (
    <section aria-labelledby="own-country" className="stack">
      <h2 id="own-country">{format.country(country.country)}</h2>
      <Tables country={country} prices={prices} />
    </section>
  );
}

function Tables({ country, prices }: { country: CountryPrices; prices: Prices }) {
  const { t } = useTranslation('pricing');
  const format = useFormat();
  return (
    <div className={styles.tables}>
      <Actions country={country} prices={prices} />
      <Bundles country={country} />
      <p className="meta">{t('vat', { percent: format.rate(country.vat_percent) })}</p>
    </div>
  );
}

function Actions({ country, prices }: { country: CountryPrices; prices: Prices }) {
  const { t } = useTranslation('pricing');
  const format = useFormat();
  const cost = useCost();
  const { reply_credits: reply } = useSettings();
  const price = (credits: number) => {
    if (credits === 0) return t('free');
    const money = priceOfCredits(country.minimum_message_cost, prices.message_credits, credits);
    return money
      ? t('from', { credits: cost({ credits, money: null }), money: format.money(money) })
      : cost({ credits, money });
  };
  const actions = [
    { text: t('actions.message'), credits: prices.message_credits },
    ...(reply !== null && reply !== prices.message_credits ? [{ text: t('actions.reply'), credits: reply }] : []),
    { text: t('actions.photo'), credits: prices.photo_credits },
    { text: t('actions.gift'), credits: prices.gift_credits },
  ];
  return (
    <table className={styles.table}>
      <caption>{t('actions.title')}</caption>
      <tbody>
        {actions.map(({ text, credits }) => (
          <tr key={text}>
            <th scope="row">{text}</th>
            <td>{price(credits)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('actions.browse')}</th>
          <td>{t('free')}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Bundles({ country: { bundles } }: { country: CountryPrices }) {
  const { t } = useTranslation(['pricing', 'common']);
  const format = useFormat();
  return (
    <table className={styles.table}>
      <caption>{t('pricing:bundles.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('pricing:bundles.size')}</th>
          <th scope="col">{t('pricing:bundles.message')}</th>
          <th scope="col">{t('pricing:bundles.price')}</th>
        </tr>
      </thead>
      <tbody>
        {bundles.map((bundle) => (
          <tr key={bundle.id}>
            <th scope="row">{t('common:cost.credits', { count: bundle.credits })}</th>
            <td>{bundle.message_price ? format.money(bundle.message_price) : t('pricing:free')}</td>
            <td>{format.money(bundle.price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
