import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { visitsQuery, type Visitor } from '@/shared/person/profile-visits';
import { newcomersQuery, ROW } from '../api/member-home';
import styles from './member-people.module.css';
import { PeopleRow } from './people-row';

/** People on the home page of a member: who looked at their profile, and who is new and fits. */
export function MemberPeople() {
  return (
    <div className={`wrap ${styles.people}`}>
      <Visitors />
      <Newcomers />
    </div>
  );
}

/** Who looked at the member's profile lately; nothing at all when nobody did. */
function Visitors() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const { data } = useInfiniteQuery({ ...visitsQuery, throwOnError: false });
  const people = data?.pages[0]?.profiles.slice(0, ROW) ?? [];
  if (people.length === 0) return null;
  return (
    <PeopleRow
      id="visitors"
      title={t('member.visitors')}
      people={people}
      more={{ to: paths.visitors.to(), text: t('member.allVisitors') }}
      line={(card, place) => [format.shortDay((card as Visitor).visited_at), place].filter(Boolean).join(' · ')}
    />
  );
}

/** Who is new here and fits. */
function Newcomers() {
  const { t } = useTranslation('home');
  const { data: people = [] } = useQuery(newcomersQuery);
  if (people.length === 0) return null;
  return (
    <PeopleRow
      id="newcomers"
      title={t('member.newcomers')}
      people={people}
      more={{ to: `${paths.members.to()}?new=true&sort=newest`, text: t('member.allNewcomers') }}
    />
  );
}
