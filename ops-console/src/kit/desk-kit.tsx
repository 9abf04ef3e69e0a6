import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { OpsDataProvider } from '@/providers/data-provider';
import { newIdempotencyKey, problemOf } from '@/providers/http';
import type { ActionName, FormOf, ResourceName } from '@/providers/schema';
import { WAITING } from '@/providers/waiting';
import './desk-kit.css';

/** That a list is on its way. */
export function Loading() {
  const translate = useTranslate();
  return (
    <p className="desk-empty" aria-busy>
      {translate('ops.loading')}
    </p>
  );
}

/** The form of an action that has one. */
type FormArguments<Form> = [Form] extends [never] ? [] : [values: Form];

/**
 * Run actions on a record, one at a time; a refusal is a notice, and sent again it is still the same act. What the page
 * shows of the resource is asked anew after each.
 */
export function useAct<R extends ResourceName>(resource: R, id: string) {
  const provider = useDataProvider<OpsDataProvider>();
  const client = useQueryClient();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const key = useRef<{ of: string; value: string }>(undefined);
  const act = useCallback(
    async <A extends ActionName<R>>(action: A, ...[values]: FormArguments<FormOf<R, A>>) => {
      const of = JSON.stringify([resource, id, action, values]);
      if (key.current?.of !== of) key.current = { of, value: newIdempotencyKey() };
      setBusy(true);
      try {
        const record = await provider.act(resource, {
          action,
          id,
          values: values ?? {},
          idempotencyKey: key.current.value,
        });
        key.current = undefined;
        void client.invalidateQueries({ queryKey: [resource] });
        void client.invalidateQueries({ queryKey: WAITING });
        return record;
      } catch (error) {
        notify(error instanceof Error ? error.message : 'ops.unreachable', { type: 'error' });
        // What was refused because something else happened meanwhile is shown as it is now.
        if (problemOf(error)?.status === 409) void client.invalidateQueries({ queryKey: [resource] });
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [provider, client, notify, resource, id],
  );
  return { act, isBusy };
}
