import { GalleryHorizontalEnd } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings, useUser } from '@/api/session';
import { paths } from '@/lib/paths';
import { useRegions } from '@/shared/reference/reference';
import { Gate } from '@/shared/visitor/gate';
import { useMayLook, needsLogin } from '@/shared/visitor/may-look';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { Select } from '@/ui/select/select';
import { useFacets, useSearch, type SearchPage } from '../api/search';
import { usePeopleText } from '../hooks/use-filter-texts';
import { useFilters } from '../hooks/use-filters';
import { inForce, SORTS, wishesOf, type Filters } from '../model/filters';
import { ActiveFilters } from './active-filters';
import { FilterPanel } from './filter-panel';
import { Results } from './results';
import styles from './member-search.module.css';

const FilterSheet = lazy(() => import('./filter-sheet'));

/** The search, or for visitors of a site that keeps its members to itself the way in (spec 2.2, 6.1). */
export function MemberSearch() {
  return useMayLook() ? <Search /> : <Gate />;
}

function Search() {
  const { t } = useTranslation('members');
  const { filters: asked, change, set } = useFilters();
  const [showsSheet, setShowsSheet] = useState(false);
  const user = useUser();
  const search = useSearch(asked);
  const facets = useFacets(asked);
  const pages = search.data?.pages ?? [];
  const last = pages.at(-1);
  const filters = inForce(asked, last?.applied ?? (user ? wishesOf(user, asked) : undefined));
  const panel = <FilterPanel filters={filters} facets={facets} onChange={change} />;
  if (needsLogin(search.error)) return <Gate />;
  return (
    <div className={`wrap ${styles.search}`}>
      <aside className={`only-desk ${styles.aside}`} aria-label={t('filters.title')}>
        <Panel>
          <h2 className={styles.heading}>{t('filters.title')}</h2>
          {panel}
        </Panel>
      </aside>
      <section className={styles.found}>
        <div className={styles.head}>
          <div>
            <Title filters={filters} />
            <p className="muted" role="status">
              {last && <Count page={last} />}
            </p>
          </div>
          {/* On a phone people come first; the game is one of the ways of the start page and of the likes. */}
          <div className="only-desk">
            <div className="row">
              {user && (
                <ButtonLink to={paths.swipeGame.to()} icon={GalleryHorizontalEnd}>
                  {t('play')}
                </ButtonLink>
              )}
              <Sorting filters={filters} onChange={change} />
            </div>
          </div>
        </div>
        <ActiveFilters filters={filters} onChange={change} onOpen={() => setShowsSheet(true)} />
        {last?.degraded && <Alert lead={t('degraded.lead')}>{t('degraded.text')}</Alert>}
        <Results search={search} onChange={change} onReplace={set} />
      </section>
      {showsSheet && (
        <Suspense>
          <FilterSheet total={last?.total} onClose={() => setShowsSheet(false)}>
            {panel}
            <Sorting filters={filters} onChange={change} showsLabel />
          </FilterSheet>
        </Suspense>
      )}
    </div>
  );
}

/** Names the place that is searched. */
function Title({ filters: { near, radius_km: radius, region: code, country } }: { filters: Filters }) {
  const { t } = useTranslation('members');
  const region = useRegions(code ? country : undefined).regions?.regions.find((one) => one.code === code);
  if (near) return <PageTitle>{t('title.near', { town: near })}</PageTitle>;
  if (radius) return <PageTitle>{t('title.nearYou')}</PageTitle>;
  return <PageTitle>{region ? t('title.region', { region: region.name }) : t('title.all')}</PageTitle>;
}

/** How many real members there are; fictional profiles are counted apart from them. */
function Count({ page }: { page: SearchPage }) {
  const { t } = useTranslation('members');
  const fictional = page.fictional_total;
  const { fictional_singular: one, fictional_plural: many } = useSettings();
  const people = usePeopleText()(page);
  if (fictional === 0) return people;
  return `${people} ${t('fictionalCount', { count: fictional, label: fictional === 1 ? one : many })}`;
}

interface SortingProps {
  filters: Filters;
  onChange: (change: Filters) => void;
  showsLabel?: boolean;
}

/** The order; "nearest" needs a point to measure from, which a visitor has only after choosing a town. */
function Sorting({ filters, onChange, showsLabel = false }: SortingProps) {
  const { t } = useTranslation('members');
  const hasPoint = useUser() !== null || filters.place_id !== undefined;
  const offered = SORTS.filter((sort) => sort !== 'nearest' || hasPoint);
  return (
    <Select
      label={t('sort.label')}
      hideLabel={!showsLabel}
      value={filters.sort ?? 'fit'}
      choices={offered.map((sort) => ({ value: sort, text: t(`sort.${sort}`) }))}
      onChange={(sort) => onChange({ sort: SORTS.find((one) => one === sort) })}
    />
  );
}
