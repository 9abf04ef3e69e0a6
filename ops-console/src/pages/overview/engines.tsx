import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Failed } from '@/kit/desk-kit';
import { momentInWords } from '@/kit/times';
import { useEngines, type Engines } from './api';
import { lengthInWords } from './words';

/** How the engines are at this moment, and what waits. */
export function EnginesView({ take }: { take: ReactNode }) {
  const translate = useTranslate();
  const { data, error, refetch } = useEngines(true);
  const text = (name: string, values = {}) => translate(`pages.overview.engines.${name}`, values);
  return (
    <section className="overview-section" aria-labelledby="overview-engines">
      <header>
        <h2 id="overview-engines">{text('title')}</h2>
        {take}
      </header>
      {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <dl className="engines">
            {data.engines.map(({ name, is_well: isWell, milliseconds }) => (
              <div key={name} data-well={isWell}>
                <dt>{text(name)}</dt>
                <dd>{isWell ? text('well', { milliseconds }) : text('away')}</dd>
              </div>
            ))}
            <div data-well={data.waiting.seconds_behind < 60}>
              <dt>{text('waits')}</dt>
              <dd>{data.waiting.events}</dd>
            </div>
            <div data-well={data.waiting.seconds_behind < 60}>
              <dt>{text('behind')}</dt>
              <dd>{lengthInWords(data.waiting.seconds_behind)}</dd>
            </div>
            <div data-well>
              <dt>{text('duties')}</dt>
              <dd>{data.waiting.duties}</dd>
            </div>
            <div data-well={data.waiting.given_up === 0}>
              <dt>{text('given_up')}</dt>
              <dd>{data.waiting.given_up}</dd>
            </div>
          </dl>
          <JobTable jobs={data.jobs} />
        </>
      ) : null}
    </section>
  );
}

function JobTable({ jobs }: Pick<Engines, 'jobs'>) {
  const translate = useTranslate();
  const text = (name: string, values = {}) => translate(`pages.overview.engines.${name}`, values);
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="day-table job-table" aria-label={text('jobs')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('job')}</th>
            <th scope="col">{text('started')}</th>
            <th scope="col">{text('took')}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ name, started_at: started, milliseconds, failures }) => (
            <tr key={name}>
              <th scope="row">
                {name}{' '}
                {failures > 0 ? (
                  <span className="badge danger">{text('failed', { smart_count: failures })}</span>
                ) : null}
              </th>
              <td className="number">{momentInWords(started)}</td>
              <td className="number">{milliseconds === null ? '–' : text('well', { milliseconds })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
