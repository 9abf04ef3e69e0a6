import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { redirect, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router';
import { userQuery } from '@/api/session';
import { profileQuery } from '@/features/profile/api/profile';
import { AccountForm } from '@/features/signup/components/account-form';
import { GoodToKnow } from '@/features/signup/components/good-to-know';
import { isStep, resumeStep, STEPS, type Step } from '@/features/signup/model/steps';
import { currentLanguage } from '@/i18n';
import { keepInvite } from '@/lib/invite';
import { paths } from '@/lib/paths';
import { referenceQuery } from '@/shared/reference/reference';
import { PageTitle } from '@/ui/page-title/page-title';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { Steps } from '@/ui/steps/steps';
import styles from './signup.module.css';

// Whoever looks at the first step does without the fields of the others.
const MemberStep = lazy(() => import('../signup-steps'));

/** A visitor makes an account; a member goes on where the last visit ended (spec 2.32). */
export function load(client: QueryClient, { params: { step }, request }: LoaderFunctionArgs) {
  keepInvite(new URL(request.url).searchParams);
  const user = client.getQueryData(userQuery.queryKey);
  if (!user && step !== undefined) throw redirect(paths.signup.to());
  if (!user) return null;
  if (isStep(step) && step !== 'account')
    return Promise.all([client.ensureQueryData(profileQuery), client.prefetchQuery(referenceQuery(currentLanguage()))]);
  const next = resumeStep(user);
  throw redirect(next ? paths.signup.to(next) : paths.members.to());
}

/** /signup and /signup/{step}. */
export function Component() {
  const { t } = useTranslation('signup');
  const { step: name } = useParams();
  const step: Step = isStep(name) ? name : 'account';
  return (
    <main id="main" className={`wrap ${styles.flow}`}>
      <Steps names={STEPS.map((one) => t(`step.${one}`))} current={STEPS.indexOf(step)} />
      {step === 'account' ? (
        <AccountStep />
      ) : (
        <Suspense fallback={<Skeleton shape="block" />}>
          <MemberStep key={step} step={step} />
        </Suspense>
      )}
    </main>
  );
}

function AccountStep() {
  const { t } = useTranslation('signup');
  const navigate = useNavigate();
  return (
    <>
      <div className="stack">
        <PageTitle>{t('account.title')}</PageTitle>
        <p className="lead">{t('account.lead')}</p>
        <AccountForm onDone={() => void navigate(paths.signup.to('photo'))} />
      </div>
      <GoodToKnow />
    </>
  );
}
