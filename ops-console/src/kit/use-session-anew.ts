import { useCallback } from 'react';
import { useGetIdentity } from 'react-admin';
import { forgetSession } from '@/providers/session';

/** Ask the server anew who is signed in, after what may have changed it. */
export function useSessionAnew() {
  const { refetch } = useGetIdentity();
  return useCallback(async () => {
    forgetSession();
    await refetch();
  }, [refetch]);
}
