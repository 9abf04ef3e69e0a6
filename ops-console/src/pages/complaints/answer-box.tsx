import { Button, ListSubheader, MenuItem, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useAct } from '@/kit/desk-kit';
import { KeyButton } from '@/kit/keys';
import { usePermission } from '@/kit/use-permission';
import { languageName } from '@/pages/review/time';
import { COMPLAINTS, type Canned, type ComplaintCase } from './api';

interface Props {
  complaint: ComplaintCase;
  /** After something was said: read everything again. */
  onDone: () => void;
}

/** Who works on a complaint, and what is said next: an answer that is mailed, or a note that stays. */
export function AnswerBox({ complaint, onDone }: Props) {
  const translate = useTranslate();
  const [isNote, setNote] = useState(false);
  // Kept here, so that nothing written is lost by looking at the other of the two.
  const [answer, setAnswer] = useState('');
  const [note, setNoteText] = useState('');
  const mayAnswer = usePermission('moderation.complaints.answer');
  const isTheirs = complaint.claimed_by !== null && !complaint.is_mine;
  if (!mayAnswer) return <p>{translate('pages.complaints.read_only')}</p>;
  return (
    <>
      {complaint.state === 'closed' ? null : <Holder complaint={complaint} onDone={onDone} />}
      {complaint.due_at === null ? null : (
        <Due key={complaint.due_day} before={complaint.due_day} id={complaint.id} onDone={onDone} />
      )}
      {isNote ? (
        <Note complaint={complaint} onDone={onDone} text={note} setText={setNoteText} />
      ) : (
        <Words complaint={complaint} isTheirs={isTheirs} onDone={onDone} text={answer} setText={setAnswer} />
      )}
      <KeyButton shortcut="n" onClick={() => setNote(!isNote)}>
        {translate(isNote ? 'pages.complaints.to_answer_box' : 'pages.complaints.note.toggle')}
      </KeyButton>
    </>
  );
}

function Holder({ complaint, onDone }: Props) {
  const translate = useTranslate();
  const { act, isBusy } = useAct(COMPLAINTS, complaint.id);
  const give = async (to: string) => {
    if (await act('assign', { to: to || null })) onDone();
  };
  return (
    <TextField
      select
      label={translate('pages.complaints.holder')}
      value={complaint.claimed_by?.id ?? ''}
      disabled={isBusy}
      onChange={(event) => void give(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('pages.complaints.nobody')}</MenuItem>
      {complaint.colleagues.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The day on which the answer is due; it is kept when the field is left. */
function Due({ before, id, onDone }: { before: string; id: string; onDone: () => void }) {
  const translate = useTranslate();
  const { act, isBusy } = useAct(COMPLAINTS, id);
  const keep = async (day: string) => {
    if (day !== '' && day !== before && (await act('due', { day }))) onDone();
  };
  return (
    <TextField
      type="date"
      label={translate('pages.complaints.due_day')}
      defaultValue={before}
      disabled={isBusy}
      onBlur={(event) => void keep(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

interface Draft {
  text: string;
  setText: (text: string) => void;
}

function Words({ complaint, isTheirs, onDone, text, setText }: Props & Draft & { isTheirs: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { act, isBusy } = useAct(COMPLAINTS, complaint.id);
  const box = useRef<HTMLTextAreaElement>(null);
  if (complaint.state === 'closed') return <p>{translate('pages.complaints.closed')}</p>;
  if (isTheirs) return <p>{translate('pages.complaints.theirs', { name: complaint.claimed_by?.name ?? '' })}</p>;
  const say = async (action: 'answer' | 'ask' | 'close') => {
    if (!(await act(action, { text, seen: complaint.messages.at(-1)?.id ?? '' }))) return;
    setText('');
    notify('pages.complaints.answer.sent');
    onDone();
  };
  const isMute = isBusy || text.trim().length < 3;
  return (
    <>
      <Ready canned={complaint.canned} onChoose={(ready) => setText(withReady(text, ready, box.current))} />
      <TextField
        label={translate('pages.complaints.answer.label', { language: languageName(complaint.language) })}
        multiline
        minRows={5}
        value={text}
        onChange={(event) => setText(event.target.value)}
        inputRef={box}
        slotProps={{ htmlInput: { lang: complaint.language } }}
      />
      <KeyButton shortcut="a" variant="contained" disabled={isMute} onClick={() => void say('answer')}>
        {translate('pages.complaints.answer.send')}
      </KeyButton>
      <KeyButton shortcut="q" disabled={isMute} onClick={() => void say('ask')}>
        {translate('pages.complaints.answer.ask')}
      </KeyButton>
      <KeyButton shortcut="c" disabled={isMute} onClick={() => void say('close')}>
        {translate('pages.complaints.answer.close')}
      </KeyButton>
    </>
  );
}

/** What was written with a ready answer where the cursor is, as a paragraph of its own. */
function withReady(text: string, ready: string, box: HTMLTextAreaElement | null) {
  const before = text.slice(0, box?.selectionStart ?? text.length).trimEnd();
  const after = text.slice(box?.selectionEnd ?? text.length).trimStart();
  return [before, ready, after].filter(Boolean).join('\n\n');
}

/** The ready answers under their topics, in the order in which they come. */
function Ready({ canned, onChoose }: { canned: Canned[]; onChoose: (text: string) => void }) {
  const translate = useTranslate();
  const heading = (topic: string | null) =>
    translate(topic === null ? 'pages.complaints.answer.general' : `choices.${topic}`);
  return (
    <TextField
      select
      label={translate('pages.complaints.answer.canned')}
      value=""
      onChange={(event) => onChoose(canned.find(({ key }) => key === event.target.value)?.text ?? '')}
    >
      {canned.flatMap(({ key, topic, label }, at) => [
        topic === canned[at - 1]?.topic ? null : <Heading key={`of ${key}`}>{heading(topic)}</Heading>,
        <MenuItem key={key} value={key}>
          {label}
        </MenuItem>,
      ])}
    </TextField>
  );
}

/** The select makes options of its children; this takes nothing of that, so it can neither be chosen nor reached. */
function Heading({ children }: { children: string }) {
  return <ListSubheader role="presentation">{children}</ListSubheader>;
}

function Note({ complaint, onDone, text, setText }: Props & Draft) {
  const translate = useTranslate();
  const notify = useNotify();
  const { act, isBusy } = useAct(COMPLAINTS, complaint.id);
  const keep = async () => {
    if (!(await act('note', { text }))) return;
    setText('');
    notify('pages.complaints.note.saved');
    onDone();
  };
  return (
    <div className="note-box">
      <TextField
        label={translate('pages.complaints.note.label')}
        multiline
        minRows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button disabled={isBusy || !text.trim()} onClick={() => void keep()}>
        {translate('pages.complaints.note.save')}
      </Button>
    </div>
  );
}
