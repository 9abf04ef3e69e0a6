import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { STEP_FORM, stepBefore, STOP, type OptionalStep } from '../model/steps';
import styles from './step-form.module.css';

interface StepFormProps {
  step: OptionalStep;
  children: ReactNode;
  isPending: boolean;
  /** Saves and goes on or, with `stops`, leaves the signup. */
  onSubmit: (stops: boolean) => void;
  onSkip: () => void;
}

/** One optional step: what it asks for, and the ways on, back, past it. */
export function StepForm({ step, children, isPending, onSubmit, onSkip }: StepFormProps) {
  const { t } = useTranslation('signup');
  const back = stepBefore(step);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    onSubmit(submitter instanceof HTMLButtonElement && submitter.value === STOP);
  };
  return (
    <form id={STEP_FORM} className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.head}>
        <PageTitle>{t(`${step}.title`)}</PageTitle>
        <p className="lead">{t(`${step}.lead`)}</p>
      </div>
      {children}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="large" isPending={isPending}>
          {t('continue')}
        </Button>
        {back && (
          <ButtonLink variant="quiet" to={paths.signup.to(back)}>
            {t('back')}
          </ButtonLink>
        )}
        <span className={styles.skip}>
          <Button variant="quiet" onPress={onSkip}>
            {t('skip')}
          </Button>
        </span>
      </div>
    </form>
  );
}
