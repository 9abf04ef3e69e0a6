import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '@/i18n';
import { useFormat } from '@/i18n/format';
import { currencySign } from '@/shared/units/units';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Panel } from '@/ui/panel/panel';
import { TextField } from '@/ui/text-field/text-field';
import { limitQuery, useSetLimit, type SpendingLimit } from '../api/credit-settings';
import { minorOf, typedOf } from '../model/amount';
import styles from './credit-settings.module.css';

/** The member's own limit: lower counts at once, higher after 24 hours. */
export function LimitPanel() {
  const { t } = useTranslation('credit-settings');
  const { data: limit } = useQuery(limitQuery);
  return (
    <Panel aria-labelledby="limit">
      <div className="stack">
        <h2 id="limit">{t('limit.title')}</h2>
        {limit && <Standing limit={limit} />}
        {limit && <LimitForm limit={limit} />}
      </div>
    </Panel>
  );
}

function Standing({ limit: { limit, next, next_at, spent, month_ends } }: { limit: SpendingLimit }) {
  const { t } = useTranslation('credit-settings');
  const format = useFormat();
  const at = (moment: string) => t('limit.moment', { date: format.date(moment), time: format.time(moment) });
  return (
    <>
      <p>
        {limit
          ? t('limit.is', { money: format.money(limit), spent: format.money(spent) })
          : t('limit.none', { spent: format.money(spent) })}{' '}
        {limit && t('limit.anew', { date: format.date(`${month_ends.slice(0, 10)}T12:00:00`) })}
      </p>
      {next_at && (
        <Alert tone="lamp" lead={t('limit.coming')}>
          {next
            ? t('limit.next', { money: format.money(next), moment: at(next_at) })
            : t('limit.nextNone', { moment: at(next_at) })}
        </Alert>
      )}
    </>
  );
}

function LimitForm({ limit }: { limit: SpendingLimit }) {
  const { t } = useTranslation('credit-settings');
  const { currency } = limit.spent;
  const save = useSetLimit();
  const [typed, setTyped] = useState(limit.limit ? typedOf(limit.limit) : '');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const minor = minorOf(typed, currency);
    setWrong(minor === null);
    if (minor !== null) save.mutate(minor);
    else document.querySelector<HTMLElement>('#limit-amount')?.focus();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ProblemAlert lead={t('notSaved')} error={save.error} />
      {save.isSuccess && (
        <Alert tone="ok" lead={t('saved')} live>
          {save.data.next_at && t('limit.later')}
        </Alert>
      )}
      <div className={styles.line}>
        <TextField
          id="limit-amount"
          label={t('limit.amount', { currency: currencySign(currentLanguage(), currency) })}
          help={t('limit.help')}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          error={isWrong ? t('limit.wrong') : undefined}
        />
        <Button type="submit" variant="primary" isPending={save.isPending && save.variables !== null}>
          {t('limit.save')}
        </Button>
      </div>
      {limit.limit && !(limit.next_at && !limit.next) && (
        <div>
          <Button isPending={save.isPending && save.variables === null} onPress={() => save.mutate(null)}>
            {t('limit.remove')}
          </Button>
        </div>
      )}
    </form>
  );
}
