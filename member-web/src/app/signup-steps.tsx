import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { profileQuery, useCompleteStep, type OwnProfile } from '@/features/profile/api/profile';
import { AboutFields } from '@/features/profile/components/about-fields';
import { BasicsFields } from '@/features/profile/components/basics-fields';
import { FormProblems } from '@/features/profile/components/form-problems';
import { LocationFields } from '@/features/profile/components/location-fields';
import { PhotoFields } from '@/features/profile/components/photo-fields';
import { Preview } from '@/features/profile/components/preview';
import { WishFields } from '@/features/profile/components/wish-fields';
import { useProfileForm, type ProfileForm } from '@/features/profile/hooks/use-profile-form';
import { ConfirmStep } from '@/features/signup/components/confirm-step';
import { PushChoice } from '@/features/signup/components/push-choice';
import { StepForm } from '@/features/signup/components/step-form';
import { stepAfter, type OptionalStep, type Step } from '@/features/signup/model/steps';
import { paths } from '@/lib/paths';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { showToast } from '@/ui/toast/toast';

/** A step of the signup after the account is made, with what the others will see beside it. */
export default function MemberStep({ step }: { step: Exclude<Step, 'account'> }) {
  const { data: profile } = useQuery(profileQuery);
  if (!profile) return <Skeleton shape="block" />;
  return (
    <>
      {step === 'confirm' ? <ConfirmStep /> : <OpenStep step={step} profile={profile} />}
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
