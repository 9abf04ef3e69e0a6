import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError } from '@/api/api-error';
import { useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { DateField } from '@/ui/date-field/date-field';
import { ErrorSummary } from '@/ui/error-summary/error-summary';
import { Link } from '@/ui/link/link';
import { TextArea } from '@/ui/text-area/text-area';
import { TextField } from '@/ui/text-field/text-field';
import { useSignup } from '../api/signup';
import { checkAccount, LONGEST_MESSAGE, LONGEST_NAME, type Account, type AccountProblem } from '../model/account-rules';
import { firstAnswers } from '../model/first-answers';
import { STEP_FORM } from '../model/steps';
import { SignupAccess } from './signup-access';

const EMPTY: Account = { email: '', name: '', password: '', date_of_birth: '', signup_message: '' };

interface AccountFormProps {
  /** The account is made, and the browser is logged in. */
  onDone: () => void;
  /** Somebody began to fill it in. */
  onStart?: () => void;
  /** First answers as an address holds them; the page's own address when left out. */
  answers?: URLSearchParams;
  /** Stands over a page: the login leads back to this address, and the rules open in a tab of their own. */
  over?: string;
  /** Says something else on the button. */
  button?: string | undefined;
}

/** The first step: who joins, and the rules for it (spec 5.1 to 5.4), where the site takes new members (spec 6.2). */
export function AccountForm(props: AccountFormProps) {
  return <SignupAccess next={props.over}>{(invite) => <Form {...props} invite={invite} />}</SignupAccess>;
}

function Form({ onDone, onStart, answers, over, button, invite }: AccountFormProps & { invite: string | undefined }) {
  const { t } = useTranslation('signup');
  const settings = useSettings();
  const [query] = useSearchParams();
  const signup = useSignup();
  const [account, setAccount] = useState(EMPTY);
  const [missing, setMissing] = useState<AccountProblem[]>([]);
  const refused = signup.error instanceof ApiError ? signup.error.errors : [];
  const problems = [
    ...missing.map(({ field, text }) => ({ field, message: t(`account.${text}`, { min_age: settings.min_age }) })),
    ...refused.map(({ pointer, detail }) => ({ field: pointer.slice(1), message: detail })),
  ];
  const field = (name: keyof Account) => ({
    id: name,
    label: t(`account.${name}`),
    value: account[name],
    onChange: (value: string) => {
      onStart?.();
      setAccount((before) => ({ ...before, [name]: value }));
    },
    error: problems.find((problem) => problem.field === name)?.message,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    signup.reset();
    const found = checkAccount(account, settings.min_age, new Date());
    setMissing(found);
    if (found.length > 0) return;
    const first = firstAnswers(answers ?? query, settings);
    signup.mutate({ account, answers: first, invite }, { onSuccess: onDone });
  };
  return (
    <form id={STEP_FORM} className="stack" onSubmit={submit} noValidate>
      <Problems problems={problems} error={signup.error} />
      <TextField {...field('name')} help={t('account.nameHelp')} maxLength={LONGEST_NAME} autoComplete="nickname" />
      <DateField {...field('date_of_birth')} help={t('account.dateHelp', { min_age: settings.min_age })} />
      <TextField {...field('email')} help={t('account.emailHelp')} type="email" autoComplete="username" />
      <TextField {...field('password')} help={t('account.passwordHelp')} type="password" autoComplete="new-password" />
      <TextArea {...field('signup_message')} help={t('account.messageHelp')} maxLength={LONGEST_MESSAGE} rows={2} />
      <p className="small muted">
        {t('account.agree')}{' '}
        <Rule page="terms" isApart={over !== undefined}>
          {t('account.terms')}
        </Rule>
        {' · '}
        <Rule page="privacy" isApart={over !== undefined}>
          {t('account.privacy')}
        </Rule>
      </p>
      <Button type="submit" variant="primary" size="large" wide isPending={signup.isPending}>
        {button ?? t('account.submit')}
      </Button>
      <p>
        {t('account.known')} <Link to={paths.login.to(over)}>{t('account.login')}</Link>
      </p>
    </form>
  );
}

/** A rule to read; over a page in a tab of its own, so that nothing typed is lost. */
function Rule({ page, isApart, children }: { page: 'terms' | 'privacy'; isApart: boolean; children: string }) {
  const { t } = useTranslation('signup');
  const to = paths.staticPage.to(page);
  if (!isApart) return <Link to={to}>{children}</Link>;
  return (
    <Link to={to} target="_blank">
      {children} {t('account.apart')}
    </Link>
  );
}

/** The fields to mend; where the server refused without naming one, its reason. */
function Problems({ problems, error }: { problems: { field: string; message: string }[]; error: Error | null }) {
  const { t } = useTranslation('signup');
  if (problems.length > 0) return <ErrorSummary title={t('summary')} problems={problems} />;
  return <ProblemAlert lead={t('failed')} error={error} />;
}
