import { useTranslate } from 'react-admin';
import { Failed } from '@/kit/desk-kit';
import { useEngines } from './api';
import { lengthInWords } from './words';

/** How the engines are at this moment, and what waits. */
export function EnginesView() {
  const translate = useTranslate();
  const { data, error, refetch } = useEngines(true);
  const text = (name: string, values = {}) => translate(`pages.overview.engines.${name}`, values);
  return (
    <section className="overview-section" aria-labelledby="overview-engines">
      <h2 id="overview-engines">{text('title')}</h2>
      {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
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
      ) : null}
    </section>
  );
}
