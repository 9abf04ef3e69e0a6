import { useTranslate } from 'react-admin';
import { momentInWords } from '@/kit/times';
import type { ComplaintCase, Said } from './api';

/** All that was said, in its order; notes look like nothing that anybody was sent. */
export function Thread({ complaint }: { complaint: ComplaintCase }) {
  return (
    <ol className="thread">
      {complaint.messages.map((said) => (
        <li key={said.id} data-author={said.author}>
          <Message said={said} name={complaint.person?.name} language={complaint.language} />
        </li>
      ))}
    </ol>
  );
}

function Message({ said, name, language }: { said: Said; name: string | undefined; language: string }) {
  const translate = useTranslate();
  return (
    <>
      <p className="thread-head">
        <b>{said.by ?? name ?? translate('pages.complaints.they')}</b>
        {said.author === 'note' ? <span className="badge">{translate('pages.complaints.note_badge')}</span> : null}
        <time dateTime={said.at}>{momentInWords(said.at)}</time>
        {said.is_mailed ? <span>{translate('pages.complaints.mailed')}</span> : null}
      </p>
      <p className="thread-body" lang={said.author === 'note' ? undefined : language}>
        {said.body || translate('pages.complaints.erased')}
      </p>
    </>
  );
}
