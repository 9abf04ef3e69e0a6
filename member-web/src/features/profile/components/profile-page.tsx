import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import type { OwnProfile } from '../api/profile';
import type { ProfileForm } from '../hooks/use-profile-form';
import { AboutFields } from './about-fields';
import { BasicsFields, FixedFacts } from './basics-fields';
import { Completeness } from './completeness';
import { LocationFields } from './location-fields';
import { PhotoFields } from './photo-fields';
import { Preview } from './preview';
import { Section } from './section';
import { FictionalWish, WishFields } from './wish-fields';
import styles from './profile-page.module.css';

const Basics = ({ form }: { form: ProfileForm }) => (
  <>
    <FixedFacts form={form} />
    <BasicsFields form={form} />
  </>
);

const Wishes = ({ form }: { form: ProfileForm }) => (
  <>
    <WishFields form={form} />
    <FictionalWish form={form} />
  </>
);

/** The member's own profile, a part at a time (spec 2.33). */
export function ProfilePage({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('profile');
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <PageTitle>{t('title')}</PageTitle>
        <p className="lead">{t('lead')}</p>
      </header>
      <div className={styles.side}>
        <Completeness profile={profile} />
        <div className="only-desk">
          <Preview profile={profile} />
        </div>
        <ButtonLink to={paths.member.to(profile.id)} icon={Eye}>
          {t('preview.open')}
        </ButtonLink>
      </div>
      <div className={styles.sections}>
        {profile.next_step && (
          <Alert
            lead={t('unfinished.lead')}
            action={<ButtonLink to={paths.signup.to(profile.next_step)}>{t('unfinished.go')}</ButtonLink>}
          >
            {t('unfinished.text')}
          </Alert>
        )}
        <Panel aria-labelledby="photos-title">
          <div className="stack">
            <h2 id="photos-title">{t('photos.title')}</h2>
            <p className="muted">{t('photos.help')}</p>
            <PhotoFields profile={profile} />
          </div>
        </Panel>
        <Section id="words-section" title={t('about.title')} profile={profile} fields={AboutFields} />
        <Section id="basics-section" title={t('facts.title')} profile={profile} fields={Basics} />
        <Section id="location-section" title={t('location.title')} profile={profile} fields={LocationFields} />
        <Section id="wishes-section" title={t('wishes.title')} profile={profile} fields={Wishes} />
      </div>
    </div>
  );
}
