import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';

/** What a panel says beside its title about the last change. */
export interface Saving {
  isPending: boolean;
  isSaved: boolean;
  error: Error | null;
  retry: () => void;
}

interface Way<Data, Change> {
  key: QueryKey;
  send: (change: Change) => Promise<Data>;
  /** What the member sees at once. */
  show: (data: Data, change: Change) => Data;
  /** Both changes as one; the later wins. */
  combine: (earlier: Change, later: Change) => Change;
}

/**
 * Saves as the member goes. What they chose shows at once and stays when the server does not take it; then it is sent
 * along with the next change, or again by a press.
 */
export function useSaving<Data, Change>({ key, send, show, combine }: Way<Data, Change>) {
  const client = useQueryClient();
  const unsaved = useRef<Change | null>(null);
  const { mutate, ...state } = useMutation({
    mutationFn: send,
    // One after the other, so that the last press has the last word.
    scope: { id: `save ${key.join(' ')}` },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<Data>(key, (data) => data && show(data, change));
    },
    onSuccess: (data, change) => {
      if (unsaved.current !== change) return;
      unsaved.current = null;
      client.setQueryData(key, data);
    },
  });
  const dispatch = (change: Change) => {
    unsaved.current = change;
    mutate(change);
  };
  const save = (change: Change) => dispatch(unsaved.current ? combine(unsaved.current, change) : change);
  const saving: Saving = {
    isPending: state.isPending,
    isSaved: state.isSuccess,
    error: state.error,
    retry: () => unsaved.current && dispatch(unsaved.current),
  };
  return { save, saving };
}
