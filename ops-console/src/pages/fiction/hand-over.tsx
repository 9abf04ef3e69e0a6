import { useState } from 'react';
import { BooleanInput, maxLength, minLength, required, TextInput, useNotify, useTranslate } from 'react-admin';
import { FormDialog } from '@/kit/form-dialog';
import { KeyButton } from '@/kit/keys';
import { momentInWords } from '@/kit/times';
import { newIdempotencyKey, problemOf } from '@/providers/http';
import { handOver, type FictionCase } from './api';

const words = 'pages.fiction.hand_over';

/** Lets moderation look at the member, or says who did so while that waits. */
export function HandOver({ conversation, onChange }: { conversation: FictionCase; onChange: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  // The key of the open dialog: however often it is sent, it is handed over once.
  const [key, setKey] = useState<string>();
  const { id, handed } = conversation;

  const hand = async (values: Record<string, unknown>) => {
    try {
      await handOver(id, values, key ?? '');
    } catch (error) {
      // Somebody else was faster, or it is out of one's hands: what is so by now is shown behind the question.
      if (problemOf(error)?.status === 409) onChange();
      throw error;
    }
    setKey(undefined);
    notify(`${words}.done`);
    onChange();
  };
  return (
    <>
      {handed === null ? (
        <KeyButton shortcut="h" onClick={() => setKey(newIdempotencyKey())}>
          {translate(`${words}.title`)}
        </KeyButton>
      ) : (
        <section className="fiction-handed" aria-label={translate(`${words}.waits`)}>
          <h3>{translate(`${words}.waits`)}</h3>
          <p>
            {handed.is_urgent ? <span className="badge danger">{translate(`${words}.at_once`)}</span> : null}{' '}
            {handed.reason}
          </p>
          <small>
            {handed.by}, <time dateTime={handed.at}>{momentInWords(handed.at)}</time>
          </small>
        </section>
      )}
      {key === undefined ? null : (
        <FormDialog
          title={`${words}.title`}
          text={`${words}.hint`}
          submit={`${words}.title`}
          values={{ is_urgent: false }}
          onClose={() => setKey(undefined)}
          onSubmit={hand}
        >
          <TextInput
            source="reason"
            label={`${words}.reason`}
            validate={[required(), minLength(3), maxLength(2000)]}
            multiline
            minRows={3}
          />
          <BooleanInput source="is_urgent" label={`${words}.urgent`} helperText={false} />
        </FormDialog>
      )}
    </>
  );
}
