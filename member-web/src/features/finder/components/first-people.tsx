import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { useFittingPeople } from '../api/finder';
import styles from './first-people.module.css';
import { FitList } from './fit-list';

/** So many are enough to be glad of, and few enough to go on. */
export const FIRST = 6;

interface FirstPeopleProps {
  /** The step of the signup that is open. */
  goOn: string | undefined;
  /** The profile of somebody whose address brought the newcomer here. */
  cameFor: string | undefined;
}

/** Who fits with what is known right after the signup (spec 2.23). */
export function FirstPeople({ goOn, cameFor }: FirstPeopleProps) {
  const { t } = useTranslation('match-finder');
  return (
    <div className={`wrap ${styles.page}`}>
      <div className="stack">
        <PageTitle>{t('first.title')}</PageTitle>
        <p className="lead measure">{t('first.lead')}</p>
        <div className="row">
          {goOn ? (
            <ButtonLink to={goOn} variant="primary" size="large">
              {t('first.goOn')}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.matchFinder.to()} variant="primary" size="large">
              {t('first.finder')}
            </ButtonLink>
          )}
          {cameFor ? (
            <ButtonLink to={cameFor} size="large">
              {t('first.cameFor')}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.members.to()} size="large">
              {t('first.more')}
            </ButtonLink>
          )}
        </div>
      </div>
      <People />
    </div>
  );
}

function People() {
  const { t } = useTranslation('match-finder');
  const { data } = useFittingPeople(FIRST);
  const people = data?.pages[0]?.results;
  if (!people) return <Skeleton shape="block" count={3} />;
  if (people.length > 0) return <FitList people={people} />;
  return (
    <Panel>
      <EmptyState title={t('first.nobody')}>{t('first.nobodyText')}</EmptyState>
    </Panel>
  );
}
