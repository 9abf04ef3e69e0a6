import { Button } from '@mui/material';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import {
  TextInput,
  minLength,
  required,
  useDataProvider,
  useFieldValue,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { OpsDataProvider } from '@/providers/data-provider';
import { FormDialog } from './form-dialog';
import { usePermission } from './use-permission';

type Values = Record<string, string | null>;

interface Reveal {
  /** The masked values once they are revealed. */
  values: Values | undefined;
  /** Ask for the reason, then reveal; undefined for whom it is not allowed. */
  ask: (() => void) | undefined;
}

const RevealContext = createContext<Reveal>({ values: undefined, ask: undefined });
const REASON = [required(), minLength(3)];

/** Lets the masked fields inside reveal themselves, all at once and until the page is left. */
export function RevealProvider({ permission, children }: { permission: string | undefined; children: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const isAllowed = usePermission(permission);
  const provider = useDataProvider<OpsDataProvider>();
  const [values, setValues] = useState<Values>();
  const [isAsking, setAsking] = useState(false);
  const reveal = useMemo(
    () => ({ values, ask: isAllowed && values === undefined ? () => setAsking(true) : undefined }),
    [values, isAllowed],
  );

  return (
    <RevealContext value={reveal}>
      {children}
      {isAsking && record ? (
        <FormDialog
          title="ops.reveal.title"
          text="ops.reveal.text"
          submit="ops.reveal.button"
          onClose={() => setAsking(false)}
          onSubmit={async ({ reason }) => {
            setValues(await provider.reveal(resource, record.id, String(reason)));
            setAsking(false);
          }}
        >
          <TextInput source="reason" label="ops.reveal.reason" validate={REASON} multiline />
        </FormDialog>
      ) : null}
    </RevealContext>
  );
}

/** A value that is masked until it is revealed. */
export function MaskedField({ source }: { source: string; label?: string }) {
  const masked: unknown = useFieldValue<Record<string, unknown>>({ source });
  const { values, ask } = use(RevealContext);
  const translate = useTranslate();
  const shown = values?.[source] ?? masked;
  if (typeof shown !== 'string') return null;
  return (
    <span className="masked">
      <span>{shown}</span>
      {ask ? (
        <Button size="small" onClick={ask}>
          {translate('ops.reveal.button')}
        </Button>
      ) : null}
    </span>
  );
}
