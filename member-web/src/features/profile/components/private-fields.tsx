import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { useReference } from '@/shared/reference/reference';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { useSaveConsent } from '../api/profile';
import type { ProfileForm } from '../hooks/use-profile-form';
import { withoutIntimate } from '../model/interests';
import { FactField } from './basics-fields';
import { InterestPicker } from './interest-picker';
import styles from './fields.module.css';

/** Orientation and intimate interests: asked for only after a consent of their own, which can be taken back. */
export function PrivateFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const { name, visible_profile_fields: shown } = useSettings();
  const known = useReference()?.interests ?? [];
  const consent = useSaveConsent();
  const withdraw = () => {
    const { interests } = form.values;
    consent.mutate(false, {
      onSuccess: () => form.isChanged && form.change({ sexuality: null, interests: withoutIntimate(interests, known) }),
    });
  };
  const isGiven = form.profile.consents.intimate;
  return (
    <section className={`stack ${styles.private}`} aria-labelledby="private-title">
      <h3 id="private-title" className="row">
        <Icon of={Lock} />
        {t('private.title')}
      </h3>
      <p>{t(isGiven ? 'private.given' : 'private.ask', { name })}</p>
      {isGiven && shown.includes('sexuality') && <FactField field="sexuality" form={form} />}
      {isGiven && shown.includes('interests') && <InterestPicker form={form} label={t('private.interests')} intimate />}
      <ProblemAlert lead={t('failed')} error={consent.error} />
      <Button
        variant={isGiven ? 'quiet' : 'line'}
        isPending={consent.isPending}
        onPress={isGiven ? withdraw : () => consent.mutate(true)}
      >
        {t(isGiven ? 'private.withdraw' : 'private.agree')}
      </Button>
    </section>
  );
}
