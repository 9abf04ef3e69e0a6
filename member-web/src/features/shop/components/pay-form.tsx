import type { UseQueryResult } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat, type Money } from '@/i18n/format';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { ButtonLink } from '@/ui/link/link';
import { Skeleton } from '@/ui/skeleton/skeleton';
import type { Methods } from '../api/shop';
import { useMethodName } from '../hooks/use-method-name';
import { chosenMethod, chosenSaved, DIRECT_DEBIT, missing, NOTHING_CHOSEN, type Choice } from '../model/wish';
import { MethodChoice } from './method-choice';
import styles from './page.module.css';

interface PayFormProps {
  methods: UseQueryResult<Methods>;
  total: Money;
  /** The way that is chosen when the page opens, if it is offered. */
  first: string | null;
  /** Where the direct debit's own form is. */
  directDebit: string;
  /** The order was placed before, and its buyer asked for the credits then. */
  isAsked?: boolean;
  isPending: boolean;
  problem: ReactNode;
  onPay: (methods: Methods, choice: Choice) => void;
  /** What stands above the button: what is paid for. */
  children: ReactNode;
}

/** The ways to pay beside what is paid for, and the one button that pays. */
export function PayForm({
  methods,
  total,
  first,
  directDebit,
  isAsked = false,
  isPending,
  problem,
  onPay,
  children,
}: PayFormProps) {
  const { t } = useTranslation(['shop', 'common']);
  const [choice, setChoice] = useState<Choice>({ ...NOTHING_CHOSEN, way: first, startNow: isAsked });
  const [wasPressed, setPressed] = useState(false);
  const list = methods.data;
  const lacks = list ? missing(list, choice) : 'way';
  const pay = () => {
    setPressed(true);
    if (list && !lacks) return onPay(list, choice);
    if (lacks) document.querySelector<HTMLElement>(FIELD[lacks])?.focus();
  };
  return (
    <div className={styles.two}>
      <div className="stack">
        {list && (
          <MethodChoice methods={list} choice={choice} onChange={setChoice} missing={wasPressed ? lacks : null} />
        )}
        {!list && !methods.isError && <Skeleton shape="block" count={3} />}
        {methods.isError && !list && (
          <ProblemAlert
            lead={t('shop:pay.noWays')}
            error={methods.error}
            action={<Button onPress={() => void methods.refetch()}>{t('common:tryAgain')}</Button>}
          />
        )}
      </div>
      <div className="stack">
        {children}
        {problem}
        {!isAsked && choice.way !== DIRECT_DEBIT && (
          <StartNow choice={choice} onChange={setChoice} isMissing={wasPressed && lacks === 'startNow'} />
        )}
        {choice.way === DIRECT_DEBIT ? (
          <ButtonLink to={directDebit} variant="primary" size="large" wide>
            {t('shop:pay.directDebit')}
          </ButtonLink>
        ) : (
          <PayButton total={total} methods={list} choice={choice} isPending={isPending} onPress={pay} />
        )}
        <FinePrint />
      </div>
    </div>
  );
}

const FIELD = { way: '#way input', issuer: '#bank input', startNow: '#start-now input' };

interface StartNowProps {
  choice: Choice;
  onChange: (choice: Choice) => void;
  isMissing: boolean;
}

/** The wish to have the credits at once, which the buyer must have said themselves (directive 2011/83/EU, article 16). */
function StartNow({ choice, onChange, isMissing }: StartNowProps) {
  const { t } = useTranslation('shop');
  const { refund_days: days } = useSettings();
  return (
    <div id="start-now">
      <Checkbox
        boxed
        isSelected={choice.startNow}
        onChange={(startNow) => onChange({ ...choice, startNow })}
        help={t('pay.refund', { count: days })}
        error={isMissing ? t('pay.startNowMissing') : undefined}
      >
        {t('pay.startNow')}
      </Checkbox>
    </div>
  );
}

interface PayButtonProps {
  total: Money;
  methods: Methods | undefined;
  choice: Choice;
  isPending: boolean;
  onPress: () => void;
}

function PayButton({ total, methods, choice, isPending, onPress }: PayButtonProps) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const nameOf = useMethodName();
  const saved = methods && chosenSaved(methods, choice);
  const method = methods && chosenMethod(methods, choice);
  const bank = method?.issuers.find(({ id }) => id === choice.issuer)?.name;
  const way = bank ?? (method && nameOf(method.id, method.name)) ?? (saved && (saved.label || nameOf(saved.method)));
  return (
    <Button
      variant="primary"
      size="large"
      wide
      icon={Lock}
      price={way && t('pay.with', { way })}
      isPending={isPending}
      isDisabled={!methods}
      onPress={onPress}
    >
      {t('pay.button', { amount: format.money(total) })}
    </Button>
  );
}

function FinePrint() {
  const { t } = useTranslation('shop');
  return <p className="meta">{t('pay.once')}</p>;
}
