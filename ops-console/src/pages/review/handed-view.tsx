import { useTranslate } from 'react-admin';
import type { Evidence, Handed } from './api';
import { Frozen, Line } from './said';
import { moment } from './time';

/** A complaint that support handed over: why, what was said in it, and what the two wrote each other last. */
export function HandedView({ complaint, seen }: { complaint: Handed; seen: Evidence }) {
  const translate = useTranslate();
  const { number, by, reason, language, words, said } = complaint;
  return (
    <>
      <section>
        <h3>{translate('pages.review.handed.title', { number, name: by })}</h3>
        <p className="quote">{reason}</p>
      </section>
      <section className="frozen">
        <header>
          <h3>{translate('pages.review.handed.words')}</h3>
        </header>
        <ol>
          {words.map(({ at, body, is_theirs: isTheirs }) => (
            <li key={at}>
              <time dateTime={at}>{moment(at)}</time>
              <b>{translate(isTheirs ? 'pages.review.handed.they' : 'pages.review.handed.we')}</b>
              {body ? <span lang={language}>{body}</span> : <em>{translate('pages.complaints.erased')}</em>}
            </li>
          ))}
        </ol>
      </section>
      {said.length > 0 ? (
        <Frozen title="handed.conversation">
          {said.map((one) => (
            <Line
              key={one.id}
              said={one}
              who={one.by === complaint.complainant_id ? translate('pages.review.handed.they') : seen.member.name}
              seen={seen}
            />
          ))}
        </Frozen>
      ) : null}
    </>
  );
}
