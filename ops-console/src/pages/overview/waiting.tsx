import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { Failed } from '@/kit/failed';
import { useWaiting } from '@/providers/waiting';

const DESKS = {
  review: '/review',
  signatures: '/review/signatures',
  appeals: '/review/appeals',
  complaints: '/complaints',
  fiction: '/fiction',
  refunds: '/refunds',
} as const;

/** What waits on the desks at this moment, and how much of it is late. */
export function WaitingView() {
  const translate = useTranslate();
  const { data, error, refetch } = useWaiting();
  const text = (name: string, values = {}) => translate(`pages.overview.waiting.${name}`, values);
  return (
    <section className="overview-section" aria-labelledby="overview-waiting">
      <h2 id="overview-waiting">{text('title')}</h2>
      {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      <dl className="engines">
        {data?.queues.map(({ queue, waiting, late }) => (
          <div key={queue} data-well={late === 0}>
            <dt>
              <Link to={DESKS[queue]}>{text(queue)}</Link>
            </dt>
            <dd>
              {waiting} {late > 0 ? <span className="badge danger">{text('late', { smart_count: late })}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
