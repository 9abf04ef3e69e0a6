import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { Alert } from '@/ui/alert/alert';
import type { Introduction } from '../api/introduction';

/** Title and lead of an address: with a name where visitors may know it, without where they may not. */
export function useWords(person: Introduction | null): { title: string; lead: string } {
  const { t } = useTranslation('landing');
  const { name: site } = useSettings();
  if (!person) return { title: t('nobody.title'), lead: t('nobody.lead', { site }) };
  const { name, age, city } = person;
  if (name === null || age === null) return { title: t('closed.title'), lead: t('closed.lead', { site }) };
  const place = city && person.kind === 'member' ? t('open.place', { name, age, city }) : t('open.age', { name, age });
  return { title: t('open.title', { name }), lead: place };
}

/** What the site says of its fictional profiles, beside everyone who is one. */
export function Disclosure({ person }: { person: Introduction | null }) {
  if (!person?.fictional_label) return null;
  return (
    <Alert tone="fiction" lead={`${person.fictional_label}.`}>
      {person.fictional_warning}
    </Alert>
  );
}
