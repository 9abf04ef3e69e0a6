import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { enter } from '@/api/session';
import type { Schemas, User } from '@/api/types';
import { forgetInvite } from '@/lib/invite';
import { readTrafficSource } from '@/lib/traffic-source';
import type { Account } from '../model/account-rules';

interface NewAccount {
  account: Account;
  /** First fields of the profile, saved with the new session. */
  answers: Schemas['ProfileIn'];
  /** The code of an invitation, where there is one (spec 6.2). */
  invite: string | undefined;
}

/** Makes an account and enters with it (spec 3.5). */
export function useSignup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ account, answers, invite }: NewAccount): Promise<User> => {
      const source = { traffic_source: readTrafficSource() ?? null };
      const answer = await api.post('/members', { body: { ...account, ...source, ...(invite && { invite }) } });
      forgetInvite();
      // The account stands already; its owner is asked for these answers again in a later step.
      await api.patch('/profile', { body: answers }).catch(() => undefined);
      return answer;
    },
    onSuccess: (user) => enter(client, user),
  });
}
