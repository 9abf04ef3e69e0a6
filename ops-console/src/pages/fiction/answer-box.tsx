import { Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useAct } from '@/kit/desk-kit';
import { KeyButton } from '@/kit/keys';
import { dayInWords } from '@/kit/times';
import { languageName } from '@/pages/review/time';
import { FICTION, type FictionCase } from './api';

interface Props {
  conversation: FictionCase;
  /** After something was said that leaves it in one's hands: read everything again. */
  onChange: () => void;
  /** After it was given back: go on. */
  onDone: () => void;
}

interface AnswerProps extends Props {
  draft: string;
  onDraft: (text: string) => void;
}

/** The answer in the profile's name, the truth by one key, and notes for whoever answers next. */
export function AnswerBox({ conversation, draft: text, onDraft, onChange, onDone }: AnswerProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { act, isBusy } = useAct(FICTION, conversation.id);
  const { seen, profile, member, truth } = conversation;
  const run = async (done: Promise<unknown>, said: string, after: () => void) => {
    if (!(await done)) return;
    notify(said);
    after();
  };
  return (
    <>
      <TextField
        label={translate('pages.fiction.answer.label', {
          name: profile.name,
          language: languageName(member.language),
        })}
        multiline
        minRows={4}
        value={text}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '' && !isBusy)
            void run(act('answer', { text, seen }), 'pages.fiction.answer.sent', onDone);
        }}
        slotProps={{ htmlInput: { lang: member.language } }}
      />
      <KeyButton
        shortcut="a"
        variant="contained"
        disabled={isBusy || text.trim() === ''}
        onClick={() => void run(act('answer', { text, seen }), 'pages.fiction.answer.sent', onDone)}
      >
        {translate('pages.fiction.answer.send')}
      </KeyButton>
      <KeyButton
        shortcut="t"
        variant={conversation.care.asks_real ? 'contained' : 'outlined'}
        disabled={isBusy}
        onClick={() => void run(act('truth'), 'pages.fiction.truth.sent', onChange)}
      >
        {translate('pages.fiction.truth.button')}
      </KeyButton>
      <details className="fiction-story">
        <summary>{translate('pages.fiction.truth.will', { name: profile.name })}</summary>
        <p lang={member.language}>{truth}</p>
      </details>
      <KeyButton
        shortcut="s"
        disabled={isBusy}
        onClick={() => void run(act('settle', { seen }), 'pages.fiction.settle.done', onDone)}
      >
        {translate('pages.fiction.settle.button')}
      </KeyButton>
      <KeyButton
        shortcut="g"
        disabled={isBusy}
        onClick={() => void run(act('release'), 'pages.fiction.released', onDone)}
      >
        {translate('pages.fiction.release')}
      </KeyButton>
    </>
  );
}

/** What writers know of this conversation, each note with its end. */
export function Notes({ conversation, onChange }: Omit<Props, 'onDone'>) {
  const translate = useTranslate();
  const notify = useNotify();
  const { act, isBusy } = useAct(FICTION, conversation.id);
  const [text, setText] = useState('');
  const keep = async () => {
    if (!(await act('note', { text }))) return;
    setText('');
    notify('pages.fiction.notes.saved');
    onChange();
  };
  return (
    <section className="fiction-notes">
      <h3>{translate('pages.fiction.notes.title')}</h3>
      {conversation.notes.length === 0 ? <p className="note">{translate('pages.fiction.notes.none')}</p> : null}
      <ul>
        {conversation.notes.map((note) => (
          <li key={note.id}>
            <p>{note.body}</p>
            <small>
              {note.by}, {translate('pages.fiction.notes.until', { day: dayInWords(note.erase_at) })}
            </small>
          </li>
        ))}
      </ul>
      <TextField
        label={translate('pages.fiction.notes.label')}
        helperText={translate('pages.fiction.notes.help', { name: conversation.member.name })}
        multiline
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button disabled={isBusy || text.trim() === ''} onClick={() => void keep()}>
        {translate('pages.fiction.notes.save')}
      </Button>
    </section>
  );
}
