import { CreditCard, HandCoins, Landmark, ReceiptText, Smartphone, WalletCards, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { Icon } from '@/ui/icon/icon';
import { RadioCards } from '@/ui/radio-cards/radio-cards';
import type { Method, Methods, SavedMethod } from '../api/shop';
import { savedWay, type Choice } from '../model/wish';
import { useMethodName } from '../hooks/use-method-name';
import styles from './method-choice.module.css';

const ICONS: Record<string, LucideIcon> = {
  creditcard: CreditCard,
  applepay: Smartphone,
  paypal: WalletCards,
  directdebit: ReceiptText,
  ideal: Landmark,
  bancontact: Landmark,
  eps: Landmark,
  banktransfer: Landmark,
  przelewy24: Landmark,
};
/** Where the server has logos (spec 7.15). */
const LOGOS: Record<string, readonly string[]> = { creditcard: ['visa', 'mastercard'], applepay: ['applepay'] };

interface MethodChoiceProps {
  methods: Methods;
  choice: Choice;
  onChange: (choice: Choice) => void;
  missing: 'way' | 'issuer' | 'startNow' | null;
}

/** The ways to pay, saved ones first; a chosen way shows its banks, or offers to be saved (spec 2.35). */
export function MethodChoice({ methods, choice, onChange, missing }: MethodChoiceProps) {
  const { t } = useTranslation('shop');
  const saved = methods.saved.map((one) => ({ value: savedWay(one.id), content: <Saved saved={one} /> }));
  const ways = methods.methods.map((method) => ({
    value: method.id,
    content: <Way method={method} />,
    aside: <Logos method={method.id} />,
    more: more(method),
  }));
  function more(method: Method) {
    if (method.issuers.length > 0) {
      return (
        <RadioCards
          id="bank"
          label={t('pay.bank')}
          isGrid
          value={choice.issuer}
          onChange={(issuer) => onChange({ ...choice, issuer })}
          cards={method.issuers.map(({ id, name }) => ({ value: id, content: name }))}
          error={missing === 'issuer' ? t('pay.chooseBank') : undefined}
        />
      );
    }
    if (!method.can_save) return undefined;
    return (
      <Checkbox isSelected={choice.save} onChange={(save) => onChange({ ...choice, save })} help={t('pay.saveHelp')}>
        {t('pay.save')}
      </Checkbox>
    );
  }
  return (
    <RadioCards
      id="way"
      label={t('pay.title')}
      hideLabel
      value={choice.way}
      onChange={(way) => onChange({ ...choice, way })}
      cards={[...saved, ...ways]}
      error={missing === 'way' ? t('pay.chooseWay') : undefined}
    />
  );
}

function Saved({ saved }: { saved: SavedMethod }) {
  const { t } = useTranslation('shop');
  const name = useMethodName();
  return (
    <span className={styles.way}>
      <Icon of={ICONS[saved.method] ?? HandCoins} />
      <span>
        <b>{saved.label || name(saved.method)}</b> <span className={styles.saved}>{t('pay.saved')}</span>
      </span>
    </span>
  );
}

function Way({ method: { id, name } }: { method: Method }) {
  const nameOf = useMethodName();
  return (
    <span className={styles.way}>
      <Icon of={ICONS[id] ?? HandCoins} />
      <b>{nameOf(id, name)}</b>
    </span>
  );
}

/** The words beside them name the method. */
function Logos({ method }: { method: string }) {
  const { t } = useTranslation('shop');
  if (method === 'directdebit') return <span className="small">{t('pay.smsCode')}</span>;
  return (
    <span className={styles.logos}>
      {LOGOS[method]?.map((name) => (
        <img key={name} src={`/api/assets/paymentmethod/${name}.svg`} alt="" width="48" height="30" />
      ))}
    </span>
  );
}
