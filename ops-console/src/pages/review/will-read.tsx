import { useTranslate } from 'react-admin';
import { languageName } from './time';

interface WillReadProps {
  name: string;
  language: string;
  measure: string;
  rule: string;
  facts: string;
  /** It was decided, so that they have read it. */
  hasRead?: boolean;
}

/** What a member reads of a decision, word for word and in their language; the words are the server's. */
export function WillRead({ name, language, measure, rule, facts, hasRead = false }: WillReadProps) {
  const translate = useTranslate();
  return (
    <section className="said" aria-live="polite">
      <b>
        {translate(`pages.review.decide.${hasRead ? 'has_read' : 'reads'}`, { name, language: languageName(language) })}
      </b>
      <blockquote lang={language}>
        <p>
          <b>{measure}</b>
        </p>
        <p>{rule}</p>
        <p className="words">{facts}</p>
      </blockquote>
    </section>
  );
}
