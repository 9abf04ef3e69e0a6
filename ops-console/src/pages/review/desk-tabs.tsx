import { useGetList, useTranslate } from 'react-admin';
import { NavLink } from 'react-router-dom';

/** How often the lists look for what is new. */
export const LOOK_AGAIN = { refetchInterval: 30_000 };
const ONE = { page: 1, perPage: 1 };

/** The three kinds of work at the desk, with how much of each waits. */
export function DeskTabs() {
  const translate = useTranslate();
  const tabs = [
    ['queue', '/review', useCount('moderation.review', 'open')],
    ['signatures', '/review/signatures', useCount('moderation.decisions', 'proposed')],
    ['appeals', '/review/appeals', useCount('moderation.appeals', 'open')],
  ] as const;
  return (
    <nav className="desk-tabs" aria-label={translate('pages.review.title')}>
      {tabs.map(([name, path, count]) => (
        <NavLink key={name} to={path} end={name === 'queue'}>
          <span>{translate(`pages.review.tabs.${name}`)}</span> <b className="number">{count}</b>
        </NavLink>
      ))}
    </nav>
  );
}

function useCount(resource: string, state: string) {
  return useGetList(resource, { pagination: ONE, filter: { state } }, LOOK_AGAIN).total;
}
