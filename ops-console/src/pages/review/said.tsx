import { BlurredPhoto } from '@/kit/blurred-photo';
import LockOutlined from '@mui/icons-material/LockOutlined';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Evidence, Said } from './api';
import { MarkedText } from './marked-text';
import { moment } from './time';

/** Words out of a conversation, on paper of their own. */
export function Frozen({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <section className="frozen">
      <header>
        <LockOutlined />
        <h3>{translate(`pages.review.${title}`)}</h3>
        {hint ? <p className="note">{translate(`pages.review.${hint}`)}</p> : null}
      </header>
      <ol>{children}</ol>
    </section>
  );
}

/** One message; without a name it is the reporter's. */
export function Line({ said, who, seen }: { said: Said; who: string | undefined; seen: Evidence }) {
  const translate = useTranslate();
  const picture = seen.pictures[said.id];
  return (
    <li>
      <time dateTime={said.sent_at}>{moment(said.sent_at)}</time>
      <b>{who ?? translate('pages.review.facts.reporter')}</b>
      {said.gift ? <em>{translate('pages.review.evidence.gift', { gift: said.gift })}</em> : null}
      {picture ? (
        <BlurredPhoto
          photo={{ full: picture }}
          name={translate('pages.review.evidence.photo')}
          blurred={translate('pages.review.evidence.photo_blurred')}
        />
      ) : null}
      {picture === null ? <em>{translate('pages.review.evidence.photo_gone')}</em> : null}
      {said.body ? <MarkedText text={said.body} marked={seen.marked[said.id]} /> : null}
    </li>
  );
}
