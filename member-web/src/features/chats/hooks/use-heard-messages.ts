import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/announcer';
import type { ConvoState } from '../api/convo-state';
import { summary } from '../model/messages';

/** Reads out what the other side writes while the conversation is open. */
export function useHeardMessages({ head, messages }: ConvoState): void {
  const { t } = useTranslation('chats');
  const last = messages.at(-1)?.seq ?? 0;
  const heard = useRef(last);
  useEffect(() => {
    const fresh = messages.filter(({ seq, is_mine: isMine }) => seq > heard.current && !isMine);
    heard.current = last;
    if (fresh.length === 0) return;
    const said = [
      ...fresh.map((one) => summary(one, t('photo.name'))),
      ...fresh.flatMap(({ hints }) => hints).map((hint) => t(`hint.${hint}.lead`)),
    ];
    announce(t('heard', { name: head.profile.name, text: said.join(' ') }));
  }, [head.profile.name, last, messages, t]);
}
