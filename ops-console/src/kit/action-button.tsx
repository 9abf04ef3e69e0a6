import { Button } from '@mui/material';
import { useState } from 'react';
import {
  useCreatePath,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRedirect,
  useRefresh,
  useResourceContext,
  useTranslate,
  type RaRecord,
} from 'react-admin';
import type { OpsDataProvider } from '@/providers/data-provider';
import { newIdempotencyKey, problemOf } from '@/providers/http';
import { save } from './export-button';
import type { Action, FormField } from './definition';
import { FormDialog } from './form-dialog';
import { FormInput } from './inputs';
import { isMoney } from './money';
import { useBegin } from './use-begin';
import { usePermission } from './use-permission';

interface ActionButtonProps {
  of: Action;
  /** It makes a new record instead of acting on one. */
  creates?: boolean;
}

const NO_FIELDS: readonly FormField[] = [];

/** A declared action, with its form and its question in a dialog. */
export function ActionButton({ of, creates = false }: ActionButtonProps) {
  const { action, permission, confirm, danger = false, prefilled, when, file, fields = NO_FIELDS } = of;
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const isAllowed = usePermission(permission);
  const translate = useTranslate();
  const notify = useNotify();
  const after = useAfter(resource, creates);
  const provider = useDataProvider<OpsDataProvider>();
  const [open, setOpen] = useState<OpenDialog>();
  const begin = () => {
    const values = prefilled ? valuesOf(record, fields) : undefined;
    setOpen({ key: newIdempotencyKey(), values, before: values });
  };
  useBegin(action, creates && isAllowed ? begin : undefined);

  if (!isAllowed || (!creates && !record) || (when && !when.values.includes(record?.[when.source]))) return null;
  const words = `resources.${resource}.actions.${action}`;
  const label = translate(`${words}.label`);

  const act = async (dialog: OpenDialog, given: Values) => {
    const id = creates ? undefined : record?.id;
    const values = dialog.before === undefined ? given : { ...given, before: dialog.before };
    const asked = { action, id, values, idempotencyKey: dialog.key };
    try {
      if (file) save(await provider.takeFile(resource, asked));
      else after(await provider.act(resource, asked));
      setOpen(undefined);
      notify('ops.done', { messageArgs: { action: label } });
    } catch (error) {
      // Whoever sends it again has read what others changed.
      const now = problemOf(error)?.now;
      if (now !== undefined) setOpen({ ...dialog, before: now });
      throw error;
    }
  };

  return (
    <>
      <Button color={danger ? 'error' : 'primary'} onClick={begin}>
        {label}
      </Button>
      {open === undefined ? null : (
        <FormDialog
          title={`${words}.label`}
          text={confirm ? `${words}.confirm` : undefined}
          submit={prefilled ? 'ops.save' : `${words}.label`}
          danger={danger}
          values={open.values}
          onClose={() => setOpen(undefined)}
          onSubmit={(given) => act(open, given)}
        >
          {fields.map((field) => (
            <FormInput key={field.source} {...field} label={`${words}.fields.${field.source}`} />
          ))}
        </FormDialog>
      )}
    </>
  );
}

type Values = Record<string, unknown>;

interface OpenDialog {
  /** However often the dialog is sent, it happens once. */
  key: string;
  /** What its form begins with, and goes on from whatever becomes of the record. */
  values: Values | undefined;
  /** What the record held when the person last saw it. */
  before: Values | undefined;
}

/** What a record holds for the fields of a form, and nothing else of it; amounts are written in minor units. */
function valuesOf(record: RaRecord | undefined, fields: readonly FormField[]): Values {
  const held = fields.map(({ source }): [string, unknown] => [source, record?.[source]]);
  return Object.fromEntries(held.map(([source, value]) => [source, isMoney(value) ? value.minor : value]));
}

/** Where an action leads: to the new record, to the same one, read again, or to the list, where it is gone. */
function useAfter(resource: string, creates: boolean): (record: RaRecord | undefined) => void {
  const refresh = useRefresh();
  const redirect = useRedirect();
  const createPath = useCreatePath();
  return (record) => {
    if (!record) redirect('list', resource);
    else if (creates) redirect(createPath({ resource, type: 'show', id: record.id }));
    else refresh();
  };
}
