import { useTranslate } from 'react-admin';
import type { DecidedCase, Decision } from './api';
import { Due } from './due';
import { moment } from './time';

/** Which decision it is, about whom, by whom. */
export function DecidedHead({ decision, seen: { member } }: { decision: Decision; seen: DecidedCase }) {
  const translate = useTranslate();
  const { number, measure, rule, decided_by: by, created_at: at, state, due_at: due } = decision;
  return (
    <header className="case-head">
      <h2>
        {number} · {translate('pages.review.person', { name: member.name, age: member.age })}
      </h2>
      <span className="badge warn">{translate(`choices.${measure}`)}</span>
      {rule ? <span className="badge">{translate(`pages.review.rules.${rule}`)}</span> : null}
      {state === 'proposed' && due ? <Due at={due} /> : null}
      {by ? <p className="note">{translate('pages.review.second.by', { name: by, at: moment(at) })}</p> : null}
    </header>
  );
}
