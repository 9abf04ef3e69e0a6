import { useTranslate } from 'react-admin';
import { inWords, leftUntil } from './time';

/** Until when something is to be done, or by how much that is over. */
export function Due({ at }: { at: string }) {
  const translate = useTranslate();
  const left = leftUntil(at);
  return (
    <span className={`badge ${left < 0 ? 'danger' : 'ok'}`}>
      {translate(left < 0 ? 'pages.review.late' : 'pages.review.due', { time: inWords(left) })}
    </span>
  );
}
