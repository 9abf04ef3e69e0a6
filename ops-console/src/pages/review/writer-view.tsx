import { useTranslate } from 'react-admin';
import type { Evidence, HandedByWriter } from './api';
import { Frozen, Line } from './said';
import { moment } from './time';

/** A conversation with a fictional profile that a writer handed over: why, and what was said last by then. */
export function WriterView({ handed, seen }: { handed: HandedByWriter; seen: Evidence }) {
  const translate = useTranslate();
  const { by, at, reason, is_urgent: isUrgent, profile, said } = handed;
  return (
    <>
      <section>
        <h3>{translate('pages.review.writer.title', { profile, name: by })}</h3>
        <p className="quote">
          {isUrgent ? <span className="badge danger">{translate('pages.review.writer.urgent')}</span> : null} {reason}
        </p>
        <p className="note">
          <time dateTime={at}>{moment(at)}</time>
        </p>
      </section>
      {said.length > 0 ? (
        <Frozen title="writer.said">
          {said.map((one) => (
            <Line key={one.id} said={one} who={one.by === seen.member.id ? seen.member.name : profile} seen={seen} />
          ))}
        </Frozen>
      ) : null}
    </>
  );
}
