import { Clock3 } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { PageTitle } from '@/ui/page-title/page-title';
import { Select } from '@/ui/select/select';
import giorgio from '../pictures/giorgio.svg';
import grace from '../pictures/grace.svg';
import henk from '../pictures/henk.svg';
import marijke from '../pictures/marijke.svg';
import yvonne from '../pictures/yvonne.svg';
import styles from './hero.module.css';

/** A house at dusk with people in its lit windows, and the way in. */
export function Hero() {
  const { t } = useTranslation('home');
  const { name } = useSettings();
  return (
    <section className={styles.hero}>
      <div className={`wrap ${styles.inside}`}>
        <House />
        <div className={`stack ${styles.text}`}>
          <PageTitle>{t('title')}</PageTitle>
          <p className="lead">{t('lead', { name })}</p>
          <Seek />
          <p className={`meta row ${styles.minutes}`}>
            <Icon of={Clock3} />
            {t('minutes')}
          </p>
        </div>
      </div>
    </section>
  );
}

/** The first three answers of the signup, taken along to it. */
function Seek() {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  const { min_age: minAge } = useSettings();
  const [wish, setWish] = useState({ gender: 'woman', seeking: 'man', ages: '' });
  const start = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams(Object.entries(wish).filter(([, value]) => value));
    void navigate(`${paths.signup.to()}?${query.toString()}`);
  };
  const genders = (['woman', 'man'] as const).map((value) => ({ value, text: t(`gender.${value}`) }));
  return (
    <form className={styles.seek} onSubmit={start}>
      <div className={styles.questions}>
        <Select
          label={t('iAm')}
          choices={genders}
          value={wish.gender}
          onChange={(gender) => setWish({ ...wish, gender })}
        />
        <Select
          label={t('lookingFor')}
          choices={[...[...genders].reverse(), { value: 'anyone', text: t('gender.anyone') }]}
          value={wish.seeking}
          onChange={(seeking) => setWish({ ...wish, seeking })}
        />
        <Select
          label={t('aged')}
          choices={ageRanges(minAge).map(([from, to]) => ({
            value: `${from}-${to ?? ''}`,
            text: to ? t('ages', { from, to }) : t('agesFrom', { from }),
          }))}
          emptyText={t('anyAge')}
          value={wish.ages}
          onChange={(ages) => setWish({ ...wish, ages })}
        />
      </div>
      <Button type="submit" variant="primary" size="large" wide>
        {t('create')}
      </Button>
    </form>
  );
}

/** Decades from the site's minimum age; the last one is open. */
function ageRanges(minAge: number): [from: number, to?: number][] {
  return [[minAge, 35], [35, 45], [45, 55], [55, 70], [70]];
}

function House() {
  const { t } = useTranslation('home');
  return (
    <div className={styles.house} aria-hidden>
      <div className={styles.wall}>
        <div className={styles.upstairs}>
          <Window picture={henk} />
          <Window picture={marijke} />
          <Window picture={grace} />
        </div>
        <div className={styles.downstairs}>
          <Window picture={yvonne} />
          <div className={styles.door} />
          <Window picture={giorgio} />
        </div>
      </div>
      <p className={styles.says}>{t('say.first')}</p>
      <p className={styles.answers}>{t('say.second')}</p>
    </div>
  );
}

function Window({ picture }: { picture: string }) {
  return (
    <div className={styles.window}>
      <img src={picture} alt="" />
    </div>
  );
}
