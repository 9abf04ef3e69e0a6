import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';
import { LoadMore } from '@/ui/load-more/load-more';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { PAGE_SIZE, useFittingPeople, type Answers } from '../api/finder';
import { nextOpen } from '../model/questions';
import styles from './finder-people.module.css';
import { FitList } from './fit-list';
import { OwnAnswers } from './own-answers';

/** Those who fit best with the reasons, and the answers that led to them. */
export function FinderPeople({ answers }: { answers: Answers }) {
  const { t } = useTranslation('match-finder');
  const next = nextOpen(answers.open);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <PageTitle>{t('people.title')}</PageTitle>
        <p className="lead measure">{t('people.lead')}</p>
        {next && (
          <Alert
            lead={t('people.openLead', { count: answers.open.length })}
            action={<ButtonLink to={paths.matchFinder.to(next)}>{t('people.answer')}</ButtonLink>}
          >
            {t('people.open')}
          </Alert>
        )}
      </div>
      <div className={styles.list}>
        <Found />
      </div>
      <aside className={styles.answers} aria-label={t('own.title')}>
        <OwnAnswers answers={answers} />
      </aside>
    </div>
  );
}

function Found() {
  const { t } = useTranslation('match-finder');
  const { data, ...list } = useFittingPeople(PAGE_SIZE);
  const pages = data?.pages ?? [];
  const last = pages.at(-1);
  if (!last) return <Skeleton shape="block" count={3} />;
  const people = pages.flatMap(({ results }) => results);
  if (people.length === 0) return <Nobody />;
  return (
    <>
      {last.is_wider ? (
        <Alert lead={t('people.widerLead')}>{t('people.wider')}</Alert>
      ) : (
        <p className="meta">{t('people.count', { count: last.total })}</p>
      )}
      <FitList people={people} />
      {list.isFetchNextPageError && <ProblemAlert lead={t('moreFailed')} error={list.error} />}
      <LoadMore
        list={list}
        shown={list.hasNextPage ? people.length : last.total}
        total={last.total}
        pageSize={PAGE_SIZE}
      />
    </>
  );
}

/** Nobody fits both sides' wishes: the widest answers to change, and the search. */
function Nobody() {
  const { t } = useTranslation('match-finder');
  return (
    <Panel>
      <EmptyState
        title={t('nobody.title')}
        actions={
          <>
            <ButtonLink to={paths.matchFinder.to('ages')} variant="primary">
              {t('nobody.ages')}
            </ButtonLink>
            <ButtonLink to={paths.members.to()}>{t('nobody.search')}</ButtonLink>
          </>
        }
      >
        {t('nobody.text')}
      </EmptyState>
    </Panel>
  );
}
