import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { redirect, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router';
import { userQuery } from '@/api/session';
import { useResendActivation } from '@/features/account/api/email-links';
import { profileQuery, useCompleteStep, type OwnProfile } from '@/features/profile/api/profile';
import { AboutFields } from '@/features/profile/components/about-fields';
import { BasicsFields } from '@/features/profile/components/basics-fields';
import { FormProblems } from '@/features/profile/components/form-problems';
import { LocationFields } from '@/features/profile/components/location-fields';
import { PhotoFields } from '@/features/profile/components/photo-fields';
import { Preview } from '@/features/profile/components/preview';
import { WishFields } from '@/features/profile/components/wish-fields';
import { useProfileForm, type ProfileForm } from '@/features/profile/hooks/use-profile-form';
import { AccountForm } from '@/features/signup/components/account-form';
import { CheckMail } from '@/features/signup/components/check-mail';
import { ConfirmStep } from '@/features/signup/components/confirm-step';
import { GoodToKnow } from '@/features/signup/components/good-to-know';
import { PushChoice } from '@/features/signup/components/push-choice';
import { StepForm } from '@/features/signup/components/step-form';
import { isStep, resumeStep, stepAfter, STEPS, type OptionalStep, type Step } from '@/features/signup/model/steps';
import { PageTitle } from '@/ui/page-title/page-title';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { Steps } from '@/ui/steps/steps';
import { showToast } from '@/ui/toast/toast';
import { keepInvite } from '@/lib/invite';
import { paths } from '@/lib/paths';
import styles from './signup.module.css';

/** A visitor makes an account; a member goes on where the last visit ended (spec 2.32). */
export function load(client: QueryClient, { params: { step }, request }: LoaderFunctionArgs) {
  keepInvite(new URL(request.url).searchParams);
  const user = client.getQueryData(userQuery.queryKey);
  if (!user && step !== undefined) throw redirect(paths.signup.to());
  if (!user) return null;
  if (isStep(step) && step !== 'account') return client.ensureQueryData(profileQuery);
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
      {step === 'account' ? <AccountStep /> : <MemberStep key={step} step={step} />}
    </main>
  );
}

function AccountStep() {
  const { t } = useTranslation('signup');
  const navigate = useNavigate();
  const [mailedTo, setMailedTo] = useState<string>();
  if (mailedTo) return <CheckMail email={mailedTo} />;
  return (
    <>
      <div className="stack">
        <PageTitle>{t('account.title')}</PageTitle>
        <p className="lead">{t('account.lead')}</p>
        <AccountForm onDone={() => void navigate(paths.signup.to('photo'))} onCheckMail={setMailedTo} />
      </div>
      <GoodToKnow />
    </>
  );
}

function MemberStep({ step }: { step: Exclude<Step, 'account'> }) {
  const { data: profile } = useQuery(profileQuery);
  const resend = useResendActivation();
  if (!profile) return <Skeleton shape="block" />;
  return (
    <>
      {step === 'confirm' ? <ConfirmStep resend={resend} /> : <OpenStep step={step} profile={profile} />}
      <div className="only-desk">
        <Preview profile={profile} />
      </div>
    </>
  );
}

interface FieldsProps {
  form: ProfileForm;
  profile: OwnProfile;
}

const PersonalFields = ({ form }: FieldsProps) => (
  <>
    <BasicsFields form={form} />
    <WishFields form={form} />
  </>
);

const FIELDS: Record<OptionalStep, ComponentType<FieldsProps>> = {
  photo: PhotoFields,
  location: LocationFields,
  personal: PersonalFields,
  about: AboutFields,
  push: PushChoice,
};

/** A step that saves what was filled in; stopping leaves it open, so that the next visit begins here. */
function OpenStep({ step, profile }: { step: OptionalStep; profile: OwnProfile }) {
  const { t } = useTranslation('signup');
  const navigate = useNavigate();
  const form = useProfileForm(profile);
  const complete = useCompleteStep();
  const Fields = FIELDS[step];
  const goOn = () => complete.mutate(step, { onSuccess: () => void navigate(paths.signup.to(stepAfter(step))) });
  const stop = () => {
    void showToast({ text: t('stopped') });
    void navigate(paths.home.to());
  };
  // A refusal shows in the form.
  const submit = (stops: boolean) => void form.save().then(stops ? stop : goOn, () => undefined);
  return (
    <StepForm step={step} isPending={form.isPending || complete.isPending} onSubmit={submit} onSkip={goOn}>
      <FormProblems form={form} />
      <Fields form={form} profile={profile} />
    </StepForm>
  );
}
