import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { ABOUT_FICTIONAL } from '@/lib/fictional';
import { Alert } from '@/ui/alert/alert';
import { Link } from '@/ui/link/link';
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
  const { t } = useTranslation('landing');
  if (!person?.fictional_label) return null;
  return (
    <Alert tone="fiction" lead={`${person.fictional_label}.`}>
      {person.fictional_warning}{' '}
      <Link to={ABOUT_FICTIONAL}>{t('fictionalMeans', { label: person.fictional_label })}</Link>
    </Alert>
  );
}
