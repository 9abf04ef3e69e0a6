import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { Children, isValidElement, useId, useState, type ReactNode } from 'react';
import { Form, useNotify, useTranslate } from 'react-admin';
import { fieldErrorsOf, problemOf } from '@/providers/http';

interface FormDialogProps<Values> {
  title: string;
  text?: string | undefined;
  submit: string;
  danger?: boolean;
  /** What the form begins with. */
  values?: Record<string, unknown> | undefined;
  onClose: () => void;
  /** Do what was asked for; a refusal is shown at the fields, or as a notice. */
  onSubmit: (values: Values) => Promise<void>;
  children?: ReactNode;
}

/** A question with a form: declining is as large as accepting. */
export function FormDialog<Values extends object = Record<string, unknown>>({
  title,
  text,
  submit,
  danger = false,
  values,
  onClose,
  onSubmit,
  children,
}: FormDialogProps<Values>) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const id = useId();

  const send = async (given: Record<string, unknown>) => {
    setBusy(true);
    try {
      // The inputs of a form ask for what the server's form declares.
      await onSubmit(given as Values);
      return {};
    } catch (error) {
      const errors = errorsAt(sourcesOf(children), error);
      // What has no input of its own is said as a notice, and so is what is more than a wrong value.
      if (Object.keys(errors).length === 0 || problemOf(error)?.status !== 422)
        notify(error instanceof Error ? error.message : 'ops.unreachable', { type: 'error' });
      return errors;
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{translate(title)}</DialogTitle>
      <Form record={values ?? {}} onSubmit={send} id={id}>
        <DialogContent>
          {text === undefined ? null : <DialogContentText>{translate(text)}</DialogContentText>}
          {children}
        </DialogContent>
        <DialogActions className="answers">
          <Button onClick={onClose}>{translate('ops.cancel')}</Button>
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} disabled={isBusy}>
            {translate(submit)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const errorsAt = (sources: readonly string[], error: unknown) =>
  Object.fromEntries(Object.entries(fieldErrorsOf(error)).filter(([source]) => sources.includes(source)));

/** What the inputs of a form are for. */
const sourcesOf = (inputs: ReactNode): readonly string[] =>
  Children.toArray(inputs).flatMap((input) =>
    isValidElement<{ source?: string }>(input) && input.props.source ? [input.props.source] : [],
  );
