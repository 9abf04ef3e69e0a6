import { ChevronRight, Drama, Euro, ShieldCheck, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { lowestMessagePrice } from '@/shared/money/message-price';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { PersonCard } from '@/ui/person-card/person-card';
import { useShowcase } from '../api/showcase';
import { Hero } from './hero';
import { MoneyTable } from './money-table';
import styles from './visitor-home.module.css';

/** The home page of visitors: what the site is, who is there, how it goes, what it costs. */
export function VisitorHome() {
  return (
    <>
      <Hero />
      <Promises />
      <People />
      <Evening />
      <MoneyTable />
    </>
  );
}

function Promises() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const settings = useSettings();
  const price = lowestMessagePrice(settings);
  const credits = t('money.credits', { count: settings.message_credits });
  const example = t('example', { price: price ? `${credits} (${format.money(price)})` : credits });
  return (
    <section className={styles.promises}>
      <ul className="wrap">
        <Promise icon={Euro} title={t('promise.price.title')} text={t('promise.price.text', { example })} />
        {settings.fictional_enabled && (
          <Promise icon={Drama} title={t('promise.real.title')} text={t('promise.real.text')} />
        )}
        <Promise icon={ShieldCheck} title={t('promise.care.title')} text={t('promise.care.text')} />
      </ul>
    </section>
  );
}

function Promise({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <li>
      <span className={styles.glyph}>
        <Icon of={icon} />
      </span>
      <div>
        <h2>{title}</h2>
        <p className="muted">{text}</p>
      </div>
    </li>
  );
}

/** Some members, where the site lets visitors search; nothing at all when there is nobody to show. */
function People() {
  const { t } = useTranslation('home');
  const people = useShowcase();
  if (people.length === 0) return null;
  return (
    <section className={`wrap ${styles.section}`}>
      <div className={`row between ${styles.head}`}>
        <h2>{t('people.title')}</h2>
        <ButtonLink to={paths.members.to()} variant="quiet">
          {t('people.everyone')}
          <Icon of={ChevronRight} />
        </ButtonLink>
      </div>
      <ul className={`grid-people ${styles.people}`}>
        {people.map((person) => (
          <li key={person.id}>
            <PersonCard
              name={person.name}
              age={person.age}
              place={person.city ?? ''}
              href={paths.member.to(person.id)}
              picture={person.photo?.card ?? null}
              fictional={person.fictional_label ?? undefined}
              isOnline={person.is_online}
              isNew={person.is_new}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Evening() {
  const { t } = useTranslation('home');
  return (
    <section className={`wrap ${styles.section}`}>
      <h2>{t('steps.title')}</h2>
      <ol className={styles.steps}>
        {(['one', 'two', 'three'] as const).map((step) => (
          <li key={step}>
            <h3>{t(`steps.${step}.title`)}</h3>
            <p className="muted">{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
