import { Button } from '@mui/material';
import { Children, isValidElement, useState, type ReactNode } from 'react';
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
import { newIdempotencyKey } from '@/providers/http';
import { FormDialog } from './form-dialog';
import { usePermission } from './use-permission';

interface ActionButtonProps {
  action: string;
  permission: string;
  confirm?: boolean;
  creates?: boolean;
  danger?: boolean;
  /** The form begins with what the record holds. */
  prefilled?: boolean;
  /** What a record must hold; the server refuses it for others. */
  when?: { source: string; values: readonly unknown[] };
  children?: ReactNode;
}

/** A declared action, with its form and its question in a dialog. */
export function ActionButton({
  action,
  permission,
  confirm = false,
  creates = false,
  danger = false,
  prefilled = false,
  when,
  children,
}: ActionButtonProps) {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const isAllowed = usePermission(permission);
  const translate = useTranslate();
  const notify = useNotify();
  const after = useAfter(resource, creates);
  const provider = useDataProvider<OpsDataProvider>();
  // The key of the open dialog: however often it is sent, it happens once.
  const [key, setKey] = useState<string>();

  if (!isAllowed || (when && !when.values.includes(record?.[when.source]))) return null;
  const words = `resources.${resource}.actions.${action}`;
  const label = translate(`${words}.label`);

  const act = async (values: Record<string, unknown>) => {
    const id = creates ? undefined : record?.id;
    const answer = await provider.act(resource, { action, id, values, idempotencyKey: key ?? '' });
    setKey(undefined);
    notify('ops.done', { messageArgs: { action: label } });
    after(answer);
  };

  return (
    <>
      <Button color={danger ? 'error' : 'primary'} onClick={() => setKey(newIdempotencyKey())}>
        {label}
      </Button>
      {key === undefined ? null : (
        <FormDialog
          title={`${words}.label`}
          text={confirm ? `${words}.confirm` : undefined}
          submit={`${words}.label`}
          danger={danger}
          values={prefilled ? valuesOf(record, children) : undefined}
          onClose={() => setKey(undefined)}
          onSubmit={act}
        >
          {children}
        </FormDialog>
      )}
    </>
  );
}

/** What a record holds for the inputs of a form, and nothing else of it. */
function valuesOf(record: RaRecord | undefined, inputs: ReactNode): Record<string, unknown> {
  const sources = Children.toArray(inputs).map((input) =>
    isValidElement<{ source?: string }>(input) ? (input.props.source ?? '') : '',
  );
  return Object.fromEntries(sources.map((source) => [source, record?.[source]]));
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
