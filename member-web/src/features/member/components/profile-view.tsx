import { Ban, Flag, Heart, MapPin } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { ABOUT_FICTIONAL } from '@/lib/fictional';
import { isolated } from '@/lib/isolated';
import { paths } from '@/lib/paths';
import { interestIcon } from '@/shared/interests/interest-icon';
import type { ChoiceField } from '@/shared/reference/reference';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { Chip, Chips } from '@/ui/chips/chips';
import { Facts } from '@/ui/facts/facts';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink, Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { useVisit, type MemberProfile, type Photo } from '../api/member';
import { factIcon } from '../model/fact-icons';
import { Gallery } from './gallery';
import { MemberActions, VisitorActions } from './actions';
import { SimilarPeople } from './similar-people';
import styles from './profile-view.module.css';

const BlockPerson = lazy(() => import('./block-person'));

interface ProfileViewProps {
  profile: MemberProfile;
  /** Reports the profile, or one photo of it. */
  onReport: (photo?: Photo) => void;
  /** Offers first sentences (spec 2.38). */
  onBegin: () => void;
}

/** Somebody's profile with what one can do about it (spec 2.37); opening it counts as a visit. */
export function ProfileView({ profile, onReport, onBegin }: ProfileViewProps) {
  const { t } = useTranslation('member-profile');
  const user = useUser();
  const [asksToBlock, setAsksToBlock] = useState(false);
  useVisit(profile);
  const { headline, about, fictional_label: fictional, fictional_warning: warning } = profile;
  const isOwn = user?.id === profile.id;
  return (
    <div className={`wrap ${styles.profile}`} data-acts={!isOwn || undefined}>
      <Gallery profile={profile} onReport={user && !isOwn ? onReport : undefined} />
      <article className={styles.about}>
        <Head profile={profile} />
        {fictional && (
          <Alert tone="fiction" lead={`${fictional}.`}>
            {warning} <Link to={ABOUT_FICTIONAL}>{t('fictionalMeans', { label: fictional })}</Link>
          </Alert>
        )}
        {isOwn ? (
          <Own />
        ) : user ? (
          <MemberActions
            profile={profile}
            onBlock={() => setAsksToBlock(true)}
            onReport={() => onReport()}
            onBegin={onBegin}
          />
        ) : (
          <VisitorActions profile={profile} />
        )}
        {headline && <p className={styles.quote}>{t('quote', { text: headline })}</p>}
        {about && (
          <p className={`measure ${styles.words}`} dir="auto">
            {about}
          </p>
        )}
        <Interests profile={profile} />
        <FactList profile={profile} />
        {!isOwn && <Safety name={profile.name} onBlock={() => setAsksToBlock(true)} onReport={() => onReport()} />}
      </article>
      <SimilarPeople profile={profile} />
      {asksToBlock && (
        <Suspense>
          <BlockPerson profile={profile} onClose={() => setAsksToBlock(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Name, age, where, and how recently here; nobody is behind a fictional profile, so it is nowhere. */
function Head({ profile: { name, age, city, country, kind, last_active: active } }: { profile: MemberProfile }) {
  const { t } = useTranslation('member-profile');
  const format = useFormat();
  const isFictional = kind === 'fictional';
  const place = [city && isolated(city), country && format.country(country)].filter(Boolean).join(', ');
  return (
    <header className={styles.head}>
      {!isFictional && active !== 'earlier' && (
        <p className={`muted ${styles.active}`} data-online={active === 'online' || undefined}>
          {t(`active.${active}`)}
        </p>
      )}
      <PageTitle>
        <bdi>{name}</bdi>,&nbsp;{age}
      </PageTitle>
      {(isFictional || place) && (
        <p className={`muted ${styles.place}`}>
          <Icon of={MapPin} />
          {isFictional ? t('nowhere') : place}
        </p>
      )}
    </header>
  );
}

/** The ways out at the end of a profile; a visitor who finds their own pictures here can say so too. */
function Safety({ name, onBlock, onReport }: { name: string; onBlock: () => void; onReport: () => void }) {
  const { t } = useTranslation(['member-profile', 'common']);
  if (!useUser())
    return (
      <div className="row">
        <ButtonLink to={paths.complaints.to()} variant="quiet" icon={Flag}>
          {t('somethingWrong')}
        </ButtonLink>
      </div>
    );
  return (
    <div className="row">
      <Button variant="quiet" icon={Ban} onPress={onBlock}>
        {t('common:block.button', { name })}
      </Button>
      <Button variant="quiet" icon={Flag} onPress={onReport}>
        {t('report', { name })}
      </Button>
    </div>
  );
}

function Own() {
  const { t } = useTranslation('member-profile');
  return (
    <Alert lead={t('own.lead')} action={<ButtonLink to={paths.profile.to()}>{t('own.edit')}</ButtonLink>}>
      {t('own.text')}
    </Alert>
  );
}

/** What somebody loves; what both love comes first. */
function Interests({ profile: { interests } }: { profile: MemberProfile }) {
  const { t } = useTranslation('member-profile');
  const shared = interests.filter((one) => one.shared);
  if (interests.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('interests.title')}</h2>
      {shared.length > 0 && (
        <p className={`meta ${styles.shared}`}>
          <Icon of={Heart} filled />
          {t('interests.shared', { count: shared.length })}
        </p>
      )}
      <Chips>
        {[...shared, ...interests.filter((one) => !one.shared)].map(({ key, name, shared: isShared }) => (
          <Chip key={key} icon={interestIcon(key)} shared={isShared}>
            {name}
            {isShared && <span className="visually-hidden">{t('interests.alsoYours')}</span>}
          </Chip>
        ))}
      </Chips>
    </section>
  );
}

function FactList({ profile: { facts } }: { profile: MemberProfile }) {
  const { t } = useTranslation('member-profile');
  if (facts.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('facts.title')}</h2>
      <Facts
        facts={facts.map(({ field, value_name: value, note }) => ({
          icon: factIcon(field),
          term: t(`facts.${field as ChoiceField}`),
          value,
          note: note ?? undefined,
        }))}
      />
    </section>
  );
}
