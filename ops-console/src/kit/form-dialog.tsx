import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { Form, useNotify, useTranslate } from 'react-admin';
import { fieldErrorsOf } from '@/providers/http';

interface FormDialogProps {
  title: string;
  text?: string | undefined;
  submit: string;
  danger?: boolean;
  /** What the form begins with. */
  values?: Record<string, unknown> | undefined;
  onClose: () => void;
  /** Do what was asked for; a refusal is shown at the fields, or as a notice. */
  onSubmit: (values: Record<string, unknown>) => Promise<void>;
  children?: ReactNode;
}

/** A question with a form: declining is as large as accepting. */
export function FormDialog({
  title,
  text,
  submit,
  danger = false,
  values,
  onClose,
  onSubmit,
  children,
}: FormDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const id = useId();

  const send = async (given: Record<string, unknown>) => {
    setBusy(true);
    try {
      await onSubmit(given);
      return {};
    } catch (error) {
      const errors = fieldErrorsOf(error);
      if (Object.keys(errors).length === 0)
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
