import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Failed } from '@/kit/failed';
import { momentInWords } from '@/kit/times';
import { useEngines, type Engines, type Job } from './api';
import { lengthInWords } from './words';

/** What waits for longer, in seconds, waits for somebody. */
const PATIENCE = 60;

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
            {data.engines.map(({ name, address, is_well: isWell, refusal, milliseconds }) => (
              <div key={`${name} ${address ?? ''}`} data-well={isWell}>
                <dt>{address ? `${text(name)} ${address}` : text(name)}</dt>
                <dd>{isWell ? text('well', { milliseconds }) : text(refusal ? 'refuses' : 'away', { refusal })}</dd>
              </div>
            ))}
            <div data-well={data.waiting.seconds_behind < PATIENCE}>
              <dt>{text('waits')}</dt>
              <dd>{data.waiting.events}</dd>
            </div>
            <div data-well={data.waiting.seconds_behind < PATIENCE}>
              <dt>{text('behind')}</dt>
              <dd>{lengthInWords(data.waiting.seconds_behind)}</dd>
            </div>
            <div data-well={data.waiting.duties_behind < PATIENCE}>
              <dt>{text('duties')}</dt>
              <dd>{data.waiting.duties}</dd>
            </div>
            <div data-well={data.waiting.duties_behind < PATIENCE}>
              <dt>{text('duties_behind')}</dt>
              <dd>{lengthInWords(data.waiting.duties_behind)}</dd>
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
            <th scope="col">{text('ended')}</th>
            <th scope="col">{text('took')}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.name}>
              <th scope="row">
                {job.name} <JobState job={job} />
              </th>
              <td className="number">{job.finished_at ? momentInWords(job.finished_at) : text('never')}</td>
              <td className="number">
                {job.milliseconds === null ? '–' : text('well', { milliseconds: job.milliseconds })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function JobState({ job: { failures, is_late: isLate } }: { job: Job }) {
  const translate = useTranslate();
  if (failures > 0)
    return (
      <span className="badge danger">{translate('pages.overview.engines.failed', { smart_count: failures })}</span>
    );
  return isLate ? <span className="badge danger">{translate('pages.overview.engines.late')}</span> : null;
}
