import type { ComponentType, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { Panel } from '@/ui/panel/panel';
import { showToast } from '@/ui/toast/toast';
import type { OwnProfile } from '../api/profile';
import { useProfileForm, type ProfileForm } from '../hooks/use-profile-form';
import { FormProblems } from './form-problems';
import styles from './fields.module.css';

interface SectionProps {
  id: string;
  title: string;
  profile: OwnProfile;
  fields: ComponentType<{ form: ProfileForm }>;
}

/** A part of the profile page with fields of its own; saving shows up as soon as something changed. */
export function Section({ id, title, profile, fields: Fields }: SectionProps) {
  const { t } = useTranslation('profile');
  const form = useProfileForm(profile);
  const save = async () => {
    await form.save();
    await showToast({ text: t('saved') });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A refusal shows in the form.
    save().catch(() => undefined);
  };
  return (
    <Panel id={id} aria-labelledby={`${id}-title`}>
      <form className={styles.fields} onSubmit={submit} noValidate>
        <h2 id={`${id}-title`}>{title}</h2>
        <FormProblems form={form} />
        <Fields form={form} />
        {form.isChanged && (
          <div className={styles.actions}>
            <Button type="submit" variant="primary" isPending={form.isPending}>
              {t('save')}
            </Button>
            <Button variant="quiet" onPress={form.undo}>
              {t('undo')}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}
