import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@/api/types';
import { showToast } from '@/ui/toast/toast';
import { forgetLikes, giveKeptLikes, keptLikes } from '../api/kept-likes';
import { belongTo } from '../model/kept-likes';

/**
 * Sends the likes that were given before sign-up, once they have an account. Before the e-mail address is confirmed the
 * server keeps them to itself, as it does with the new member.
 */
export default function KeptLikes({ user }: { user: User }) {
  const { t } = useTranslation('tinderswipe');
  const client = useQueryClient();
  const isGiving = useRef(false);
  useEffect(() => {
    const kept = keptLikes();
    if (!kept || !belongTo(kept, user.signup_date)) return forgetLikes();
    if (isGiving.current) return;
    isGiving.current = true;
    const give = async () => {
      const count = await giveKeptLikes(client, kept);
      forgetLikes();
      if (count > 0) await showToast({ text: t(user.status === 'active' ? 'given' : 'givenLater', { count }) });
    };
    // They stay kept, and are given with the next page.
    give().catch(() => undefined);
  }, [client, t, user]);
  return null;
}
