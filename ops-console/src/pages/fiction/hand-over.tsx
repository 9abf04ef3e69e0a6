import { useState } from 'react';
import { BooleanInput, minLength, required, TextInput, useNotify, useTranslate } from 'react-admin';
import { FormDialog } from '@/kit/form-dialog';
import { KeyButton } from '@/kit/keys';
import { momentInWords } from '@/kit/times';
import { newIdempotencyKey, problemOf } from '@/providers/http';
import { handOver, type FictionCase, type HandOverForm } from './api';

const words = 'pages.fiction.hand_over';

/** Lets moderation look at the member, or says who did so while that waits; what turns out to be urgent is told again. */
export function HandOver({ conversation, onChange }: { conversation: FictionCase; onChange: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  // The open question, whatever colleagues do behind it; by its key it is handed over once, however often it is sent.
  const [asked, setAsked] = useState<{ key: string; isRaised: boolean }>();
  const { id, handed } = conversation;

  const hand = async (values: HandOverForm) => {
    try {
      await handOver(id, values, asked?.key ?? '');
    } catch (error) {
      // Somebody else was faster, or it is out of one's hands: what is so by now is shown behind the question.
      if (problemOf(error)?.status === 409) onChange();
      throw error;
    }
    setAsked(undefined);
    notify(`${words}.done`);
    onChange();
  };
  return (
    <>
      {handed ? (
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
      ) : null}
      {handed?.is_urgent ? null : (
        <KeyButton shortcut="h" onClick={() => setAsked({ key: newIdempotencyKey(), isRaised: !!handed })}>
          {translate(handed ? `${words}.raise` : `${words}.title`)}
        </KeyButton>
      )}
      {asked === undefined ? null : (
        <FormDialog
          title={asked.isRaised ? `${words}.raise` : `${words}.title`}
          text={`${words}.hint`}
          submit={`${words}.title`}
          values={{ is_urgent: asked.isRaised }}
          onClose={() => setAsked(undefined)}
          onSubmit={hand}
        >
          <TextInput
            source="reason"
            label={`${words}.reason`}
            validate={[required(), minLength(3)]}
            multiline
            minRows={3}
          />
          {asked.isRaised ? null : <BooleanInput source="is_urgent" label={`${words}.urgent`} helperText={false} />}
        </FormDialog>
      )}
    </>
  );
}
