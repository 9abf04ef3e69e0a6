import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { PageTitle } from '@/ui/page-title/page-title';
import { Select } from '@/ui/select/select';
import type { Introduction } from '../api/introduction';
import styles from './letter.module.css';
import { Portrait } from './portrait';
import { Disclosure, useWords } from './words';

interface LetterProps {
  id: string;
  person: Introduction | null;
  /** The site's own words at this address. */
  own: { headline: string; lead: string; button: string } | null;
}

/** The second entry: a letter with a portrait for a stamp, and two answers that go along to the signup (spec 2.7). */
export function Letter({ id, person, own }: LetterProps) {
  const { t } = useTranslation('landing');
  const { name: site } = useSettings();
  const { title, lead } = useWords(person);
  return (
    <div className={styles.table}>
      <article className={styles.sheet}>
        <div className={styles.stamp}>
          <Portrait person={person} />
        </div>
        <div className={`stack ${styles.words}`}>
          <p className="meta">{t('letter.from', { site })}</p>
          <PageTitle>{own?.headline ?? title}</PageTitle>
          <p className="lead">{own?.lead ?? lead}</p>
          {own && person?.name && <p className="muted">{lead}</p>}
          {person?.headline && (
            <blockquote className={styles.quote}>{t('quote', { text: person.headline })}</blockquote>
          )}
          <Disclosure person={person} />
        </div>
        <Answers
          to={person ? paths.memberSignup.to(id) : paths.signup.to()}
          button={own?.button ?? t('letter.answer')}
        />
      </article>
    </div>
  );
}

/** Who one is and whom one looks for; what the address brought along goes along too. */
function Answers({ to, button }: { to: string; button: string }) {
  const { t } = useTranslation('landing');
  const navigate = useNavigate();
  const { search } = useLocation();
  const [wish, setWish] = useState({ gender: 'woman', seeking: 'man' });
  const start = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams(search);
    query.set('gender', wish.gender);
    query.set('seeking', wish.seeking);
    void navigate({ pathname: to, search: query.toString() });
  };
  const genders = (['woman', 'man', 'nonbinary'] as const).map((value) => ({ value, text: t(`gender.${value}`) }));
  return (
    <form className={styles.answers} onSubmit={start}>
      <h2>{t('letter.you')}</h2>
      <div className={styles.fields}>
        <Select
          label={t('letter.iAm')}
          choices={genders}
          value={wish.gender}
          onChange={(gender) => setWish({ ...wish, gender })}
        />
        <Select
          label={t('letter.seeking')}
          choices={[...genders, { value: 'anyone', text: t('gender.anyone') }]}
          value={wish.seeking}
          onChange={(seeking) => setWish({ ...wish, seeking })}
        />
      </div>
      <Button type="submit" variant="primary" size="large" wide>
        {button}
      </Button>
      <p className="meta">{t('minutes')}</p>
    </form>
  );
}
