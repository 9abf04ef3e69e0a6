import type { ComponentProps } from 'react';
import { useTranslate } from 'react-admin';
import { DeskList, useDeskList } from '@/kit/desk-list';
import { ageOf, languageName } from '@/pages/review/time';
import { FICTION, STATES, type FictionRow, type State } from './api';

/** The conversations in a state, those that wait longest before the others. */
export const useConversations = (state: State) => useDeskList(FICTION, { state }, 'since', 'ASC');

type Props = Omit<ComponentProps<typeof DeskList<typeof FICTION, State>>, 'name' | 'states' | 'empty' | 'children'>;

export const FictionList = (props: Props) => (
  <DeskList<typeof FICTION, State>
    {...props}
    name="fiction"
    states={STATES}
    empty={props.state === 'waiting' ? 'pages.fiction.empty_waiting' : 'pages.fiction.empty'}
  >
    {(conversation) => <Row conversation={conversation} />}
  </DeskList>
);

function Row({ conversation }: { conversation: FictionRow }) {
  const translate = useTranslate();
  const at = conversation.since ?? conversation.last_at;
  return (
    <>
      <b>{conversation.member}</b>
      <time dateTime={at}>{ageOf(at)}</time>
      <small>
        {conversation.profile} · {languageName(conversation.language)}
        {conversation.unread > 1 ? ` (${conversation.unread})` : ''}
      </small>
      <small>
        {conversation.held_by === null ? '' : translate('pages.fiction.held', { name: conversation.held_by })}
      </small>
    </>
  );
}
