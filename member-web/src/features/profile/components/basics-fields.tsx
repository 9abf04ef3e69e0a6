import { useTranslation } from 'react-i18next';
import { useMember, useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { useReference, type ChoiceField } from '@/shared/reference/reference';
import { Select } from '@/ui/select/select';
import { TextField } from '@/ui/text-field/text-field';
import type { ProfileForm } from '../hooks/use-profile-form';
import { BASICS } from '../model/facts';
import styles from './fields.module.css';

const LONGEST_NOTE = 200;
const LONGEST_NAME = 30;

/** Gender and the facts that this site shows, each with the note that it may carry (spec 3.6). */
export function BasicsFields({ form }: { form: ProfileForm }) {
  const { visible_profile_fields: shown } = useSettings();
  return (
    <div className={styles.pairs}>
      {BASICS.filter((field) => field === 'gender' || shown.includes(field)).map((field) => (
        <FactField key={field} field={field} form={form} />
      ))}
    </div>
  );
}

export function FactField({ field, form: { values, errors, change } }: { field: ChoiceField; form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const { visible_profile_notes: noted } = useSettings();
  const choices = useReference()?.choices[field] ?? [];
  return (
    <div className="stack">
      <Select
        id={field}
        label={t(`facts.${field}`)}
        value={values[field] ?? ''}
        emptyText={t('notSaid')}
        choices={choices.map(({ key, name }) => ({ value: key, text: name }))}
        onChange={(key) => change({ [field]: key || null })}
        error={errors[field]}
      />
      {noted.includes(field) && values[field] && (
        <TextField
          id={`notes/${field}`}
          label={t('facts.note', { field: t(`facts.${field}`) })}
          value={values.notes[field] ?? ''}
          maxLength={LONGEST_NOTE}
          onChange={(note) => change({ notes: { ...values.notes, [field]: note } })}
          error={errors[`notes/${field}`]}
        />
      )}
    </div>
  );
}

/** What was said at the signup and stays: the name and the date of birth. Who lost their name chooses another one. */
export function FixedFacts({ form: { profile, values, errors, change } }: { form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const { must_choose_name: mustChoose } = useMember();
  const format = useFormat();
  if (mustChoose)
    return (
      <TextField
        id="name"
        label={t('facts.name')}
        help={t('facts.chooseName', { name: profile.name })}
        value={values.name}
        maxLength={LONGEST_NAME}
        onChange={(name) => change({ name })}
        error={errors['name']}
      />
    );
  return (
    <p className="muted">
      {t('facts.fixed', { name: profile.name, date: format.date(profile.date_of_birth), age: profile.age })}
    </p>
  );
}
