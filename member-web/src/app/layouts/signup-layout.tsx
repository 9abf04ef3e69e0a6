import { useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router';
import { isStep, STEP_FORM, STOP } from '@/features/signup/model/steps';
import { ButtonContent, buttonLook } from '@/ui/button/button-look';
import { ButtonLink } from '@/ui/link/link';
import { paths } from '@/lib/paths';
import { Bar } from './bar';
import { EntryGate } from './entry-gate';
import { LanguageMenu } from './language-menu';

/** The signup: nothing to wander off to, and a way to stop that keeps what is filled in. */
export function SignupLayout() {
  const { step } = useParams();
  return (
    <>
      <Bar end={isStep(step) ? <Stop isForm={step !== 'confirm'} /> : <LanguageMenu showsName />} />
      <Outlet />
      <EntryGate layout="empty" />
    </>
  );
}

const QUIET = { variant: 'quiet' } as const;

function Stop({ isForm }: { isForm: boolean }) {
  const { t } = useTranslation('signup');
  if (!isForm) {
    return (
      <ButtonLink to={paths.home.to()} variant="quiet">
        {t('later')}
      </ButtonLink>
    );
  }
  return (
    // The browser's own button, because every page carries the layouts and react-aria's is heavy.
    <button type="submit" form={STEP_FORM} value={STOP} {...buttonLook(QUIET)}>
      <ButtonContent {...QUIET}>{t('stop')}</ButtonContent>
    </button>
  );
}
