import { Image as Picture } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { Label } from '@/ui/label/label';
import { ButtonLink } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { RadioCards } from '@/ui/radio-cards/radio-cards';
import type { Bundle, Shop } from '../api/shop';
import { priceOf, takenOff } from '../model/bundles';
import styles from './bundle-choice.module.css';
import { SumTable } from './sum-table';

export interface BundleChoiceProps {
  shop: Shop;
  label: string;
  /** Where a bundle is paid, with the code that comes off. */
  to?: (bundleId: string, code?: string) => string;
  /** The words of the way there. */
  go?: string;
}

/** The bundles beside what the chosen one costs; none is chosen beforehand. */
export function BundleChoice({ shop, label, to = paths.pay.to, go }: BundleChoiceProps) {
  const { t } = useTranslation('shop');
  const way = { to, go: go ?? t('order.go') };
  const [chosen, setChosen] = useState<string | null>(null);
  const bundle = shop.bundles.find(({ id }) => id === chosen);
  const isPaid = useUser()?.paid_user ?? false;
  return (
    <div className={styles.choice}>
      <div className="stack">
        <RadioCards
          label={label}
          hideLabel
          value={chosen}
          onChange={setChosen}
          cards={shop.bundles.map((one) => ({
            value: one.id,
            content: <Size bundle={one} />,
            aside: <Price bundle={one} />,
          }))}
        />
        {!isPaid && (
          <p className={`meta ${styles.hint}`}>
            <Icon of={Picture} />
            {t('opensPhotos')}
          </p>
        )}
      </div>
      <Panel aria-labelledby="your-order">
        <div className="stack" aria-live="polite">
          <h2 id="your-order">{t('order.title')}</h2>
          {bundle ? <Chosen bundle={bundle} shop={shop} {...way} /> : <NothingChosen go={way.go} />}
        </div>
      </Panel>
    </div>
  );
}

function Size({ bundle }: { bundle: Bundle }) {
  const { t } = useTranslation(['shop', 'common']);
  const format = useFormat();
  const credits = t('common:cost.credits', { count: bundle.credits });
  if (!bundle.message_price) return <span className={styles.size}>{credits}</span>;
  return (
    <>
      <span className={styles.size}>{t('shop:messages', { count: bundle.messages })}</span>{' '}
      <span className={styles.per}>
        {t('shop:perMessage', { money: format.money(bundle.message_price) })} · {credits}
      </span>
    </>
  );
}

function Price({ bundle: { price, discounted } }: { bundle: Bundle }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  return (
    <span className={styles.price}>
      {discounted && (
        <s>
          <span className="visually-hidden">{t('was')}</span> {format.money(price)}
        </s>
      )}{' '}
      <b>{format.money(discounted ?? price)}</b>
    </span>
  );
}

function NothingChosen({ go }: { go: string }) {
  const { t } = useTranslation('shop');
  return (
    <>
      <p className="muted">{t('order.none')}</p>
      <Button variant="primary" size="large" wide isDisabled>
        {go}
      </Button>
    </>
  );
}

interface ChosenProps extends Pick<Required<BundleChoiceProps>, 'shop' | 'to' | 'go'> {
  bundle: Bundle;
}

function Chosen({ bundle, shop: { discount }, to, go }: ChosenProps) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const off = takenOff(bundle);
  const code = off ? discount?.code : undefined;
  return (
    <>
      <SumTable
        rows={[
          { text: t('order.bundle', { messages: bundle.messages, count: bundle.credits }), money: bundle.price },
          ...(off && discount ? [{ text: t('order.discount', { code: discount.code }), money: off }] : []),
        ]}
        total={{ text: t('order.total'), money: priceOf(bundle) }}
      />
      {bundle.message_price && (
        <Label tone="tint">{t('order.each', { money: format.money(bundle.message_price) })}</Label>
      )}
      <ButtonLink to={to(bundle.id, code)} variant="primary" size="large" wide>
        {go}
      </ButtonLink>
      {off && discount && (
        <details className={styles.why}>
          <summary>{t('order.why')}</summary>
          <p className="small muted">{discount.why}</p>
        </details>
      )}
    </>
  );
}
