import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { BlurredPhoto } from '@/kit/blurred-photo';
import { Failed } from '@/kit/failed';
import { momentInWords } from '@/kit/times';
import { useView } from '@/kit/use-view';
import { FICTION, type FictionCase, type Said } from './api';

/** What was written, in its order; what came before is a page of its own above it. */
export function MessagesView({ conversation }: { conversation: FictionCase }) {
  return (
    <>
      {conversation.has_more ? <Earlier conversation={conversation} /> : null}
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

function Earlier({ conversation: { id, messages } }: { conversation: FictionCase }) {
  const translate = useTranslate();
  const [isWanted, setWanted] = useState(false);
  // Up to where the page below begins by now: nothing falls between the two.
  const query = { before: String(messages[0]?.seq) };
  const { data, error, refetch } = useView(FICTION, id, 'case', { query, isOn: isWanted });
  if (data) return <MessagesView conversation={data} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Button variant="outlined" disabled={isWanted} onClick={() => setWanted(true)}>
      {translate('pages.fiction.more')}
    </Button>
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
  return (
    <div className="fiction-photo">
      <BlurredPhoto
        photo={{ full: photo.preview }}
        name={translate('pages.fiction.photo_alt', { name })}
        blurred={translate('pages.fiction.photo_blurred', { name })}
      />
    </div>
  );
}
