import { useTranslate } from 'react-admin';
import { languageName } from './time';
import type { Statement } from './verdict';

interface WillReadProps {
  name: string;
  language: string;
  statement: Statement;
  /** It was decided, so that they have read it. */
  hasRead?: boolean;
}

/** What a member reads of a decision, word for word and in their language; the words are the server's. */
export function WillRead({ name, language, statement, hasRead = false }: WillReadProps) {
  const translate = useTranslate();
  const { measure, scope, counts, rule, facts } = statement;
  return (
    <section className="said" aria-live="polite">
      <b>
        {translate(`pages.review.decide.${hasRead ? 'has_read' : 'reads'}`, { name, language: languageName(language) })}
      </b>
      <blockquote lang={language}>
        <p>
          <b>{measure}</b>
        </p>
        {[scope, counts, rule].filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="words">{facts}</p>
      </blockquote>
    </section>
  );
}
