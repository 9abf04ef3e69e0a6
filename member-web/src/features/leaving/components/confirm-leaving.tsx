import { useSuspenseQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { faultsOf } from '@/api/api-error';
import { useUser } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { PageTitle } from '@/ui/page-title/page-title';
import { TextField } from '@/ui/text-field/text-field';
import { UsernameField } from '@/ui/username-field/username-field';
import { deletionQuery, useDeleteAccount } from '../api/leaving';
import type { Leaving } from '../model/reasons';
import styles from './leaving.module.css';

/** The second step: what happens, and the password once more. */
export function ConfirmLeaving({ leaving, onBack }: { leaving: Leaving; onBack: () => void }) {
  const { t } = useTranslation('account-life');
  const format = useFormat();
  const navigate = useNavigate();
  // For the moment in which the page is left there is no member any more.
  const user = useUser();
  const [email, credits] = [user?.email ?? '', user?.credits ?? 0];
  const { data: deletion } = useSuspenseQuery(deletionQuery);
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const leave = useDeleteAccount(async (eraseAt) => {
    await navigate(paths.accountDeleted.to(), { replace: true, state: { eraseAt, email } });
  });
  const date = format.date(deletion.erase_at);
  const refused = faultsOf(leave.error)['password'];
  const missing = password ? undefined : t('passwordMissing');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (missing) document.querySelector<HTMLElement>('#leave-password')?.focus();
    else leave.mutate({ password, reason: leaving.reason || null, words: leaving.words });
  };
  return (
    <form className={styles.page} onSubmit={submit} noValidate>
      <PageTitle key="sure">{t('sure.title')}</PageTitle>
      <ul className={styles.happens}>
        <li>{t('sure.hidden')}</li>
        <li>{t('sure.loggedOut')}</li>
        <li>{t('sure.back', { date, email })}</li>
        <li>{t('sure.erased')}</li>
        {credits > 0 && <li>{t('sure.credits', { count: credits })}</li>}
      </ul>
      {leave.isError && !refused && <ProblemAlert lead={t('sure.failed')} error={leave.error} />}
      <UsernameField email={email} />
      <TextField
        id="leave-password"
        name="password"
        type="password"
        label={t('password')}
        help={t('sure.passwordHelp')}
        autoComplete="current-password"
        value={password}
        onChange={(typed) => {
          if (leave.isError) leave.reset();
          setPassword(typed);
        }}
        error={isChecked ? (missing ?? refused) : undefined}
      />
      <div className={styles.answers}>
        <Button type="submit" variant="danger" size="large" isPending={leave.isPending}>
          {t('leave.go')}
        </Button>
        <Button size="large" onPress={onBack}>
          {t('sure.cancel')}
        </Button>
      </div>
    </form>
  );
}
