import { useTranslate } from 'react-admin';
import { momentInWords } from '@/kit/times';
import type { FictionCase, Said } from './api';

/** All that was written on this page of a conversation, in its order. */
export function SaidView({ conversation }: { conversation: FictionCase }) {
  const translate = useTranslate();
  return (
    <>
      {conversation.has_more ? <p className="note">{translate('pages.fiction.more')}</p> : null}
      <ol className="fiction-said">
        {conversation.messages.map((said) => (
          <li key={said.id} data-ours={said.is_ours}>
            <Message said={said} conversation={conversation} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Message({ said, conversation: { member, profile } }: { said: Said; conversation: FictionCase }) {
  const translate = useTranslate();
  return (
    <>
      <p className="fiction-head">
        <b>{said.is_ours ? profile.name : member.name}</b>
        {said.by === null ? null : <span>{said.by}</span>}
        {said.is_truth ? <span className="badge">{translate('pages.fiction.truth_badge')}</span> : null}
        {said.signs.includes('distress') ? (
          <span className="badge danger">{translate('pages.fiction.distress')}</span>
        ) : null}
        {said.signs.includes('asks-real') ? (
          <span className="badge warn">{translate('pages.fiction.asks_real')}</span>
        ) : null}
        <time dateTime={said.sent_at}>{momentInWords(said.sent_at)}</time>
      </p>
      {said.gift === null ? null : <p className="badge">{translate('pages.fiction.gift', { gift: said.gift })}</p>}
      {said.photo === null ? null : <Photo photo={said.photo} name={member.name} />}
      {said.body === '' ? null : (
        <p className="fiction-body" lang={member.language}>
          {said.body}
        </p>
      )}
    </>
  );
}

function Photo({ photo, name }: { photo: NonNullable<Said['photo']>; name: string }) {
  const translate = useTranslate();
  if (photo.preview === null) return <p className="note">{translate('pages.fiction.photo')}</p>;
  return <img className="fiction-photo" src={photo.preview} alt={translate('pages.fiction.photo_alt', { name })} />;
}
